"""What a player decides: registered once, engaged and released, each repeat without effect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from xiangqi_server.aggregates.moderation.messages import Restrict, Sanction
from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.challenges import MAX_CHALLENGES, MAX_OF_GUESTS
from xiangqi_server.aggregates.players.decide import decide
from xiangqi_server.aggregates.players.devices import Device, device_id
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.messages import (
    Engaged,
    PlayerCommand,
    PlayerEvent,
    Register,
    Registered,
    Released,
)
from xiangqi_server.aggregates.players.open_games import (
    KEPT_RELEASES,
    MAX_OPEN_GAMES,
    OpenGames,
    TurnedAway,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import (
    Bar,
    Challenge,
    DeclineChallenge,
    DeclineReason,
    Engage,
    Release,
    TurnAway,
)
from xiangqi_server.aggregates.room.terms import GameTerms, NoClock
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused

NOW_MS = 1_700_000_000_000
DEVICE = Device(
    device_id(b"hash"),
    b"hash",
    since_ms=NOW_MS,
    used_ms=NOW_MS,
    rotated_ms=NOW_MS,
    shown_ms=NOW_MS,
)
ANN = Player(
    "annan",
    Identity(b"hash", since_ms=NOW_MS, devices=(DEVICE,)),
    OpenGames({"room1": Side.BLACK}, released=("room0",), casual=("room1",)),
)


def after(player: Player, *commands: PlayerCommand) -> Player:
    """The player once all commands took effect."""
    for command in commands:
        for event in decide(player, command, NOW_MS).events:
            player = apply(player, Stamped(1, NOW_MS, event))
    return player


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (Register(b"hash"), Registered(b"hash")),
        (Engage("room1", Side.BLACK), Engaged("room1", Side.BLACK, rated=False)),
    ],
)
def test_what_a_new_player_is_told_happens(command: PlayerCommand, event: PlayerEvent) -> None:
    assert decide(Player.empty("annan"), command, NOW_MS) == Decision((event,))


@pytest.mark.parametrize(
    "command",
    [Register(b"hash"), Engage("room1", Side.BLACK), Engage("room0", Side.BLACK), Release("room0")],
    ids=str,
)
def test_a_repeat_changes_nothing(command: PlayerCommand) -> None:
    assert decide(ANN, command, NOW_MS) == Decision()


def test_events_lead_to_the_player_they_tell_of() -> None:
    player = after(
        Player.empty("annan"),
        Register(b"hash"),
        Engage("room0", Side.RED),
        Engage("room1", Side.BLACK),
        Release("room0"),
    )

    assert player == ANN


def test_a_release_names_the_room() -> None:
    assert decide(ANN, Release("room1"), NOW_MS) == Decision((Released("room1"),))


def test_a_game_that_is_over_is_not_begun_any_more_whatever_the_order_of_the_orders() -> None:
    player = after(ANN, Release("room2"), Engage("room2", Side.RED))

    assert player.open_games == replace(ANN.open_games, released=("room0", "room2"))


def test_so_many_games_that_are_over_are_remembered() -> None:
    rooms = [f"over{number}" for number in range(KEPT_RELEASES)]

    assert after(ANN, *map(Release, rooms)).open_games.released == tuple(rooms)


def test_nobody_takes_over_a_registered_player() -> None:
    with pytest.raises(Refused) as refused:
        decide(ANN, Register(b"other"), NOW_MS)

    assert refused.value.code is PlayerRefusal.BAD_TOKEN


def test_open_games_are_listed_oldest_first_up_to_a_bound() -> None:
    rooms = [f"room{number}" for number in range(MAX_OPEN_GAMES)]
    player = after(Player.empty("annan"), *(Engage(room, Side.RED) for room in rooms))

    with pytest.raises(Refused) as refused:
        decide(player, Engage("onemore", Side.RED), NOW_MS)

    assert refused.value.code is PlayerRefusal.TOO_MANY_ROOMS
    assert list(player.open_games.games) == rooms


BAN = Restrict(7, Sanction.BAN, NOW_MS + 10, "")


def test_a_ban_is_carried_to_wherever_a_game_may_begin() -> None:
    effects = decide(ANN, BAN, NOW_MS).effects

    bar = Bar("annan", 7, NOW_MS + 10)
    assert effects == (
        Effect("lobby", "main", bar),
        Effect("ladder", "main", bar),
        Effect("room", "room1", bar),
        Effect("room", "room0", bar),
    )


def test_that_a_ban_is_lifted_is_told_where_it_is_remembered() -> None:
    lifted = decide(after(ANN, BAN), Restrict(8, Sanction.LIFT, 0, ""), NOW_MS)

    bar = Bar("annan", 8, 0)
    assert lifted.effects == (Effect("lobby", "main", bar), Effect("ladder", "main", bar))


def test_a_game_that_would_begin_under_a_ban_is_called_off_and_one_before_or_after_is_not() -> None:
    banned = after(ANN, BAN)

    assert decide(banned, Engage("room2", Side.RED), NOW_MS + 9) == Decision(
        (TurnedAway("room2"),),
        (Effect("room", "room2", Bar("annan", 7, NOW_MS + 10, is_new=True)),),
    )
    assert decide(banned, Engage("room1", Side.BLACK), NOW_MS) == Decision()
    assert decide(banned, Engage("room2", Side.RED), NOW_MS + 10) == Decision(
        (Engaged("room2", Side.RED, rated=False),)
    )


def test_a_second_live_game_is_turned_away_unless_it_can_wait_for_its_players() -> None:
    busy = after(ANN, Engage("pool", Side.RED, live=True, opponent="benbo"))
    round_game = Engage("round", Side.BLACK, live=True, opponent="kimle", can_wait=True)

    assert decide(busy, replace(round_game, can_wait=False), NOW_MS) == Decision(
        (TurnedAway("round"),), (Effect("room", "round", TurnAway("annan")),)
    )
    both = after(busy, round_game)
    assert (both.open_games.live, {"pool", "round"} <= both.open_games.games.keys()) == (
        "round",
        True,
    )
    assert after(both, Release("pool")).open_games.live == "round"
    assert after(both, Release("round")).open_games.live is None


def test_who_is_banned_declines_challenges() -> None:
    challenge = Challenge("room3", "benbo", Side.RED, GameTerms(NoClock()), NOW_MS + 10)

    effects = decide(after(ANN, BAN), challenge, NOW_MS).effects

    decline = DeclineChallenge("annan", DeclineReason.NOT_NOW)
    assert effects == (Effect("room", "room3", decline),)


def test_guests_do_not_fill_the_list_of_challenges() -> None:
    terms = GameTerms(NoClock())
    guests = [
        Challenge(f"guest{n}", "benbo", Side.RED, terms, NOW_MS, by_guest=True)
        for n in range(MAX_CHALLENGES)
    ]

    player = after(ANN, *guests, Challenge("real", "kimle", Side.RED, terms, NOW_MS))

    assert len(player.challenges.waiting) == MAX_OF_GUESTS + 1
    assert "real" in player.challenges.waiting


commands = st.one_of(
    st.builds(Register, st.just(b"hash")),
    st.builds(Engage, st.sampled_from("abc"), st.sampled_from([0, 1])),
    st.builds(Release, st.sampled_from("abc")),
)


@given(st.lists(commands, max_size=20))
def test_every_command_may_come_twice(told: list[PlayerCommand]) -> None:
    once = after(Player.empty("annan"), *told)
    twice = after(Player.empty("annan"), *(command for command in told for _ in range(2)))

    assert once == twice
