"""A game as a file: its log becomes PGN, with what each move took and how it was ruled.

What was taken back is left out, as it is no part of the game any more.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Final, NamedTuple, assert_never

from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.messages import Moved, RoomEvent, TimeCredited, TookBack
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.terms_text import rule_terms_text
from xiangqi_server.aggregates.tournaments.state import GameResult
from xiangqi_server.api.names.naming import NameOf, as_guest
from xiangqi_server.api.reviews import marks_in
from xiangqi_server.api.room.given_back import GivenBack
from xiangqi_server.api.room.results import told_result
from xiangqi_server.game.records.marks import SIGNS, eval_text
from xiangqi_server.game.records.pgn_writing import game_lines
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.records.tree import line_tree
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.notation import Notation
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.wire.terms import NotationName

_NOTATIONS: Final[dict[NotationName, Notation]] = {
    "wxf": Notation.WXF,
    "iccs": Notation.ICCS,
    "chinese": Notation.CHINESE,
    "uci": Notation.UCI,
}


class Occasion(NamedTuple):
    """What a game is one of.

    Fields:
        event: the tournament's name.
        round: as PGN writes it: `3`, `2.1` for the first game of a match, or `-`.
        counted: how the tournament counts the game; None while it does not.
        stands: version and digest of the tournament's log, once it is over.
    """

    event: str
    round: str
    counted: GameResult | None = None
    stands: tuple[int, bytes] | None = None


def pgn_lines(
    room: Room,
    log: Iterable[Stamped[RoomEvent]],
    notation: NotationName,
    stands: tuple[int, bytes] | None = None,
    names: NameOf = as_guest,
    occasion: Occasion | None = None,
    review: Review | None = None,
) -> Iterator[str]:
    """The game of a room whose log led to `room`, line by line, each made when asked for.

    With version and digest at which that log `stands`, the file proves the log, as the log
    proves the file. What a `review` found stands at the moves.
    """
    tags = _tags(room, names)
    told = told_result(room, None if occasion is None else occasion.counted)
    if occasion is not None:
        tags |= {"Event": occasion.event, "Round": occasion.round}
    if told.termination:
        tags["Termination"] = told.termination
    tags |= _proofs(stands, None if occasion is None else occasion.stands)
    tree = line_tree(room.game.moves, _said(room, log, review), _signs(room, review))
    if review is not None and review.engine:
        tags["Annotator"] = review.engine
    record = Record(tags, room.game.start_fen, tree, told.written)
    return game_lines(record, _NOTATIONS[notation], told.text)


def _tags(room: Room, names: NameOf) -> dict[str, str]:
    rules = room.terms.rules
    tags = {
        "Event": "Rated game" if room.terms.rated else "Casual game",
        "Date": utc_date(room.timing.opened_at_ms),
        "Round": "-",
        "Red": _called(room.seats.red, names),
        "Black": _called(room.seats.black, names),
        "Room": room.id,
        "TimeControl": _time_control(room.terms.clock),
        "RuleSet": f"{rules.name} {rules.version}",
    }
    if terms := rule_terms_text(rules):
        tags["RuleTerms"] = terms
    for side, player in (("Red", room.seats.red), ("Black", room.seats.black)):
        if player is not None and names(player).bot:
            tags[f"{side}Type"] = "program"
    return tags


def _proofs(game: tuple[int, bytes] | None, tournament: tuple[int, bytes] | None) -> dict[str, str]:
    """The heads of the logs to which the file can be held."""
    tags: dict[str, str] = {}
    if game is not None:
        tags |= {"Version": str(game[0]), "Digest": game[1].hex()}
    if tournament is not None:
        tags |= {"EventVersion": str(tournament[0]), "EventDigest": tournament[1].hex()}
    return tags


def _called(player: str | None, names: NameOf) -> str:
    """The name of a seat's holder, as PGN has it for a free one too."""
    return "?" if player is None else names(player).name


def _said(room: Room, log: Iterable[Stamped[RoomEvent]], review: Review | None) -> list[str]:
    """For each move what its player had left, behind what an engine says of the position after."""
    receipts = _receipts(room, log)
    if review is None:
        return receipts
    pairs = zip_longest(receipts, review.scores[1:])
    return [
        receipt if score is None else f"[%eval {eval_text(score)}] {receipt}"
        for receipt, score in pairs
    ]


def _signs(room: Room, review: Review | None) -> dict[int, str]:
    """The signs of the moves that lost much, by their plies."""
    marks = [] if review is None else marks_in(review, room)
    return {mark.ply: SIGNS[mark.name] for mark in marks}


def _receipts(room: Room, log: Iterable[Stamped[RoomEvent]]) -> list[str]:
    """For each move what its player had left, what the turn took, and what was compensated."""
    is_timed = not isinstance(room.terms.clock, NoClock)
    is_by_days = isinstance(room.terms.clock, CorrespondenceClock)
    receipts: list[str] = []
    stood = GivenBack()
    for stamped in log:
        match stamped.event:
            case Moved() as moved:
                given = stood.at(stamped.at_ms) if is_by_days else {}
                receipts.append(_receipt(moved, given, is_timed=is_timed))
                stood = GivenBack()
            case TookBack(plies=plies):
                del receipts[-plies:]
                stood = GivenBack()
            case TimeCredited() as credit:
                stood = stood.and_by(credit)
    return receipts


def _receipt(moved: Moved, given: Mapping[str, int], *, is_timed: bool) -> str:
    is_red = moved.ply % 2 == Side.RED
    left_ms = moved.red_left_ms if is_red else moved.black_left_ms
    periods = moved.red_periods if is_red else moved.black_periods
    parts = [f"[%clk {_hours(left_ms)}]"] if is_timed else []
    if periods:
        parts.append(f"[%periods {periods}]")
    parts.append(f"[%emt {_hours(moved.spent_ms)}]")
    if moved.compensated_ms:
        parts.append(f"[%compensated {_hours(moved.compensated_ms)}]")
    parts += [f"[%{why} {_hours(ms)}]" for why, ms in given.items()]
    return " ".join(parts)


def _hours(duration_ms: int) -> str:
    seconds, ms = divmod(duration_ms, 1_000)
    return f"{seconds // 3_600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"


def _time_control(clock: ClockTerms) -> str:
    """The terms of the clock, in seconds."""
    match clock:
        case FischerClock(main_ms, increment_ms):
            return f"{main_ms // 1000}+{increment_ms // 1000}"
        case ByoyomiClock(main_ms, period_ms, periods):
            return f"{main_ms // 1000}+{periods}x{period_ms // 1000}"
        case ThreePartClock(game_ms, move_ms, count_ms):
            return f"{game_ms // 1000}/{move_ms // 1000}/{count_ms // 1000}"
        case PerMoveClock(move_ms):
            return f"*{move_ms // 1000}"
        case CorrespondenceClock(days, 0):
            return f"*{days * DAY_MS // 1000}"
        case CorrespondenceClock(days, bank_days):
            return f"{(days + bank_days) * DAY_MS // 1000}+{days * DAY_MS // 1000}"
        case NoClock():
            return "-"
        case _:
            assert_never(clock)


def utc_date(at_ms: int) -> str:
    """The day of a moment in UTC, counted in eras of 400 years that begin in March."""
    era, day = divmod(at_ms // DAY_MS + 719_468, 146_097)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    civil_month = month + 3 if month < 10 else month - 9
    civil_year = era * 400 + year + (civil_month <= 2)
    return f"{civil_year:04}.{civil_month:02}.{day + 1:02}"
