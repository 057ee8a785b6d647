"""Rulings and warnings as events keep them, made into parts of messages and read back as values.

An event holds a record (`rules.records`); `wire.parts` says what is in one, so reading it is a
check as well. What it says is worded from the value of the rules that it was made of.
"""

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from xiangqi_server.rules.adjudication.records import Record
from xiangqi_server.rules.board.by_side import BySide
from xiangqi_server.rules.board.encoding import SQUARE_NAMES, Move, Side, letter_of, move_from_uci
from xiangqi_server.rules.repetition.evidence import (
    Chase,
    ChaseKind,
    CyclePiece,
    Doubt,
    Evidence,
    Level,
    Placed,
    PlyEvidence,
    PlyKind,
    RejectedChase,
    Rejection,
    SideEvidence,
    Why,
)
from xiangqi_server.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    RepetitionWarning,
    Ruling,
    SideWarning,
)
from xiangqi_server.rules.repetition.summary import Deed, DeedKind
from xiangqi_server.wire import parts
from xiangqi_server.wire.terms import SideName

T = TypeVar("T")

_PIECES: Final = {letter_of(piece): piece for piece in range(1, 16) if piece != 8}
_SQUARES: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}
_LEVELS: Final = {level.name.lower(): level for level in Level}
_SIDES: Final[dict[SideName, Side]] = {"red": Side.RED, "black": Side.BLACK}


def ruling_part(record: Record) -> parts.Ruling:
    """The ruling of a record, without what older records say of its plies in words.

    Raises:
        msgspec.ValidationError: it is not such a record.
    """
    facts = {key: value for key, value in record.items() if key != "told"}
    return msgspec.convert(facts, parts.Ruling)


def warning_part(record: Record) -> parts.WarningDetail:
    """The warning of a record.

    Raises:
        msgspec.ValidationError: it is not such a record.
    """
    return msgspec.convert(record, parts.WarningDetail)


def ruling_of(part: parts.Ruling) -> Ruling:
    """What the rules found that a part tells."""
    return Ruling(
        winner=_side(part.winner),
        ending=Ending(part.ending),
        clause=part.clause,
        rule_set=part.rule_set,
        version=part.version,
        occurrences=part.occurrences,
        window=_known(part.window),
        evidence=None if part.sides is UNSET else _evidence(part, part.sides),
    )


def warning_of(part: parts.WarningDetail) -> RepetitionWarning:
    """What the rules warn of that a part tells."""
    return RepetitionWarning(
        rule_set=part.rule_set,
        version=part.version,
        to_move=_SIDES[part.to_move],
        occurrences=part.occurrences,
        left=part.left,
        bans=part.bans,
        window=_known(part.window),
        sides=BySide(_side_warning(part.sides["red"]), _side_warning(part.sides["black"])),
        doubts=_doubts(part.doubts),
        full_reading=_side(part.full_reading),
        rounds=part.rounds,
    )


def _evidence(part: parts.Ruling, sides: dict[SideName, parts.SideAccount]) -> Evidence:
    return Evidence(
        tuple(_ply(ply) for ply in part.plies),
        BySide(_side_evidence(sides["red"]), _side_evidence(sides["black"])),
        _doubts(part.doubts),
        _side(part.full_reading),
    )


def _ply(part: parts.RuledPly) -> PlyEvidence:
    return PlyEvidence(
        ply=part.ply,
        side=_SIDES[part.side],
        move=move_from_uci(part.move),
        piece=_PIECES[part.piece],
        kind=PlyKind(part.kind),
        chases=tuple(_chase(chase) for chase in part.chases),
        rejected=tuple(_rejected(rejected) for rejected in part.rejected),
        article=part.article,
        line=_moves(part.line),
        joint=part.joint,
        checkers=tuple(_placed(checker) for checker in part.checkers),
    )


def _chase(part: parts.Chase) -> Chase:
    return Chase(
        attacker=_placed(part.attacker),
        victim=_placed(part.victim),
        attacker_id=_SQUARES[part.attacker_id],
        victim_id=_SQUARES[part.victim_id],
        kind=ChaseKind(part.kind),
        why=Why(part.why),
        root=_known_placed(part.root),
        bar=_known_placed(part.bar),
        line=_moves(part.line),
    )


def _rejected(part: parts.RejectedChase) -> RejectedChase:
    return RejectedChase(
        attacker=_placed(part.attacker),
        victim=_placed(part.victim),
        reason=Rejection(part.reason),
        witness=_known_placed(part.witness),
        line=_moves(part.line),
    )


def _side_evidence(part: parts.SideAccount) -> SideEvidence:
    return SideEvidence(
        _LEVELS[part.level],
        _pieces(part.victims),
        driven=None if part.driven is UNSET else _piece(part.driven),
        drivers=_pieces(part.drivers),
    )


def _side_warning(part: parts.SideWarning) -> SideWarning:
    return SideWarning(
        level=_LEVELS[part.level],
        at_fault=part.at_fault,
        ending=None if part.ending is UNSET else Ending(part.ending),
        clause=part.clause,
        deed=None if part.deed is UNSET else _deed(part.deed),
        losing=tuple(_losing(losing) for losing in part.losing),
        banned=_bans(part.banned),
        breaking=_moves(part.breaking),
        soon=_bans(part.soon),
        restricting=_bans(part.restricting),
    )


def _losing(part: parts.LosingMove) -> LosingMove:
    move, piece = move_from_uci(part.move), _PIECES[part.piece]
    ending, clause = Ending(part.ending), part.clause
    return LosingMove(move, piece, after_reply=part.after_reply, ending=ending, clause=clause)


def _bans(bans: Iterable[parts.BannedMove]) -> tuple[BannedMove, ...]:
    return tuple(
        BannedMove(move_from_uci(ban.move), _PIECES[ban.piece], BanReason(ban.reason), ban.clause)
        for ban in bans
    )


def _deed(part: parts.Deed) -> Deed:
    return Deed(
        kind=DeedKind(part.kind),
        doers=_pieces(part.doers),
        victim=None if part.victim is UNSET else _piece(part.victim),
        why=None if part.why is UNSET else Why(part.why),
        root=_known_placed(part.root),
        bar=_known_placed(part.bar),
        openers=_pieces(part.openers),
        acts=tuple(map(PlyKind, part.acts)),
    )


def _doubts(doubts: Iterable[parts.Doubt]) -> tuple[Doubt, ...]:
    return tuple(Doubt(doubt.reading, _side(doubt.loser)) for doubt in doubts)


def _pieces(pieces: Iterable[parts.CyclePiece]) -> tuple[CyclePiece, ...]:
    return tuple(_piece(piece) for piece in pieces)


def _piece(part: parts.CyclePiece) -> CyclePiece:
    squares = tuple(_SQUARES[name] for name in part.squares)
    return CyclePiece(_PIECES[part.piece], _SQUARES[part.id], squares)


def _placed(part: parts.PlacedPiece) -> Placed:
    return Placed(_PIECES[part.piece], _SQUARES[part.square])


def _known_placed(part: parts.PlacedPiece | UnsetType) -> Placed | None:
    return None if part is UNSET else _placed(part)


def _moves(texts: Iterable[str]) -> tuple[Move, ...]:
    return tuple(map(move_from_uci, texts))


def _side(name: SideName | UnsetType) -> Side | None:
    return None if name is UNSET else _SIDES[name]


def _known(value: T | UnsetType) -> T | None:
    return None if value is UNSET else value
