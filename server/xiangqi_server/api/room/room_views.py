"""What a whole room looks like to one reader, and what only the seat to move may see."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec.structs import fields

from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.names.naming import NameOf, as_guest
from xiangqi_server.api.room.room_part_views import (
    clock_view,
    fen_of,
    rating_view,
    ready_check_view,
    seat_view,
    side_name,
)
from xiangqi_server.api.room.rulings import outcome_view, read_warning, warning_view
from xiangqi_server.game.rules.adjudication.records import warning_in
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, Side, uci_of
from xiangqi_server.texts.rulings.telling import tell_ban, tell_losing
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.terms import Language

_STATUS_NAMES: Final[Mapping[Status, Literal["waiting", "readying", "playing", "over"]]] = {
    Status.WAITING: "waiting",
    Status.READYING: "readying",
    Status.PLAYING: "playing",
    Status.OVER: "over",
}
_FIELDS: Final = {field.name: field.type for field in fields(Room)}
_AS_IT_IS: Final = [
    field.name for field in fields(server.Room) if _FIELDS.get(field.name) == field.type
]
"""What readers get just as the room has it, because both declare it by one name and one type."""


def room_view(
    room: Room,
    *,
    version: int,
    digest: str,
    at_ms: int,
    you: Side | None,
    language: Language,
    spectators: int,
    names: NameOf = as_guest,
    seat_key: str | None = None,
) -> server.Room:
    """A whole room that was opened, as it stands at `version` and the store's time `at_ms`.

    Args:
        you: the side of the reader, None for a spectator.
        spectators: how many watch it.
        seat_key: what opens the free seat, for a reader that may know it.
    """
    game, seats, timing, series = room.game, room.seats, room.timing, room.series
    return server.Room(
        room=room.id,
        version=version,
        digest=digest,
        at_ms=at_ms,
        status=_STATUS_NAMES[room.status],
        red=_seat_view(seats.red, names),
        black=_seat_view(seats.black, names),
        you=None if you is None else side_name(you),
        start_fen=game.start_fen,
        fen=fen_of(game),
        moves=list(room.score),
        check=game.in_check(),
        clock=clock_view(room, at_ms),
        red_quota_ms=timing.quotas_ms.red,
        black_quota_ms=timing.quotas_ms.black,
        offers=_offer_views(room),
        absences=_absence_views(room),
        warning=_warning_view(room, you, language),
        outcome=None if room.outcome is None else outcome_view(room, room.outcome, language),
        spectators=spectators,
        behind_ms=behind_ms(room, you),
        previous=series.previous,
        next=series.next,
        red_rating=rating_view(room, Side.RED, names),
        black_rating=rating_view(room, Side.BLACK, names),
        suspended_until_ms=_suspended_until_ms(room),
        ready=ready_check_view(room),
        series=series.points,
        invited=_seat_view(room.invitation.invited, names),
        waits_until_ms=_waits_until_ms(room),
        seat_key=seat_key,
        needs_key=room.status is Status.WAITING and bool(room.invitation.lock),
        tournament=series.tournament,
        berserk=_berserk_view(room),
        away=_away_view(room, at_ms),
        **{name: getattr(room, name) for name in _AS_IT_IS},
    )


def _seat_view(player: str | None, names: NameOf) -> parts.Seat | None:
    return None if player is None else seat_view(player, names)


def _offer_views(room: Room) -> list[parts.OpenOffer]:
    return [
        parts.OpenOffer(offer.what, side_name(offer.side), offer.ply) for offer in room.offers.open
    ]


def _absence_views(room: Room) -> list[parts.Absence]:
    return [
        parts.Absence(side_name(side), absence.claimable_at_ms)
        for side, absence in zip(Side, room.absences, strict=True)
        if absence is not None
    ]


def _warning_view(
    room: Room, you: Side | None, language: Language
) -> parts.RepetitionWarning | None:
    if room.warning is None:
        return None
    return warning_view(room, read_warning(room.warning), you, language)


def _berserk_view(room: Room) -> parts.BerserkSides | None:
    return parts.BerserkSides(*room.berserk.sides) if room.berserk.is_allowed else None


def _away_view(room: Room, at_ms: int) -> parts.VacationSides | None:
    if room.away == BySide(None, None):
        return None
    until = [None if away is None else away.until_ms for away in room.away]
    red, black = (moment if moment is not None and moment > at_ms else None for moment in until)
    return None if red is None and black is None else parts.VacationSides(red, black)


def _suspended_until_ms(room: Room) -> int | None:
    if room.timing.suspended is None or room.status is not Status.PLAYING:
        return None
    return room.timing.suspended.until_ms


def _waits_until_ms(room: Room) -> int | None:
    is_waiting = room.status is Status.WAITING
    return room.timing.opened_at_ms + room.invitation.waits_ms if is_waiting else None


def legal_view(
    room: Room, version: int, language: Language, id_: str | None = None
) -> server.Legal:
    """What the seat to move of a running game may play; `id_` is that of the message that asked."""
    moves = room.game.legal_moves()
    if room.warning is None:  # bans and losing moves never come without one
        return server.Legal(room.id, version, room.game.ply, _listed(moves), id=id_)
    mine = warning_in(room.warning.warning).sides[room.game.to_move]
    banned = {ban.move for ban in mine.banned}
    return server.Legal(
        room=room.id,
        version=version,
        ply=room.game.ply,
        moves=_listed(move for move in moves if move not in banned),
        losing=[
            parts.MarkedMove(uci_of(losing.move), tell_losing(losing, language))
            for losing in mine.losing
        ],
        banned=[
            parts.MarkedMove(
                uci_of(ban.move),
                tell_ban(ban, room.game.position, room.terms.rules.name, language),
            )
            for ban in mine.banned
        ],
        id=id_,
    )


def _listed(moves: Iterable[Move]) -> str:
    return " ".join(map(uci_of, moves))


def behind_ms(room: Room, you: Side | None) -> int:
    """How late a reader hears of what happens: only spectators, and only during the game."""
    return room.terms.delay_ms if you is None and room.is_on else 0
