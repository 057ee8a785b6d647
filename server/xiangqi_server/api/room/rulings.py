"""Warnings and ends of games as they are sent: the facts of the event, worded for its reader."""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from xiangqi_server.aggregates.room import messages
from xiangqi_server.aggregates.room.parts import Outcome
from xiangqi_server.aggregates.room.results import result_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.game.rules.adjudication.records import Record, ruling_in, warning_in
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import PlyKind
from xiangqi_server.game.rules.repetition.ruling import RepetitionWarning, Ruling
from xiangqi_server.texts.endings import ending_text
from xiangqi_server.texts.rulings.telling import tell_plies, tell_ruling, tell_warning
from xiangqi_server.wire import parts
from xiangqi_server.wire.terms import Language


class ReadWarning(NamedTuple):
    """The record of a warning as it was read: the part of a message, and what the rules found."""

    detail: parts.WarningDetail
    warning: RepetitionWarning


def read_warning(warned: messages.Warned) -> ReadWarning:
    """What all readers of a warning get alike.

    Raises:
        msgspec.ValidationError: the record is not a warning.
    """
    detail = msgspec.convert(warned.warning, parts.WarningDetail)
    return ReadWarning(detail, warning_in(warned.warning))


def warning_view(
    room: Room, read: ReadWarning, you: Side | None, language: Language
) -> parts.RepetitionWarning:
    """A warning that stands, as the holder of a seat or a spectator reads it."""
    detail, warning = read
    at_fault = [side for side in Side if warning.sides[side].at_fault]
    first, last = warning.window or (0, -1)
    return parts.RepetitionWarning(
        text=tell_warning(warning, room.game.position, language, you),
        occurrences=warning.occurrences,
        rule_at=_ruled_at(warning),
        side=side_name(at_fault[0]) if len(at_fault) == 1 else None,
        cycle=[room.score[ply].uci for ply in range(first, last + 1)],
        detail=detail,
    )


def _ruled_at(warning: RepetitionWarning) -> int | None:
    """The occurrence at which the rule set rules; bans and runs of attacks hang on none."""
    recurs = warning.sides[0].ending is not None and not warning.rounds
    return warning.occurrences + warning.left if recurs else None


def outcome_view(room: Room, end: Outcome | messages.Ended, language: Language) -> parts.Outcome:
    """How the game of a room ended, with the evidence where the rules ended it."""
    ruling, told = None, None
    if end.ruling is not None:
        part, ruling = _ruling_part(end.ruling), ruling_in(end.ruling)
        told = replace(part, told=_told(ruling, room.game, language))
    return parts.Outcome(
        winner=None if end.winner is None else side_name(end.winner),
        ending=end.ending,
        text=_text(end, ruling, language),
        ruling=told,
        reason=end.reason,
        result=result_of(end.ending, end.winner),
    )


def _ruling_part(record: Record) -> parts.Ruling:
    """The ruling of a record, without what older records say of its plies in words."""
    facts = {key: value for key, value in record.items() if key != "told"}
    return msgspec.convert(facts, parts.Ruling)


def outcome_text(end: Outcome, language: Language) -> str:
    """How a game ended, in a sentence or more."""
    ruling = None if end.ruling is None else ruling_in(end.ruling)
    return _text(end, ruling, language)


def _text(end: Outcome | messages.Ended, ruling: Ruling | None, language: Language) -> str:
    """What a ruling says, from its facts; of other ends, what there is to say.

    Once a ruling was stored in words. Those of a ruling on checks that does not name the pieces
    that check are all there is.
    """
    if ruling is None:
        return ending_text(end.ending, end.winner, language, end.reason)
    plies = () if ruling.evidence is None else ruling.evidence.plies
    is_whole = all(ply.checkers for ply in plies if ply.kind is PlyKind.CHECK)
    kept = None if is_whole else end.texts.get(language)
    return kept or tell_ruling(ruling, language)


def _told(ruling: Ruling, game: Game, language: Language) -> list[parts.ToldPlies]:
    """What is said of the plies of a ruling, those alike together."""
    return list(tell_plies(ruling, lambda ply: game.position_at(ply).board, language))
