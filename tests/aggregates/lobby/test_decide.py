"""What the lobby decides, command by command."""

import pytest

from tests.support.lobbies import NOW_MS, RunningLobby, seeker
from xiangqi_server.aggregates.lobby.apply import apply
from xiangqi_server.aggregates.lobby.decide import decide
from xiangqi_server.aggregates.lobby.kind import LOBBY
from xiangqi_server.aggregates.lobby.matching import due_at_ms
from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    Match,
    Matched,
    OpenSeek,
    Paired,
    Queued,
    Returned,
    Seek,
    SeekClosed,
    Seeker,
    SeekOpened,
    SidePreference,
    Tick,
    Unqueued,
    Withdraw,
)
from xiangqi_server.aggregates.lobby.no_shows import FIRST_WAIT_MS, FREE_NO_SHOWS
from xiangqi_server.aggregates.lobby.pairing import GATHER_MS, PATIENCE_MS, TICK_MS
from xiangqi_server.aggregates.lobby.pools import POOLS, QUEUES, Queue, terms_of
from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.lobby.state import (
    KEPT_PAIR_MS,
    MAX_IGNORES,
    MAX_SEEKS,
    MAX_SEEKS_OF_ADDRESS,
    Lobby,
)
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.bars import MAX_BARS
from xiangqi_server.aggregates.room.messages import Bar, Dissolve, Open
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    RuleTerms,
    Seats,
)
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.host.journal import write_snapshot
from xiangqi_server.kernel.host.recent import Recent
from xiangqi_server.kernel.store.records import MAX_RECORD_BYTES

TERMS = checked_terms(GameTerms(FischerClock(300_000, 3_000)))
BLITZ = Queue("5+3", rated=False)


def refusal_of(lobby: Lobby, command: LobbyCommand) -> RefusalCode:
    """Why `command` is refused."""
    with pytest.raises(Refused) as refused:
        decide(lobby, command, NOW_MS)
    return refused.value.code


def ann_seeks(
    side: SidePreference = "any",
    terms: GameTerms = TERMS,
    low: int | None = None,
    high: int | None = None,
    **fields: object,
) -> OpenSeek:
    return OpenSeek(seeker("ann", **fields), "seek1", terms, side, low, high)


def a_seek(seek: str = "seek1", player: str = "ann", **fields: object) -> Seek:
    usual: dict[str, object] = {"terms": TERMS, "side": "any", "has_account": True}
    return Seek(seek, player, **(usual | fields))  # type: ignore[arg-type]


# The waiting room.


def test_a_seek_is_shown_to_everybody() -> None:
    running = RunningLobby()

    events = running.tell(ann_seeks("red", low=1_400, high=1_900, rating=1_600, ignores=("dan",)))

    seek = a_seek(side="red", rating=1_600, low=1_400, high=1_900, ignores=("dan",))
    assert events == (SeekOpened(seek),)
    assert running.lobby == Lobby(seeks={"seek1": seek})


def test_a_second_seek_replaces_the_first() -> None:
    running = RunningLobby()

    events = running.tell(ann_seeks(), OpenSeek(seeker("ann"), "seek2", TERMS, "black"))

    assert events == (SeekClosed("seek1"), SeekOpened(a_seek("seek2", side="black")))
    assert list(running.lobby.seeks) == ["seek2"]


def test_the_same_seek_again_changes_nothing() -> None:
    assert RunningLobby().tell(ann_seeks(), ann_seeks()) == ()


def test_nobody_overwrites_anothers_seek() -> None:
    running = RunningLobby()
    running.tell(ann_seeks())

    theirs = OpenSeek(seeker("ben"), "seek1", TERMS, "any")

    assert refusal_of(running.lobby, theirs) is CommonRefusal.NOT_ALLOWED


