"""Which moves complete a losing cycle, at once or after one reply.

They are found without playing everything. The boards that are about to recur for the last time
are known. The ply that leads to one changes two squares; the two plies that do so change at
most four. Long before a ruling there is no such board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from xiangqi_server.game.rules.adjudication.bans import banned_moves, in_full, verdict_after
from xiangqi_server.game.rules.board.encoding import Board, Move, make_move, origin_of
from xiangqi_server.game.rules.board.moves import board_after, is_legal
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.ruling import LosingMove, Verdict
from xiangqi_server.game.rules.repetition.window import Window, changed_squares, move_between
from xiangqi_server.game.rules.rulesets import RuleOptions, RuleSet

_CHANGED_BY_TWO_PLIES: Final = 4


@dataclass(frozen=True, slots=True)
class Completion:
    """A move of the side to move that the rules then turn against it.

    Fields:
        losing: the move, and the ruling that it or the reply brings about.
        reply: the reply that completes the cycle; None if the move does so itself.
    """

    losing: LosingMove
    reply: Move | None


def completions(
    past: Window, rules: RuleSet, candidates: Iterable[Move], inspector: Inspector
) -> list[Completion]:
    """The candidates that complete a cycle against the side to move after `past`."""
    if not may_complete(past, rules):
        return []
    recurring = _moves_to_recurring(past, rules.ruled_at.least)
    near = _moves_towards_recurring(past, rules.ruled_at.least)
    found = []
    for move in candidates:
        if move not in recurring and move not in near:
            continue
        verdict, reply = None, None
        if move in recurring:
            verdict = verdict_after(past, move, rules, inspector)
        if verdict is None:
            verdict, reply = _worst_reply(past, move, near.get(move, ()), rules, inspector)
        if verdict is not None and verdict.loser is past.to_move:
            plies = past.then(move) if reply is None else past.then(move).then(reply)
            ruled = in_full(
                verdict, plies.repeated(entering=rules.ruled_at.entering), rules, inspector
            )
            piece = past.boards[-1][origin_of(move)]
            losing = LosingMove(move, piece, reply is not None, ruled.ending, ruled.clause)
            found.append(Completion(losing, reply))
    return found


def leaves_no_move(game: Game, terms: RuleOptions, completion: Completion) -> bool:
    """In forbid mode: whether every move is banned once the reply has been played."""
    if completion.reply is None:
        return False
    after = game.play(completion.losing.move).play(completion.reply)
    bans = banned_moves(after, terms)
    return all(move in bans for move in after.legal_moves())


def may_complete(past: Window, rules: RuleSet) -> bool:
    """Whether a position of `past` has occurred often enough for `completions` to find any."""
    return past.most_occurrences >= rules.ruled_at.least - 1


def _moves_to_recurring(past: Window, rule_at: int) -> set[Move]:
    """The moves that lead to a board which needs one more occurrence."""
    boards = past.often(rule_at - 1, past.to_move.opponent)
    moves = (move_between(past.boards[-1], board) for board in boards)
    return {move for move in moves if move is not None}


def _moves_towards_recurring(past: Window, rule_at: int) -> dict[Move, list[Board]]:
    """The boards two plies away that need one more occurrence, by the moves that may be the first.

    Both squares of such a move are among those that must change.
    """
    present = past.boards[-1]
    found: dict[Move, list[Board]] = {}
    for board in past.often(rule_at - 1, past.to_move):
        changed = changed_squares(present, board)
        if len(changed) <= _CHANGED_BY_TWO_PLIES:
            for origin, target in permutations(changed, 2):
                found.setdefault(make_move(origin, target), []).append(board)
    return found


def _worst_reply(
    past: Window,
    move: Move,
    boards: Iterable[Board],
    rules: RuleSet,
    inspector: Inspector,
) -> tuple[Verdict | None, Move | None]:
    """The verdict against the mover that a reply to `move` brings about, and the reply.

    Args:
        boards: those that the reply may lead to.
    """
    for board in boards:
        after = board_after(past.boards[-1], move)
        reply = move_between(after, board)
        if reply is None or not is_legal(after, past.to_move.opponent, reply):
            continue
        verdict = verdict_after(past.then(move), reply, rules, inspector)
        if verdict is not None and verdict.loser is past.to_move:
            return verdict, reply
    return None, None
