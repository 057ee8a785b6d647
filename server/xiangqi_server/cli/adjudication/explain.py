"""What `adjudicate --explain` prints: the drawn board, a table of the cycle, and the text."""

from typing import Final

from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.cli.adjudication.answers import told_bans
from xiangqi_server.game.rules.board.encoding import (
    FILES,
    RANKS,
    SQUARE_NAMES,
    Board,
    Side,
    letter_of,
    uci_of,
)
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import (
    Chase,
    CyclePiece,
    Evidence,
    Placed,
    PlyEvidence,
    RejectedChase,
)
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_plies, tell_ruling
from xiangqi_server.wire.terms import Language

_RIVER_RANK: Final = 5
_ROW: Final = "{:>4}  {:<5}  {:<5}  {:<5}  {}"


def explained(
    game: Game, ruling: Ruling | None, terms: RuleOptions, language: Language, title: str
) -> str:
    """Everything there is to see about the end of a game and the ruling on it."""
    blocks = [f"== {cleaned(title)} ({terms.name}) ==", _drawn(game.position.board)]
    if ruling is not None:
        if ruling.evidence is not None:
            blocks.append(_table(ruling.evidence))
            told = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
            blocks += [f"{_numbers(item.plies)}  {item.text}" for item in told]
        blocks.append(tell_ruling(ruling, language))
    else:
        bans = told_bans(game, terms, language)
        to_move = game.to_move.name.lower()
        blocks.append(f"The game goes on; occurrence {game.occurrences}, {to_move} to move.")
        if bans:
            blocks.append(f"Banned: {', '.join(ban.move for ban in bans)}.")
            blocks.append("\n".join(ban.text for ban in bans))
    return "\n\n".join(blocks) + "\n"


def _numbers(plies: list[int]) -> str:
    """The numbers of plies that are alike."""
    return ", ".join(map(str, plies))


def _drawn(board: Board) -> str:
    """The board with Red below: upper case is Red."""
    rows = []
    for rank in range(RANKS - 1, -1, -1):
        cells = board[rank * FILES : (rank + 1) * FILES]
        rows.append(f"{rank}  " + " ".join(letter_of(piece) for piece in cells))
        if rank == _RIVER_RANK:
            rows.append("   " + "~" * (2 * FILES - 1))
    return "\n".join([*rows, "", "   " + " ".join(name[0] for name in SQUARE_NAMES[:FILES])])


def _table(evidence: Evidence) -> str:
    """One row a ply, with its chases and the attacks that do not count."""
    rows = [_ROW.format("ply", "side", "move", "does", "attacks")]
    rows += [_row(ply) for ply in evidence.plies]
    for side in Side:
        found = evidence.sides[side]
        level = found.level.name.lower().replace("_", " ")
        victims = ", ".join(_on(piece) for piece in found.victims)
        rows.append(f"{side.name.lower()}: {level}" + (f" ({victims})" if victims else ""))
        if found.driven is not None:
            rows.append(f"{side.name.lower()}: drives {_on(found.driven)}")
    return "\n".join(rows)


def _on(piece: CyclePiece) -> str:
    """A piece with the squares on which it stood."""
    return f"{letter_of(piece.piece)} on {'-'.join(SQUARE_NAMES[at] for at in piece.squares)}"


def _row(ply: PlyEvidence) -> str:
    """The row of one ply."""
    told = [_chase(chase) for chase in ply.chases]
    told += [_rejected(rejected) for rejected in ply.rejected]
    side = ply.side.name.lower()
    return _ROW.format(ply.ply, side, uci_of(ply.move), ply.kind, "; ".join(told))


def _chase(chase: Chase) -> str:
    """One chase: pair, how it came about, why the victim counts as unprotected."""
    why = chase.why.replace("_", " ")
    if chase.root is not None and chase.bar is not None:
        why += f" {_placed(chase.root)}, barred by {_placed(chase.bar)}"
    return f"{_placed(chase.attacker)} x {_placed(chase.victim)} ({chase.kind}, {why})"


def _rejected(rejected: RejectedChase) -> str:
    """One attack that does not count, and why."""
    why = rejected.reason.replace("_", " ")
    if rejected.witness is not None:
        why += f" by {_placed(rejected.witness)}"
    return f"not {_placed(rejected.attacker)} x {_placed(rejected.victim)} ({why})"


def _placed(placed: Placed) -> str:
    """A piece and its square."""
    return letter_of(placed.piece) + SQUARE_NAMES[placed.square]