def test_a_seek_keeps_the_version_of_its_rule_set() -> None:
    running = RunningLobby()

    running.tell(ann_seeks(terms=GameTerms(TERMS.clock, RuleTerms(name="axf", version=0))))

    assert running.lobby.seeks["seek1"].terms == TERMS
    assert TERMS.rules.version > 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ann_seeks(terms=GameTerms(TERMS.clock, RuleTerms("nobodys"))), RoomRefusal.UNKNOWN_RULES),
        (
            ann_seeks(terms=GameTerms(TERMS.clock, RuleTerms(version=999))),
            RoomRefusal.UNKNOWN_RULES,
        ),
        (ann_seeks(terms=GameTerms(FischerClock(main_ms=0))), RoomRefusal.BAD_TERMS),
        (ann_seeks(terms=GameTerms(FischerClock(300_000, -1))), RoomRefusal.BAD_TERMS),
        (ann_seeks(low=1_800, high=1_700), RoomRefusal.BAD_TERMS),
        (
            ann_seeks(terms=GameTerms(TERMS.clock, rated=True), has_account=False),
            RoomRefusal.RATED_NEEDS_ACCOUNT,
        ),
        (ann_seeks(is_playing=True), LobbyRefusal.ALREADY_PLAYING),
    ],
)
def test_an_offer_nobody_could_play_is_not_shown(command: OpenSeek, code: RefusalCode) -> None:
    assert refusal_of(Lobby(), command) is code


def test_one_who_plays_may_offer_a_game_by_days() -> None:
    by_days = ann_seeks(terms=GameTerms(CorrespondenceClock(3)), is_playing=True)

    assert [type(event) for event in RunningLobby().tell(by_days)] == [SeekOpened]


def test_the_lobby_is_full_at_its_cap_but_a_seek_can_still_be_replaced() -> None:
    seeks = {f"seek{n}": a_seek(f"seek{n}", f"p{n}") for n in range(MAX_SEEKS)}
    lobby = Lobby(seeks=seeks)

    more = OpenSeek(seeker("ann"), "more", TERMS, "any")
    instead = OpenSeek(seeker("p7"), "more", TERMS, "any")

    assert refusal_of(lobby, more) is SharedRefusal.LOBBY_FULL
    assert decide(lobby, instead, NOW_MS).events == (
        SeekClosed("seek7"),
        SeekOpened(a_seek("more", "p7")),
    )


@pytest.mark.parametrize(
    ("side", "toss", "seats"),
    [
        ("red", 0, Seats("ann", "ben")),
        ("red", 1, Seats("ann", "ben")),
        ("black", 0, Seats("ben", "ann")),
        ("black", 1, Seats("ben", "ann")),
        ("any", 0, Seats("ann", "ben")),
        ("any", 1, Seats("ben", "ann")),
    ],
)
def test_the_owners_wish_or_the_toss_gives_the_sides(
    side: SidePreference, toss: int, seats: Seats
) -> None:
    running = RunningLobby()
    running.tell(ann_seeks(side))

    events = running.tell(AcceptSeek(seeker("ben"), "seek1", "room1", toss))

    red, black = seats.taken()
    assert events == (Paired("room1", TERMS, red, black, keeps_other=True),)
    assert running.effects == [Effect("room", "room1", Open(TERMS, seats, ready_ms=READY_MS))]
    assert running.lobby.players() == frozenset()


def test_nobody_is_asked_to_show_up_at_once_in_a_game_by_days() -> None:
    running = RunningLobby()

    running.tell(
        ann_seeks(terms=GameTerms(CorrespondenceClock(3))),
        AcceptSeek(seeker("ben"), "seek1", "room1", 0),
    )

    (effect,) = running.effects
    assert isinstance(effect.command, Open)
    assert effect.command.ready_ms == 0


def test_a_taken_seek_is_gone() -> None:
    running = RunningLobby()
    running.tell(ann_seeks(), AcceptSeek(seeker("ben"), "seek1", "room1", 0))

    late = AcceptSeek(seeker("cho"), "seek1", "room2", 0)

    assert refusal_of(running.lobby, late) is LobbyRefusal.NO_SUCH_SEEK


