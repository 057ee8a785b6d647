"""Rulings and warnings as plain data, as they are stored in events and sent to clients.

Only dictionaries, lists, text, whole numbers and booleans; squares as ``e4``, moves as four
characters, pieces as FEN letters, sides as ``red`` and ``black``. What is absent is left
out. The form is stored, so a key may be added but never change its meaning. Every key is
explained in `wire.parts`; `api.ruling_records` reads records back.
"""

from collections.abc import Iterable

from xiangqi_server.rules.board.encoding import (
    SQUARE_NAMES,
    Move,
    Side,
    letter_of,
    move_from_uci,
    origin_of,
    uci_of,
)
from xiangqi_server.rules.board.fen import read_fen, write_fen
from xiangqi_server.rules.board.position import Position
from xiangqi_server.rules.repetition.evidence import (
    Chase,
    CyclePiece,
    Doubt,
    Placed,
    PlyEvidence,
    RejectedChase,
    SideEvidence,
)
from xiangqi_server.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    RepetitionWarning,
    Ruling,
    SideWarning,
)
from xiangqi_server.rules.repetition.summary import Deed

Record = dict[str, object]


def to_record(value: Ruling | RepetitionWarning) -> Record:
    """The record of a ruling or of a warning."""
    if isinstance(value, Ruling):
        return _ruling_record(value)
    return _warning_record(value)


def ban_record(ban: BannedMove, position: Position, rule_set: str) -> str:
    """Why a move may not be played in a position, as one line; `ban_in` reads it."""
    return " ".join((rule_set, ban.clause, ban.reason.value, uci_of(ban.move), write_fen(position)))


def ban_in(record: str) -> tuple[BannedMove, Position, str]:
    """The ban of a line of `ban_record`, the position, and the name of the rule set."""
    rule_set, clause, reason, uci, fen = record.split(" ", 4)
    position, move = read_fen(fen, composed=True), move_from_uci(uci)
    piece = position.board[origin_of(move)]
    return BannedMove(move, piece, BanReason(reason), clause), position, rule_set


def _ruling_record(ruling: Ruling) -> Record:
    record: Record = {
        "rule_set": ruling.rule_set,
        "version": ruling.version,
        "verdict": ruling.verdict,
        "ending": ruling.ending.value,
        "clause": ruling.clause,
        "occurrences": ruling.occurrences,
    }
    if ruling.winner is not None:
        record["winner"] = _side_name(ruling.winner)
    if ruling.window is not None:
        record["window"] = list(ruling.window)
    if ruling.evidence is not None:
        record["plies"] = [ply_record(ply) for ply in ruling.evidence.plies]
        record["sides"] = {
            _side_name(side): _side_evidence_record(ruling.evidence.sides[side]) for side in Side
        }
        if ruling.evidence.doubts:
            record["doubts"] = [doubt_record(doubt) for doubt in ruling.evidence.doubts]
        if ruling.evidence.full_reading is not None:
            record["full_reading"] = _side_name(ruling.evidence.full_reading)
    return record


def ply_record(ply: PlyEvidence) -> Record:
    """The record of what one ply did."""
    record: Record = {
        "ply": ply.ply,
        "side": _side_name(ply.side),
        "move": uci_of(ply.move),
        "piece": letter_of(ply.piece),
        "kind": ply.kind.value,
        "chases": [_chase_record(chase) for chase in ply.chases],
        "rejected": [_rejected_record(rejected) for rejected in ply.rejected],
    }
    if ply.article:
        record["article"] = ply.article
    if ply.line:
        record["line"] = _move_texts(ply.line)
    if ply.joint:
        record["joint"] = True
    if ply.checkers:
        record["checkers"] = [_placed_record(checker) for checker in ply.checkers]
    return record


def _chase_record(chase: Chase) -> Record:
    record: Record = {
        "attacker": _placed_record(chase.attacker),
        "victim": _placed_record(chase.victim),
        "attacker_id": SQUARE_NAMES[chase.attacker_id],
        "victim_id": SQUARE_NAMES[chase.victim_id],
        "kind": chase.kind.value,
        "why": chase.why.value,
    }
    if chase.root is not None:
        record["root"] = _placed_record(chase.root)
    if chase.bar is not None:
        record["bar"] = _placed_record(chase.bar)
    if chase.line:
        record["line"] = _move_texts(chase.line)
    return record


