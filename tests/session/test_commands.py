"""Messages become commands."""

from typing import get_args

import pytest

from server.aggregate.refusal import RefusalCode
from server.lobby.messages import (
    CloseSeek,
    Dequeue,
    Enqueue,
    LobbyCommand,
    OpenSeek,
    SidePreference,
    TakeSeek,
)
from server.room.messages import (
    Abort,
    AcceptOffer,
    Claim,
    ClaimKind,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Resign,
    RoomCommand,
    Sit,
)
from server.room.terms import Fischer, Rules, Seats, Terms
from server.session.commands import (
    LobbyMessage,
    RoomMessage,
    invitation,
    lobby_command,
    premove_command,
    room_command,
)
from server.session.guard import Role, check
from server.session.premove import Premove
from server.wire import client
from server.wire.terms import FischerClock, GameTerms
from tests.support.wire_samples import CLIENT

BLITZ_WIRE = GameTerms(clock=FischerClock(main_ms=180_000, increment_ms=2_000))
BLITZ = Terms(Fischer(180_000, 2_000), Rules("axf"))

ROOM_ROWS: list[tuple[RoomMessage, RoomCommand]] = [
    (client.Sit("1", "room1"), Sit("me")),
    (client.Move("1", "room1", 6, "炮二平五"), PlayMove("me", 6, "炮二平五")),
    (client.Resign("1", "room1"), Resign("me")),
    (client.Abort("1", "room1"), Abort("me")),
    (client.Offer("1", "room1", "draw", 9), MakeOffer("me", OfferKind.DRAW, 9, "fresh")),
    (client.Accept("1", "room1", "rematch"), AcceptOffer("me", OfferKind.REMATCH, "fresh")),
    (client.Decline("1", "room1", "draw"), DeclineOffer("me", OfferKind.DRAW)),
    (
        client.Offer("1", "room1", "takeback", 9),
        MakeOffer("me", OfferKind.TAKEBACK, 9, "fresh"),
    ),
    (client.Accept("1", "room1", "abort"), AcceptOffer("me", OfferKind.ABORT, "fresh")),
    (client.GiveTime("1", "room1"), GiveTime("me")),
    (client.Claim("1", "room1", "draw"), Claim("me", ClaimKind.DRAW)),
]
LOBBY_ROWS: list[tuple[LobbyMessage, LobbyCommand]] = [
    (client.Seek("1", BLITZ_WIRE, "red"), OpenSeek("me", "fresh", BLITZ, "red")),
    (client.Unseek("1"), CloseSeek("me")),
    (client.Take("1", "seek1"), TakeSeek("me", "seek1", "fresh", 1)),
    (client.Match("1", "5+3"), Enqueue("me", "5+3", "fresh", 1)),
    (client.Unmatch("1"), Dequeue("me")),
]


@pytest.mark.parametrize(("message", "command"), ROOM_ROWS)
def test_a_message_to_a_room_becomes_its_command(
    message: RoomMessage, command: RoomCommand
) -> None:
    assert room_command(message, "me", "fresh") == command


@pytest.mark.parametrize(("message", "command"), LOBBY_ROWS)
def test_a_message_to_the_lobby_becomes_its_command(
    message: LobbyMessage, command: LobbyCommand
) -> None:
    assert lobby_command(message, "me", "fresh", toss=1) == command


def test_every_message_that_asks_something_is_tested() -> None:
    assert {type(message) for message, _ in ROOM_ROWS} == set(get_args(RoomMessage))
    assert {type(message) for message, _ in LOBBY_ROWS} == set(get_args(LobbyMessage))


def test_all_that_only_the_seated_may_send_asks_something_of_the_room() -> None:
    for_the_seated = {
        type(message)
        for _, message in CLIENT
        if check(message, Role.SPECTATOR) is RefusalCode.NOT_SEATED
    }

    held_outside = {client.Premove, client.CancelPremove}
    assert for_the_seated - held_outside < set(get_args(RoomMessage))


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
    message = client.Invite("1", BLITZ_WIRE, side)

    assert invitation(message, "me", toss) == Open(BLITZ, seats)