@pytest.mark.parametrize(
    ("seek", "taker", "code"),
    [
        (ann_seeks(), seeker("ann"), LobbyRefusal.OWN_SEEK),
        (ann_seeks(low=1_501), seeker("ben"), RoomRefusal.RATING_OUT_OF_RANGE),
        (ann_seeks(high=1_499), seeker("ben"), RoomRefusal.RATING_OUT_OF_RANGE),
        (ann_seeks(ignores=("ben",)), seeker("ben"), LobbyRefusal.IGNORED),
        (ann_seeks(), seeker("ben", ignores=("ann",)), LobbyRefusal.IGNORED),
        (ann_seeks(), seeker("ben", is_playing=True), LobbyRefusal.ALREADY_PLAYING),
        (
            ann_seeks(terms=GameTerms(TERMS.clock, rated=True)),
            Seeker("ben"),
            RoomRefusal.RATED_NEEDS_ACCOUNT,
        ),
    ],
)
def test_who_does_not_suit_cannot_take_a_seek(
    seek: OpenSeek, taker: Seeker, code: RefusalCode
) -> None:
    running = RunningLobby()
    running.tell(seek)

    assert refusal_of(running.lobby, AcceptSeek(taker, "seek1", "room1", 0)) is code


def test_the_ends_of_a_range_belong_to_it() -> None:
    running = RunningLobby()
    running.tell(ann_seeks(low=1_500, high=1_500))

    assert running.tell(AcceptSeek(Seeker("ben"), "seek1", "room1", 0)) != ()


# Pools.


def test_two_of_a_pool_are_paired_by_the_next_tick() -> None:
    running = RunningLobby()

    queued = running.enqueue("ann")
    assert due_at_ms(running.lobby) is None
    running.wait(50).enqueue("ben", tilt=-1)
    assert due_at_ms(running.lobby) == NOW_MS + 50 + GATHER_MS
    paired = running.tick()

    terms = checked_terms(terms_of(BLITZ))
    assert queued == (Queued("ann", "5+3", room="ann-5+3"),)
    assert paired == (
        Matched((Match("ann-5+3", "5+3", rated=False, red="ben", black="ann"),), keeps_other=True),
    )
    assert running.effects == [
        Effect("room", "ann-5+3", Open(terms, Seats("ben", "ann"), ready_ms=READY_MS))
    ]
    assert running.lobby.players() == frozenset()
    assert due_at_ms(running.lobby) is None


def test_a_tick_before_its_time_or_after_anothers_changes_nothing() -> None:
    running = RunningLobby()
    running.enqueue("ann")
    running.enqueue("ben")

    assert running.tell(Tick()) == ()
    running.tick()
    assert running.tell(Tick()) == ()


def test_those_a_tick_leaves_are_tried_again_until_waiting_cannot_help() -> None:
    running = RunningLobby()
    running.enqueue("ann")
    running.enqueue("ben", rating=2_600)

    first = running.tick()
    assert first == (Matched((), running.now_ms + TICK_MS, keeps_other=True),)
    running.wait(PATIENCE_MS)

    assert [len(event.pairs) for event in running.tick() if isinstance(event, Matched)] == [1]


def test_pools_and_kinds_of_games_do_not_mix() -> None:
    running = RunningLobby()

    running.enqueue("ann")
    running.enqueue("ben", "3+2")
    running.tell(Enqueue(seeker("cho"), "5+3", rated=True, fresh_id="room", toss=0))

    assert due_at_ms(running.lobby) is None
    assert [running.lobby.waiting("5+3", rated=rated) for rated in (False, True)] == [1, 1]


def test_a_rated_pool_opens_a_rated_game() -> None:
    running = RunningLobby()
    running.tell(Enqueue(seeker("ann"), "5+3", rated=True, fresh_id="room1", toss=0))
    running.tell(Enqueue(seeker("ben"), "5+3", rated=True, fresh_id="room2", toss=0))

    running.tick()

    (effect,) = running.effects
    assert isinstance(effect.command, Open)
    assert effect.command.terms == checked_terms(terms_of(Queue("5+3", rated=True)))
    assert effect.command.terms.rated


def test_to_enter_a_pool_again_changes_nothing_and_the_other_kind_replaces_it() -> None:
    running = RunningLobby()
    running.enqueue("ann")

    assert running.enqueue("ann") == ()
    rated = running.tell(Enqueue(seeker("ann"), "5+3", rated=True, fresh_id="room", toss=0))

    assert [type(event) for event in rated] == [Unqueued, Queued]
    assert [queue for queue, _ in running.lobby.waits_of("ann")] == [Queue("5+3", rated=True)]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (
            Enqueue(seeker("ann"), "5+4", rated=False, fresh_id="r", toss=0),
            LobbyRefusal.NO_SUCH_POOL,
        ),
        (
            Enqueue(Seeker("ann"), "5+3", rated=True, fresh_id="r", toss=0),
            RoomRefusal.RATED_NEEDS_ACCOUNT,
        ),
        (
            Enqueue(seeker("ann", is_playing=True), "5+3", rated=False, fresh_id="r", toss=0),
            LobbyRefusal.ALREADY_PLAYING,
        ),
    ],
)
def test_who_cannot_be_paired_does_not_wait(command: Enqueue, code: RefusalCode) -> None:
    assert refusal_of(Lobby(), command) is code