def _rejected_record(rejected: RejectedChase) -> Record:
    record: Record = {
        "attacker": _placed_record(rejected.attacker),
        "victim": _placed_record(rejected.victim),
        "reason": rejected.reason.value,
    }
    if rejected.witness is not None:
        record["witness"] = _placed_record(rejected.witness)
    if rejected.line:
        record["line"] = _move_texts(rejected.line)
    return record


def doubt_record(doubt: Doubt) -> Record:
    """The record of a doubt."""
    record: Record = {"reading": doubt.reading}
    if doubt.loser is not None:
        record["loser"] = _side_name(doubt.loser)
    return record


def _side_evidence_record(side: SideEvidence) -> Record:
    record: Record = {
        "level": side.level.name.lower(),
        "victims": [_piece_record(piece) for piece in side.victims],
    }
    if side.driven is not None:
        record["driven"] = _piece_record(side.driven)
        record["drivers"] = [_piece_record(piece) for piece in side.drivers]
    return record


def _piece_record(piece: CyclePiece) -> Record:
    return {
        "piece": letter_of(piece.piece),
        "id": SQUARE_NAMES[piece.identity],
        "squares": [SQUARE_NAMES[square] for square in piece.squares],
    }


def _placed_record(placed: Placed) -> Record:
    return {"piece": letter_of(placed.piece), "square": SQUARE_NAMES[placed.square]}


def _warning_record(warning: RepetitionWarning) -> Record:
    record: Record = {
        "rule_set": warning.rule_set,
        "version": warning.version,
        "to_move": _side_name(warning.to_move),
        "occurrences": warning.occurrences,
        "left": warning.left,
        "bans": warning.bans,
        "sides": {_side_name(side): _side_record(warning.sides[side]) for side in Side},
    }
    if warning.window is not None:
        record["window"] = list(warning.window)
    if warning.doubts:
        record["doubts"] = [doubt_record(doubt) for doubt in warning.doubts]
    if warning.full_reading is not None:
        record["full_reading"] = _side_name(warning.full_reading)
    if warning.rounds:
        record["rounds"] = warning.rounds
    return record


def _side_record(side: SideWarning) -> Record:
    record: Record = {
        "level": side.level.name.lower(),
        "at_fault": side.at_fault,
        "clause": side.clause,
        "losing": [
            {
                "move": uci_of(losing.move),
                "piece": letter_of(losing.piece),
                "after_reply": losing.after_reply,
                "ending": losing.ending.value,
                "clause": losing.clause,
            }
            for losing in side.losing
        ],
        "banned": _ban_records(side.banned),
        "breaking": _move_texts(side.breaking),
    }
    if side.soon:
        record["soon"] = _ban_records(side.soon)
    if side.restricting:
        record["restricting"] = _ban_records(side.restricting)
    if side.ending is not None:
        record["ending"] = side.ending.value
    if side.deed is not None:
        record["deed"] = _deed_record(side.deed)
    return record


def _ban_records(bans: tuple[BannedMove, ...]) -> list[Record]:
    return [
        {
            "move": uci_of(ban.move),
            "piece": letter_of(ban.piece),
            "reason": ban.reason.value,
            "clause": ban.clause,
        }
        for ban in bans
    ]


def _deed_record(deed: Deed) -> Record:
    record: Record = {
        "kind": deed.kind.value,
        "doers": [_piece_record(doer) for doer in deed.doers],
    }
    if deed.victim is not None:
        record["victim"] = _piece_record(deed.victim)
    if deed.why is not None:
        record["why"] = deed.why.value
    if deed.root is not None:
        record["root"] = _placed_record(deed.root)
    if deed.bar is not None:
        record["bar"] = _placed_record(deed.bar)
    if deed.openers:
        record["openers"] = [_piece_record(opener) for opener in deed.openers]
    if deed.acts:
        record["acts"] = [act.value for act in deed.acts]
    return record


def _move_texts(moves: Iterable[Move]) -> list[str]:
    return [uci_of(move) for move in moves]


def _side_name(side: Side) -> str:
    return side.name.lower()
