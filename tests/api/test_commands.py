"""Messages become commands."""

from typing import get_args

import pytest
from msgspec.structs import replace

from tests.support.wire_samples import CLIENT
from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    CloseSeek,
    Dequeue,
    Enqueue,
    LobbyCommand,
    OpenSeek,
    Seek,
    Seeker,
    SidePreference,
)
from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.friends import Friends
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.open_games import OpenGames
from xiangqi_server.aggregates.players.rating import Rating
from xiangqi_server.aggregates.players.ratings import RatingRecord, Ratings
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import (
    Abort,
    AcceptOffer,
    Berserk,
    Claim,
    ClaimKind,
    DeclineChallenge,
    DeclineOffer,
    DeclineReason,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Ready,
    Resign,
    RoomCommand,
    Sit,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    RuleTerms,
    Seats,
)
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.api.commands import (
    CHALLENGE_BY_DAYS_MS,
    CHALLENGE_MS,
    LobbyMessage,
    invitation,
    lobby_command,
)
from xiangqi_server.api.permissions import refusal
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Role
from xiangqi_server.api.room.premove import Premove
from xiangqi_server.api.room.room_messages import RoomMessage, premove_command, room_command
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.aggregate.spans import HOUR_MS
from xiangqi_server.wire import client

BLITZ = GameTerms(FischerClock(180_000, 2_000), RuleTerms("axf"))

NOW_MS = 1_700_000_000_000
PLAYER = Player(
    "me",
    identity=Identity(token_hash=b"hash", password="argon2id"),
    open_games=OpenGames(last_opponent="ann", sides=(Side.BLACK, Side.BLACK, Side.RED)),
    friends=Friends(ignored=("dan",)),
)
ME = Seeker(
    "me", has_account=True, ignores=("dan",), last_opponent="ann", tilt=-1, is_playing=False
)

ROOM_ROWS: list[tuple[RoomMessage, RoomCommand]] = [
    (client.Sit("1", "room1"), Sit("me", has_account=True)),
    (client.Sit("1", "room1", "k" * 16), Sit("me", has_account=True, seat_key="k" * 16)),
    (client.AcceptChallenge("1", "room1"), Sit("me", has_account=True)),
    (
        client.DeclineChallenge("1", "room1", DeclineReason.TOO_FAST),
        DeclineChallenge("me", DeclineReason.TOO_FAST),
    ),
    (client.WithdrawChallenge("1", "room1"), WithdrawChallenge("me")),
    (client.Ready("1", "room1"), Ready("me")),
    (client.Move("1", "room1", 6, "炮二平五"), PlayMove("me", 6, "炮二平五")),
    (client.Resign("1", "room1"), Resign("me")),
    (client.Abort("1", "room1"), Abort("me")),
    (client.Offer("1", "room1", OfferKind.DRAW, 9), MakeOffer("me", OfferKind.DRAW, 9, "fresh")),
    (client.Accept("1", "room1", OfferKind.REMATCH), AcceptOffer("me", OfferKind.REMATCH, "fresh")),
    (client.Decline("1", "room1", OfferKind.DRAW), DeclineOffer("me", OfferKind.DRAW)),
    (
        client.Offer("1", "room1", OfferKind.TAKEBACK, 9),
        MakeOffer("me", OfferKind.TAKEBACK, 9, "fresh"),
    ),
    (client.Accept("1", "room1", OfferKind.ABORT), AcceptOffer("me", OfferKind.ABORT, "fresh")),
    (client.GiveTime("1", "room1"), GiveTime("me")),
    (client.Berserk("1", "room1"), Berserk("me")),
    (client.Claim("1", "room1", ClaimKind.DRAW), Claim("me", ClaimKind.DRAW)),
]
OF_ROOMS = {type_ for type_ in get_args(client.AnyClientMessage) if issubclass(type_, RoomMessage)}
LOBBY_ROWS: list[tuple[LobbyMessage, LobbyCommand]] = [
    (client.Seek("1", BLITZ, "red"), OpenSeek(ME, "fresh", BLITZ, "red")),
    (
        client.Seek("1", BLITZ, "red", min_rating=1_000, max_rating=2_000),
        OpenSeek(ME, "fresh", BLITZ, "red", 1_000, 2_000),
    ),
    (client.Unseek("1"), CloseSeek("me")),
    (client.AcceptSeek("1", "seek1"), AcceptSeek(ME, "seek1", "fresh", 1)),
    (
        client.Queue("1", "5+3", rated=True),
        Enqueue(ME, "5+3", rated=True, fresh_id="fresh", toss=1),
    ),
    (client.Unqueue("1"), Dequeue("me")),
    (client.Unqueue("1", "5+3"), Dequeue("me", "5+3")),
]