def test_the_lobby_holds_so_many_entries_of_ignore_lists() -> None:
    lobby = Lobby(ignores=MAX_IGNORES)
    picky = Enqueue(seeker("ann", ignores=("ben",)), "5+3", rated=False, fresh_id="r", toss=0)

    assert refusal_of(lobby, picky) is SharedRefusal.LOBBY_FULL


def test_being_paired_takes_both_out_of_all_live_games() -> None:
    running = RunningLobby()
    running.tell(ann_seeks(), OpenSeek(seeker("ben"), "seek2", TERMS, "any"))
    for player, pool in (("ann", "1+0"), ("ann", "5+3"), ("ben", "3+2"), ("cho", "10+5")):
        running.enqueue(player, pool)

    running.enqueue("ben", "5+3")
    running.tick()

    assert running.lobby.players() == {"cho"}


BY_DAYS = checked_terms(GameTerms(CorrespondenceClock(3)))


def test_a_game_by_days_leaves_the_places_for_live_games() -> None:
    running = RunningLobby()
    running.tell(OpenSeek(seeker("ann"), "days", BY_DAYS, "any"))
    running.enqueue("ann", "15+10")
    running.enqueue("ben", "5+3")

    running.tell(AcceptSeek(seeker("ben"), "days", "room1", 0))

    assert running.lobby.seeks == {}
    assert [queue.pool for queue, _ in running.lobby.waits_of("ann")] == ["15+10"]
    assert [queue.pool for queue, _ in running.lobby.waits_of("ben")] == ["5+3"]
    running.enqueue("cho", "15+10")
    (matched,) = running.tick()
    assert isinstance(matched, Matched)
    assert {matched.pairs[0].red, matched.pairs[0].black} == {"ann", "cho"}


@pytest.mark.parametrize("is_pool", [True, False])
def test_a_live_game_leaves_the_offer_of_a_game_by_days(is_pool: bool) -> None:
    running = RunningLobby()
    running.tell(OpenSeek(seeker("ann"), "days", BY_DAYS, "any"), ann_seeks())
    assert list(running.lobby.seeks) == ["days", "seek1"]

    if is_pool:
        running.enqueue("ann")
        running.enqueue("ben")
        running.tick()
    else:
        running.tell(AcceptSeek(seeker("ben"), "seek1", "room1", 0))

    assert list(running.lobby.seeks) == ["days"]


def test_an_offer_replaces_only_one_of_its_own_pace_and_is_taken_back_alone() -> None:
    running = RunningLobby()
    running.tell(OpenSeek(seeker("ann"), "days", BY_DAYS, "any"), ann_seeks())

    again = running.tell(OpenSeek(seeker("ann"), "days2", BY_DAYS, "red"))
    assert again[0] == SeekClosed("days")
    assert list(running.lobby.seeks) == ["seek1", "days2"]
    assert running.tell(CloseSeek("ben", "seek1")) == ()
    assert running.tell(CloseSeek("ann", "seek1")) == (SeekClosed("seek1"),)
    assert running.tell(ann_seeks(), CloseSeek("ann")) == (
        SeekClosed("days2"),
        SeekClosed("seek1"),
    )


def test_a_live_tournament_takes_its_players_out_of_what_is_live_alone() -> None:
    running = RunningLobby()
    running.tell(OpenSeek(seeker("ann"), "days", BY_DAYS, "any"), ann_seeks())
    running.enqueue("ann")

    assert running.tell(Withdraw(("ann", "ben"))) == (SeekClosed("seek1"), Unqueued("ann", "5+3"))


