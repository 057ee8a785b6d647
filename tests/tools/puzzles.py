"""Makes the puzzles of the page: `python -m tests.tools.puzzles`; `--check` proves each again.

Mates and won material come from the games of masters that the pages show, repetitions from our
cases. Masters resign before they are mated, so most mates stand in a position of a game after one
other move of the side that is mated: of its last moves, those that take most are tried first.
The same games and cases give the same puzzles. Making them takes ten minutes, proving them
a few seconds; it says how many are proved, and names those that are not.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.support.puzzle_proofs import (
    LEAST_GAIN,
    MOST_MOVES,
    Puzzle,
    clear_known,
    is_true,
    line_text,
    losing_moves,
    mate_line,
    mates,
    played,
    value_of,
    wins_alone,
)
from tests.support.rule_data import json_lines
from tests.tools.master_games import SOURCE
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import RuleOptions

TARGET: Final = (
    Path(__file__).parents[2] / "client_js" / "src" / "pages" / "puzzle" / "puzzles.json"
)
THEMES: Final = ("mate1", "mate2", "mate3", "mate4", "win", "repetition")
MOST_ALIKE: Final = 60
"""Of one theme, and of repetitions by one rule set."""
OPENING_PLIES: Final = 16
LAST_PLIES: Final = 16
TRIED_MOVES: Final = 12
OF_A_GAME: Final = 2
LONGEST_LAP: Final = 8
RULES: Final = (("AXF", "axf"), ("CXA", "cxa"))
LOSERS: Final = {"red_loses": Side.RED, "black_loses": Side.BLACK}


def found() -> Iterator[Puzzle]:
    """All there are, in no order."""
    with SOURCE.open("rb") as lines:
        records = [record for record in read_games(lines) if isinstance(record, Record)]
    for number, record in enumerate(records):
        yield from _mates_of(number, record.game)
        yield from _wins_of(number, record.game)
        clear_known()
    yield from _repetitions()


def _mates_of(number: int, game: Game) -> Iterator[Puzzle]:
    """The mates of a game: those on its board, then those after a move that was not played."""
    lengths: set[int] = set()
    boards = _last_boards(game)
    for ply, before, is_played in boards:
        if len(lengths) == OF_A_GAME:
            return
        side = before.to_move
        length = next((n for n in range(1, MOST_MOVES + 1) if mates(before.board, side, n)), 0)
        if not length or length in lengths or (length == 1 and not is_played):
            continue
        line = mate_line(before.board, side, length)
        if line is not None and len(line) == 2 * length - 1:
            lengths.add(length)
            yield {
                "theme": f"mate{length}",
                "fen": write_fen(before.position),
                "line": line_text(line),
                "game": [number, ply],
                "changed": not is_played,
            }


def _last_boards(game: Game) -> Iterator[tuple[int, Game, bool]]:
    """The last positions of a game, the later ones first, and then those one other move away."""
    plies = range(game.ply, max(OPENING_PLIES, game.ply - LAST_PLIES), -1)
    for ply in plies:
        yield ply, game.back_to(ply), True
    for ply in plies:
        here = game.back_to(ply)
        moves = sorted(here.legal_moves(), key=lambda move: -value_of(here.board, move))
        for move in moves[:TRIED_MOVES]:
            yield ply, here.play(move), False


def _wins_of(number: int, game: Game) -> Iterator[Puzzle]:
    """The first quiet move of a game that won a piece two plies later, and alone did."""
    for ply in range(OPENING_PLIES, game.ply - 2):
        line = [game.move_at(at) for at in range(ply, ply + 3)]
        position, following = game.position_at(ply), game.position_at(ply + 2)
        board, side = position.board, position.side
        if value_of(board, line[0]) or is_checked(board, side):
            continue
        if value_of(game.position_at(ply + 1).board, line[1]):
            continue
        if value_of(following.board, line[2]) < LEAST_GAIN:
            continue
        if not wins_alone(board, side, line[0]):
            continue
        fields: Puzzle = {"theme": "win", "fen": write_fen(position), "line": line_text(line)}
        yield {**fields, "game": [number, ply], "changed": False}
        return


def _repetitions() -> Iterator[Puzzle]:
    """Of each case that somebody loses: the moment before, with the move that loses."""
    for row in json_lines("rules/cases.jsonl"):
        lap = row.get("cycle_plies", 0)
        for label, rules in RULES:
            if label not in row["ruleset"].split("+") or row["id"].startswith("ct-"):
                continue
            if row["verdict"] in LOSERS and 0 < lap <= LONGEST_LAP:
                yield from _moment_before(row["id"], row["fen"], row["moves"], lap, rules)


def _moment_before(case: str, fen: str, moves: list[str], lap: int, rules: str) -> Iterator[Puzzle]:
    terms, game = RuleOptions(rules), played(fen, ())
    for word in [*moves, *moves[-lap:] * 3]:
        game = game.play(move_from_uci(word))
        if judge(game, terms) is not None:
            return
        told = warning(game, terms) if game.occurrences > 1 else None
        if told is not None and told.sides[game.to_move].losing:
            break
    losing = [move for move, _ in losing_moves(game, rules)]
    if losing and len(losing) < len(game.legal_moves()):
        yield {
            "theme": "repetition",
            "fen": fen,
            "moves": line_text(game.moves),
            "line": line_text(losing),
            "rules": rules,
            "case": case,
        }


def chosen(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """By theme, so many of each, none twice; diagrams of books before lines that we made."""
    all_of_them = sorted(
        puzzles, key=lambda one: (THEMES.index(one["theme"]), one.get("case", "").startswith("con"))
    )
    counts: Counter[tuple[str, str]] = Counter()
    kept: dict[tuple[str, str, str], Puzzle] = {}
    for puzzle in all_of_them:
        kind = puzzle["theme"], puzzle.get("rules", "")
        key = puzzle["fen"], puzzle.get("moves", ""), puzzle.get("rules", "")
        if key not in kept and counts[kind] < MOST_ALIKE:
            counts[kind] += 1
            kept[key] = puzzle
    return list(kept.values())


def kept_puzzles() -> list[Puzzle]:
    """Those of the page."""
    puzzles: list[Puzzle] = json.loads(TARGET.read_text(encoding="utf-8"))
    return puzzles


def main(arguments: list[str]) -> int:
    """Make them, or prove those there are; 1 if one is not true."""
    if arguments != ["--check"]:
        lines = (json.dumps(puzzle, separators=(",", ":")) for puzzle in chosen(found()))
        TARGET.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    kept = kept_puzzles()
    wrong = [puzzle for puzzle in kept if not is_true(puzzle)]
    for puzzle in wrong:
        sys.stderr.write(f"{json.dumps(puzzle)}\n")
    themes = Counter(puzzle["theme"] for puzzle in kept)
    told = ", ".join(f"{count} {theme}" for theme, count in sorted(themes.items()))
    sys.stdout.write(f"{len(kept) - len(wrong)} of {len(kept)} proved ({told})\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