@pytest.mark.parametrize(("message", "command"), ROOM_ROWS)
def test_a_message_to_a_room_becomes_its_command(
    message: RoomMessage, command: RoomCommand
) -> None:
    assert room_command(message, "me", "fresh", has_account=True) == command


@pytest.mark.parametrize(("message", "command"), LOBBY_ROWS)
def test_a_message_to_the_lobby_becomes_its_command(
    message: LobbyMessage, command: LobbyCommand
) -> None:
    assert lobby_command(message, PLAYER, Lobby(), "fresh", toss=1, now_ms=NOW_MS) == command


def test_there_are_only_the_stated_pools() -> None:
    with pytest.raises(Refused) as refused:
        lobby_command(client.Queue("1", "5+4"), PLAYER, Lobby(), "fresh", toss=0, now_ms=NOW_MS)

    assert refused.value.code is LobbyRefusal.NO_SUCH_POOL


def test_a_game_by_days_is_not_sought_in_the_lobby() -> None:
    seek = client.Seek("1", GameTerms(CorrespondenceClock(3)))

    with pytest.raises(Refused) as refused:
        lobby_command(seek, PLAYER, Lobby(), "fresh", toss=0, now_ms=NOW_MS)

    assert refused.value.code is LobbyRefusal.USE_OFFER_BY_DAYS


def test_who_takes_a_seek_comes_with_the_rating_at_its_speed() -> None:
    strong = replace(
        PLAYER, ratings=Ratings({"blitz": RatingRecord(Rating(1_900.4, 50.0), 20, NOW_MS)})
    )
    lobby = Lobby(seeks={"seek1": Seek("seek1", "ann", BLITZ, "any")})

    command = lobby_command(
        client.AcceptSeek("1", "seek1"), strong, lobby, "fresh", toss=0, now_ms=NOW_MS
    )

    assert isinstance(command, AcceptSeek)
    assert command.by.rating == 1_900


def test_every_message_that_asks_something_is_tested() -> None:
    assert {type(message) for message, _ in ROOM_ROWS} == OF_ROOMS
    assert {type(message) for message, _ in LOBBY_ROWS} == set(get_args(LobbyMessage))


def test_all_that_only_the_seated_may_send_asks_something_of_the_room() -> None:
    for_the_seated = {
        type(message)
        for _, message in CLIENT
        if refusal(POLICY[type(message)], Scope.OWN, Role.SPECTATOR) is RoomRefusal.NOT_SEATED
    }

    held_outside = {client.Premove, client.CancelPremove, client.Legal, client.Note, client.SetNote}
    assert for_the_seated - held_outside < OF_ROOMS


def test_a_move_carries_the_lag_the_server_measured() -> None:
    message = client.Move("1", "room1", 6, "h2e2")

    assert room_command(message, "me", "fresh", lag_ms=80) == PlayMove("me", 6, "h2e2", lag_ms=80)


def test_a_premove_becomes_a_move_that_is_charged_until_it_was_made() -> None:
    command = premove_command(Premove(6, "h2e2", "1.abc", made_at_ms=700), "me")

    assert command == PlayMove("me", 6, "h2e2", premove=True, made_at_ms=700)


@pytest.mark.parametrize(
    ("side", "toss", "seats"),
    [
        ("red", 1, Seats(red="me")),
        ("black", 0, Seats(black="me")),
        ("any", 0, Seats(red="me")),
        ("any", 1, Seats(black="me")),
    ],
)
def test_an_invitation_opens_a_room_with_the_other_seat_free(
    side: SidePreference, toss: int, seats: Seats
) -> None:
    message = client.Invite("1", BLITZ, side)

    opened = invitation(message, "me", toss, has_account=False)

    assert opened == Open(BLITZ, seats, waits_ms=24 * HOUR_MS)


def test_a_challenge_opens_a_room_for_one_player_who_must_then_show_up() -> None:
    live = client.Challenge("1", "them", BLITZ, "red")
    by_days = client.Challenge("1", "them", GameTerms(CorrespondenceClock(3)), "black")

    assert invitation(live, "me", 0, live.player, has_account=True) == Open(
        BLITZ, Seats(red="me"), ready_ms=READY_MS, waits_ms=CHALLENGE_MS, invited="them"
    )
    assert invitation(by_days, "me", 0, by_days.player, has_account=True) == Open(
        GameTerms(CorrespondenceClock(3)),
        Seats(black="me"),
        waits_ms=CHALLENGE_BY_DAYS_MS,
        invited="them",
    )


def test_a_rated_invitation_asks_for_an_account() -> None:
    rated = client.Invite("1", GameTerms(FischerClock(180_000, 2_000), rated=True))

    with pytest.raises(Refused) as refused:
        invitation(rated, "me", 0, has_account=False)

    assert refused.value.code is RoomRefusal.RATED_NEEDS_ACCOUNT
