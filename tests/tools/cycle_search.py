"""A random search of repeating lines, ruled by us and by Fairy-Stockfish.

`python -m tests.tools.cycle_search SEED SECONDS` rewrites
`tests/data/rules/disagreements.jsonl`: one example of each pattern on which the two
differ, with how often it was met and why we rule as we do.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pyffish

from tests.support.rule_data import DATA
from xiangqi_server.game.rules.board.encoding import (
    Move,
    Side,
    make_move,
    origin_of,
    target_of,
    uci_of,
)
from xiangqi_server.game.rules.board.fen import FenError, read_fen
from xiangqi_server.game.rules.board.moves import board_after, legal_moves
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.repetition.evidence import Evidence, Level, Rejection, Why
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets import RuleOptions, rule_set

LAPS = 2
PAIRS_PER_POSITION = 60
POINTS = {
    "K": ["d0", "e0", "f0", "d1", "e1", "f1", "d2", "e2", "f2"],
    "A": ["d0", "f0", "e1", "d2", "f2"],
    "B": ["a2", "c0", "c4", "e2", "g0", "g4", "i2"],
}
ANYWHERE = [f"{file}{rank}" for file in "abcdefghi" for rank in range(10)]


@dataclass(frozen=True, slots=True)
class Line:
    """A cycle of four plies and what both programs say of its third occurrence."""

    fen: str
    cycle: tuple[Move, Move, Move, Move]
    ours: str
    theirs: str
    window: Window


def lines(chance: random.Random) -> Iterator[Line]:
    """Random cycles in random positions, for ever."""
    while True:
        fen = _random_fen(chance)
        try:
            position = read_fen(fen)
        except FenError:
            continue
        for cycle in _cycles(position, chance):
            yield _line(fen, position, cycle)


def our_verdict(window: Window) -> str:
    """The verdict of the Asian rules on a cycle."""
    verdict = rule_set(RuleOptions("axf")).strategy.verdict(window, Inspector())
    loser = None if verdict is None else verdict.loser
    return "draw" if loser is None else f"{loser.name.lower()}_loses"


def their_verdict(fen: str, moves: list[Move], side: Side) -> str:
    """The verdict of Fairy-Stockfish, which counts ranks from 1, for the side to move."""
    texts = [_one_based(uci_of(move)) for move in moves]
    is_end, value = pyffish.is_optional_game_end("xiangqi", fen, texts)
    if not is_end:
        return "none"
    if value == 0:
        return "draw"
    loser = side if value < 0 else side.opponent
    return f"{loser.name.lower()}_loses"


def evidence_of(window: Window) -> tuple[Evidence, str]:
    """Our evidence of a cycle, and the clause."""
    forecast = rule_set(RuleOptions("axf")).strategy.forecast(window, Inspector())
    assert forecast is not None
    assert forecast.evidence is not None
    return forecast.evidence, forecast.clause


def pattern_of(line: Line) -> str:
    """What is particular about a line on which the two differ."""
    evidence, _ = evidence_of(line.window)
    blamed = _blamed(line.ours, line.theirs)
    levels = [found.level for found in evidence.sides]
    if line.ours != "draw" and max(levels) is Level.ROOT_CHASE:
        return "protection removed"
    plies = evidence.plies_of(blamed)
    reasons = {rejected.reason for ply in plies for rejected in ply.rejected}
    if line.ours != "draw":
        whys = {chase.why for ply in plies for chase in ply.chases}
        if Why.FALSE_ROOT in whys:
            return "false root"
        return "direct chase not seen by the other"
    guards = {2, 3}
    if any(
        rejected.attacker.piece & 7 in guards and rejected.reason is Rejection.PROTECTED
        for ply in plies
        for rejected in ply.rejected
    ):
        return "advisor or elephant on a protected piece"
    for reason, pattern in (
        (Rejection.PINNED_ATTACKER, "pinned attacker"),
        (Rejection.EXPOSES_GENERAL, "capture would expose the general"),
        (Rejection.EXCHANGE, "exchange"),
        (Rejection.EXISTED_BEFORE, "attack that goes on"),
        (Rejection.PROTECTED, "really protected"),
    ):
        if reason in reasons:
            return pattern
    return "no attack at all"


REASONS = {
    "protection removed": (
        "Every move of the loser takes the protection (or the exchange) away from a piece it "
        "attacks, and the other side is idle: appendix, diagram 105. Fairy-Stockfish only "
        "sees attacks made by moving or uncovering the attacker."
    ),
    "false root": (
        "The protector cannot really take back: clause 34. Fairy-Stockfish looks at pins of "
        "the present board, not at what the recapture itself would expose."
    ),
    "direct chase not seen by the other": (
        "The capture is new after every move of the loser and nothing can take back: the "
        "definition of a chase. Fairy-Stockfish misses it."
    ),
    "advisor or elephant on a protected piece": (
        "Clauses 15 and 20 name only horse and cannon as pieces that may not chase a protected "
        "chariot; Fairy-Stockfish counts advisors and elephants on stronger pieces too."
    ),
    "pinned attacker": (
        "A pinned piece may only take what pins it (clause 27), so it threatens nothing."
    ),
    "capture would expose the general": (
        "The capture is illegal in the position after the move, so there is no threat."
    ),
    "exchange": "Like against like, and both can take: an offer of exchange (clauses 24, 40).",
    "attack that goes on": (
        "The same piece could be taken by the same piece before the move: the attack simply "
        "goes on (appendix, diagram 106). Fairy-Stockfish takes a retreat along the line, or "
        "the like, for a new attack."
    ),
    "really protected": "The victim can really be taken back on some move (clauses 17, 35).",
    "no attack at all": (
        "After some move of the side blamed by Fairy-Stockfish nothing is attacked."
    ),
}


def record(line: Line, pattern: str, count: int) -> dict[str, object]:
    """A disagreement as it stands in the data file."""
    _, clause = evidence_of(line.window)
    return {
        "pattern": pattern,
        "ours": line.ours,
        "fairy_stockfish": line.theirs,
        "clause": clause,
        "met": count,
        "fen": line.fen,
        "moves": [uci_of(move) for move in line.cycle] * LAPS,
        "reason": REASONS[pattern],
    }


def main() -> None:
    """Search for some time and write the list."""
    chance, seconds = random.Random(int(sys.argv[1])), float(sys.argv[2])
    until = time.monotonic() + seconds
    first: dict[tuple[str, str], Line] = {}
    counts: dict[tuple[str, str], int] = {}
    searched = 0
    for line in lines(chance):
        searched += 1
        if line.theirs not in ("none", line.ours):
            key = (pattern_of(line), _kind(line))
            first.setdefault(key, line)
            counts[key] = counts.get(key, 0) + 1
        if time.monotonic() > until:
            break
    with (DATA / "rules" / "disagreements.jsonl").open("w", encoding="utf-8") as out:
        for key in sorted(first):
            out.write(json.dumps(record(first[key], key[0], counts[key])) + "\n")
    met = sum(counts.values())
    sys.stdout.write(f"{searched} lines, {met} disagreements, {len(first)} patterns\n")


def _kind(line: Line) -> str:
    ours, theirs = ("draw" if v == "draw" else "loss" for v in (line.ours, line.theirs))
    return f"{ours} against {theirs}"


def _blamed(ours: str, theirs: str) -> Side:
    return Side.RED if "red_loses" in (ours if ours != "draw" else theirs) else Side.BLACK


def _line(fen: str, position: Position, cycle: tuple[Move, Move, Move, Move]) -> Line:
    boards = [position.board]
    for move in cycle:
        boards.append(board_after(boards[-1], move))
    window = Window(0, tuple(boards), cycle, position.side)
    theirs = their_verdict(fen, list(cycle) * LAPS, position.side)
    return Line(fen, cycle, our_verdict(window), theirs, window)


def _cycles(position: Position, chance: random.Random) -> Iterator[tuple[Move, Move, Move, Move]]:
    """Cycles in which both sides go and come back."""
    outward = legal_moves(position.board, position.side)
    for _ in range(PAIRS_PER_POSITION if outward else 0):
        go = chance.choice(outward)
        if position.board[target_of(go)]:
            continue
        middle = position.after(go)
        answers = [m for m in middle.legal_moves() if not middle.board[target_of(m)]]
        if not answers:
            continue
        answer = chance.choice(answers)
        third = middle.after(answer)
        back, reply = _undone(go), _undone(answer)
        if third.is_legal(back) and third.after(back).is_legal(reply):
            yield go, answer, back, reply


def _undone(move: Move) -> Move:
    return make_move(target_of(move), origin_of(move))


def _random_fen(chance: random.Random) -> str:
    """A position of few pieces; not every one is possible."""
    cells: dict[str, str] = {}
    for is_black in (False, True):
        pieces = ["K", *chance.choices("RRCCNNPPAB", k=chance.randint(1, 5))]
        for piece in pieces:
            name = chance.choice(POINTS.get(piece, ANYWHERE))
            square = f"{name[0]}{9 - int(name[1])}" if is_black else name
            cells.setdefault(square, piece.lower() if is_black else piece)
    ranks = []
    for rank in range(9, -1, -1):
        row = "".join(cells.get(f"{file}{rank}", "1") for file in "abcdefghi")
        ranks.append(_packed(row))
    return "/".join(ranks) + " w - - 0 1"


def _packed(row: str) -> str:
    packed, gap = "", 0
    for cell in row:
        if cell == "1":
            gap += 1
            continue
        packed += (str(gap) if gap else "") + cell
        gap = 0
    return packed + (str(gap) if gap else "")


def _one_based(uci: str) -> str:
    return f"{uci[0]}{int(uci[1]) + 1}{uci[2]}{int(uci[3]) + 1}"


if __name__ == "__main__":
    main()
