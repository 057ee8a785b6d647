"""Proofs of puzzles: exhaustive searches on the board alone, which share nothing with the engine.

A mate is proved by every check of the attacker and every answer. Won material is proved by every
move to a depth of three, with captures to their end. What loses by repetition is the judge's word.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypedDict

from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import (
    OPPONENT,
    Board,
    Move,
    Side,
    letter_of,
    move_from_uci,
    target_of,
    uci_of,
)
from xiangqi_server.game.rules.board.moves import board_after, legal_moves
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions

MOST_MOVES: Final = 4
"""Of a mate."""
LEAST_GAIN: Final = 4
"""A horse or a cannon."""
LEAST_LEAD: Final = 3
"""By so much the move that wins material is better than any other."""
_VALUES: Final = {"r": 9, "n": 4, "c": 4, "a": 2, "b": 2, "p": 1, "k": 1_000}
_LOST: Final = -10_000
DEPTH: Final = 2
"""Plies after a move that are searched by every move."""
MOST_CAPTURES: Final = 6
"""How long captures are followed."""


class Puzzle(TypedDict, total=False):
    """A puzzle as its page has it.

    Fields:
        theme: `mate1` to `mate4`, `win`, or `repetition`.
        fen: the position; of a repetition the one in which its moves begin.
        line: the solution with the answers to it; of a repetition the moves that lose.
        moves: of a repetition, what was played before the reader's move.
        rules: of a repetition, the set that rules.
        game: the number of the master game in the list, from 0, and the ply.
        changed: the position stands in the game after one other move.
        case: of a repetition, where it is from.
    """

    theme: str
    fen: str
    line: str
    moves: str
    rules: str
    game: list[int]
    case: str
    changed: bool


def words_of(line: str) -> list[str]:
    """A line without gaps, move by move."""
    return [line[at : at + 4] for at in range(0, len(line), 4)]


def checks(board: Board, side: Side) -> list[tuple[Move, Board]]:
    """The legal moves of a side that check, with the boards after them."""
    enemy = OPPONENT[side]
    steps = [(move, board_after(board, move)) for move in legal_moves(board, side)]
    return [(move, after) for move, after in steps if is_checked(after, enemy)]


@lru_cache(maxsize=200_000)
def mates(board: Board, side: Side, moves: int) -> bool:
    """Whether a side mates within so many moves, checking with each of them."""
    return any(_holds_not(after, side, moves) for _, after in checks(board, side))


def clear_known() -> None:
    """Forget what was searched; positions of another game are others."""
    mates.cache_clear()


def mating_moves(board: Board, side: Side, moves: int) -> list[Move]:
    """The checks with which such a mate begins."""
    return [move for move, after in checks(board, side) if _holds_not(after, side, moves)]


def _holds_not(after: Board, side: Side, moves: int) -> bool:
    """Whether no answer to a check saves from the mate."""
    answers = legal_moves(after, OPPONENT[side])
    if not answers:
        return True
    return moves > 1 and all(
        mates(board_after(after, answer), side, moves - 1) for answer in answers
    )


def longest_answer(after: Board, side: Side, moves: int) -> Move | None:
    """The first answer that holds out as long as any; None on a board that is mate."""
    answers = legal_moves(after, OPPONENT[side])

    def holds(answer: Move) -> int:
        board = board_after(after, answer)
        return next(n for n in range(1, moves + 1) if mates(board, side, n))

    return max(answers, key=holds) if answers else None


def mate_line(board: Board, side: Side, moves: int) -> list[Move] | None:
    """The one line that mates in just so many moves; None if a move of it has an equal."""
    line: list[Move] = []
    if moves > 1 and mates(board, side, moves - 1):
        return None
    while True:
        found = mating_moves(board, side, moves)
        if len(found) != 1:
            return None
        line.append(found[0])
        board = board_after(board, found[0])
        moves -= 1
        answer = longest_answer(board, side, moves) if moves else None
        if answer is None:
            return line if not legal_moves(board, OPPONENT[side]) else None
        line.append(answer)
        board = board_after(board, answer)


def value_of(board: Board, move: Move) -> int:
    """What a move takes."""
    piece = board[target_of(move)]
    return _VALUES[letter_of(piece).lower()] if piece else 0


def gain(board: Board, side: Side, depth: int, alpha: int, beta: int) -> int:
    """What the side to move wins at best, by every move to a depth and then by captures."""
    moves = legal_moves(board, side)
    if not moves:
        return _LOST
    best = -20_000
    if depth <= 0 and not is_checked(board, side):
        best = 0
        moves = [move for move in moves if board[target_of(move)]]
    for move in sorted(moves, key=lambda one: -value_of(board, one)):
        alpha = max(alpha, best)
        if alpha >= beta:
            break
        took = value_of(board, move)
        deeper = depth - 1 if depth > -MOST_CAPTURES else depth
        if depth <= -MOST_CAPTURES:
            best = max(best, took)
            continue
        after = board_after(board, move)
        best = max(best, took - gain(after, OPPONENT[side], deeper, took - beta, took - alpha))
    return best


def gain_of(board: Board, side: Side, move: Move, alpha: int, beta: int) -> int:
    """What a move wins, exactly between two bounds."""
    took = value_of(board, move)
    after = board_after(board, move)
    return took - gain(after, OPPONENT[side], DEPTH, took - beta, took - alpha)


def wins_alone(board: Board, side: Side, move: Move) -> bool:
    """Whether a move wins a piece, and no other move nearly as much."""
    won = gain_of(board, side, move, -20_000, 20_000)
    most = won - LEAST_LEAD
    others = [other for other in legal_moves(board, side) if other != move]
    return won >= LEAST_GAIN and not any(
        gain_of(board, side, other, most, most + 1) > most for other in others
    )


def played(fen: str, moves: Sequence[str]) -> Game:
    """A game from a position, by its moves as squares."""
    game = Game.start(fen, composed=True)
    for word in moves:
        game = game.play(move_from_uci(word))
    return game


def losing_moves(game: Game, rules: str) -> Iterator[tuple[Move, Ruling]]:
    """The moves that lose by repetition, at once or after some answer, each with its ruling."""
    terms, side = RuleOptions(rules), game.to_move
    for move in game.legal_moves():
        after = game.play(move)
        ruling = judge(after, terms)
        if ruling is None:
            rulings = (judge(after.play(answer), terms) for answer in after.legal_moves())
            ruling = next(
                (one for one in rulings if one and one.evidence and one.loser is side), None
            )
        if ruling is not None and ruling.evidence and ruling.loser is side:
            yield move, ruling


def is_true(puzzle: Puzzle) -> bool:
    """Whether the solution of a puzzle is what its theme says, and the only one."""
    theme = puzzle["theme"]
    game = played(puzzle["fen"], words_of(puzzle.get("moves", "")))
    line = [move_from_uci(word) for word in words_of(puzzle["line"])]
    if theme == "repetition":
        losing = [move for move, _ in losing_moves(game, puzzle["rules"])]
        return losing == line and 0 < len(losing) < len(game.legal_moves())
    if theme == "win":
        return wins_alone(game.board, game.to_move, line[0])
    return mate_line(game.board, game.to_move, int(theme.removeprefix("mate"))) == line


def line_text(line: Sequence[Move]) -> str:
    """Moves as squares without gaps."""
    return "".join(map(uci_of, line))