@pytest.mark.parametrize(
    "event",
    [
        Paired("room1", BY_DAYS, "ann", "ben"),
        Matched((Match("room1", "5+3", rated=False, red="ann", black="ben"),)),
    ],
)
def test_a_pairing_of_old_took_both_out_of_everything(event: Paired | Matched) -> None:
    running = RunningLobby()
    running.tell(OpenSeek(seeker("ann"), "days", BY_DAYS, "any"))
    running.enqueue("ann", "15+10")

    assert apply(running.lobby, Stamped(9, NOW_MS, event)).players() == frozenset()


# A game that came to nothing.


def a_pair() -> RunningLobby:
    """Ann, who came ten seconds ago and also offers a game, and Ben were paired."""
    running = RunningLobby()
    running.tell(ann_seeks())
    running.enqueue("ann", "10+5", ignores=("dan",))
    running.enqueue("ann", ignores=("dan",))
    running.wait(10_000).enqueue("ben")
    running.tick()
    return running


def test_who_stays_waits_again_as_long_as_before_and_not_for_the_same_opponent() -> None:
    running = a_pair()

    events = running.wait(20_000).tell(Dissolve("ann-5+3", ("ann",)))

    assert events == (Returned("ann-5+3", ("ann",)),)
    waits = running.lobby.waits_of("ann")
    assert [queue.pool for queue, _ in waits] == ["5+3", "10+5"]
    for _, wait in waits:
        assert (wait.since_ms, wait.last_opponent, wait.ignores) == (NOW_MS, "ben", ("dan",))
    assert {wait.room for _, wait in waits}.isdisjoint({"ann-5+3", "ann-10+5"})
    assert running.lobby.seek_of("ann", live=True) == a_seek()
    assert running.lobby.waits_of("ben") == ()


def test_who_misses_game_after_game_does_not_look_for_the_next_one_at_once() -> None:
    running = RunningLobby()
    for number in range(FREE_NO_SHOWS + 1):
        running.enqueue("ben")
        running.wait(1).enqueue(f"ann{number}")
        running.tick()
        events = running.tell(Dissolve("ben-5+3", (), ("ben", "eve")))
        assert events == (Returned("ben-5+3", (), ("ben",)),)

    with pytest.raises(Refused) as caught:
        running.wait(1_000).enqueue("ben")
    assert caught.value.code is LobbyRefusal.MISSED_GAMES
    assert caught.value.retry_ms == FIRST_WAIT_MS - 1_000
    with pytest.raises(Refused):
        running.tell(OpenSeek(seeker("ben"), "s", GameTerms(FischerClock(60_000, 0)), "any"))
    assert running.tell(OpenSeek(seeker("ben"), "s", GameTerms(CorrespondenceClock(1)), "any"))
    assert running.wait(FIRST_WAIT_MS).enqueue("ben")


def test_a_pair_is_dissolved_once() -> None:
    running = a_pair()
    running.tell(Dissolve("ann-5+3", ("ann",)), Dequeue("ann"))

    assert running.tell(Dissolve("ann-5+3", ("ann",))) == ()
    assert running.lobby.waits_of("ann") == ()


def test_who_came_back_by_himself_waits_as_long_as_before_too() -> None:
    running = a_pair()
    running.wait(5_000).enqueue("ann")

    running.tell(Dissolve("ann-5+3", ("ann",)))

    assert {wait.since_ms for _, wait in running.lobby.waits_of("ann")} == {NOW_MS}


def test_pairs_with_long_ignore_lists_are_forgotten_before_they_weigh_too_much() -> None:
    running = RunningLobby()
    ignored = tuple(f"{number:016}" for number in range(200))
    for number in range(250):
        for player in (f"red{number}", f"black{number}"):
            for pool in POOLS:
                running.enqueue(player, pool, ignores=ignored)
        running.wait(100).tick()

    assert 20 < len(running.lobby.pairs) < 60
    assert "249-" in list(running.lobby.pairs)[-1]
    body = write_snapshot(LOBBY, running.lobby, Recent())
    assert len(body) < MAX_RECORD_BYTES / 2


def test_a_pair_is_forgotten_after_a_while() -> None:
    running = a_pair()
    for player in ("cho", "dan"):
        running.wait(KEPT_PAIR_MS).enqueue(player)
    running.wait(PATIENCE_MS).tick()

    assert list(running.lobby.pairs) == ["cho-5+3"]
    assert running.tell(Dissolve("ann-5+3", ("ann",))) == ()


# Leaving.


def test_one_can_leave_a_pool_or_all_of_them_and_keep_the_seek_or_the_other_way_round() -> None:
    running = RunningLobby()
    running.tell(ann_seeks())
    running.enqueue("ann", "5+3")
    running.enqueue("ann", "1+0")

    def left_by(command: LobbyCommand) -> tuple[object, ...]:
        return decide(running.lobby, command, NOW_MS).events

    assert left_by(Dequeue("ann", "5+3")) == (Unqueued("ann", "5+3"),)
    assert left_by(Dequeue("ann")) == (Unqueued("ann", "1+0"), Unqueued("ann", "5+3"))
    assert left_by(CloseSeek("ann")) == (SeekClosed("seek1"),)


def test_who_departs_leaves_nothing_behind() -> None:
    running = RunningLobby()
    running.tell(ann_seeks())
    running.enqueue("ann", ignores=("ben",))
    assert running.lobby.players() == {"ann"}

    running.tell(Depart("ann"))

    assert running.lobby == Lobby()


@pytest.mark.parametrize("command", [CloseSeek("ann"), Dequeue("ann"), Depart("ann")], ids=str)
def test_leaving_what_one_was_not_in_changes_nothing(command: LobbyCommand) -> None:
    assert decide(Lobby(), command, NOW_MS) == Decision()


def test_every_pool_has_terms_a_room_opens_under() -> None:
    for queue in QUEUES:
        terms = checked_terms(terms_of(queue))
        clock = POOLS[queue.pool].clock

        assert terms.rated == queue.rated
        assert isinstance(clock, FischerClock)
        assert queue.pool == f"{clock.main_ms // 60_000}+{clock.increment_ms // 1_000}"


def test_who_is_barred_loses_every_place_and_gets_none_until_the_bar_is_over() -> None:
    running = RunningLobby()
    running.enqueue("annan")
    running.enqueue("annan", "10+5")
    running.tell(OpenSeek(seeker("annan"), "seek1", TERMS, "any"))

    running.tell(Bar("annan", 1, running.now_ms + 10))

    assert not running.lobby.players()
    for command in (
        OpenSeek(seeker("annan"), "seek2", TERMS, "any"),
        Enqueue(seeker("annan"), "5+3", rated=False, fresh_id="room1", toss=0),
    ):
        assert refusal_of(running.lobby, command) is CommonRefusal.BANNED
    assert running.wait(10).enqueue("annan")


def test_a_bar_that_comes_late_or_again_does_not_undo_that_it_was_lifted() -> None:
    running = RunningLobby()

    running.tell(Bar("annan", 1, running.now_ms + 10), Bar("annan", 2, 0))

    assert running.tell(Bar("annan", 1, running.now_ms + 10)) == ()
    assert running.tell(Bar("annan", 2, 0)) == ()
    assert running.enqueue("annan")


def test_a_place_is_not_given_back_to_who_was_barred_meanwhile() -> None:
    running = RunningLobby()
    running.enqueue("annan")
    running.enqueue("benbo")
    running.tick()
    (room,) = running.lobby.pairs

    running.tell(Bar("annan", 1, running.now_ms + 10), Dissolve(room, ("annan", "benbo")))

    assert running.lobby.players() == {"benbo"}


def test_only_the_latest_bars_are_remembered() -> None:
    running = RunningLobby()

    running.tell(*(Bar(f"p{n}", n, running.now_ms + 10) for n in range(1, MAX_BARS + 2)))

    assert len(running.lobby.bars) == MAX_BARS
    assert running.enqueue("p1")


def test_one_address_shows_a_few_offers_and_keeps_nobody_else_out() -> None:
    running = RunningLobby()
    for n in range(MAX_SEEKS_OF_ADDRESS):
        running.tell(OpenSeek(seeker(f"p{n}"), f"seek{n}", TERMS, "any", tag="near"))

    one_more = OpenSeek(seeker("late"), "seek9", TERMS, "any", tag="near")
    assert refusal_of(running.lobby, one_more) is CommonRefusal.LIMIT_REACHED
    assert running.tell(OpenSeek(seeker("p0"), "seek8", TERMS, "any", tag="near"))
    for tag in ("far", ""):
        assert running.tell(OpenSeek(seeker(f"who{tag}"), f"seek{tag}", TERMS, "any", tag=tag))
