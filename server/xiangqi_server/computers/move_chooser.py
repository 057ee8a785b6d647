"""How a computer player chooses its move: book or engine, at one level, at a human pace."""

import asyncio
import random
from dataclasses import dataclass, replace
from typing import Final

from xiangqi_client import ClockFace, Game
from xiangqi_server.computers.decisions import (
    budget_ms,
    lines_wanted,
    pause_ms,
    playable,
    score_of,
    varied,
)
from xiangqi_server.computers.levels import ComputerLevel
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.computers.uci import Search
from xiangqi_server.game.engine.book import book_move
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import read_fen

NO_CLOCK_WAIT_MS: Final = 10_000
"""How long a search may wait for an engine in a game without a clock."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the score of the position in centipawns, None if the engine gave none."""

    move: str
    score_cp: int | None


class MoveChooser:
    """Chooses the moves of one player.

    Args:
        engine: the name of its engine in the pool.
        is_paced: it takes the time a person would; else it answers at once.
        chance: what varies its games.
    """

    def __init__(
        self,
        pool: EnginePool,
        engine: str,
        level: ComputerLevel,
        chance: random.Random,
        *,
        is_paced: bool = True,
    ) -> None:
        self._pool = pool
        self._engine = engine
        self._chance = chance
        self._is_paced = is_paced
        self.level = level

    async def choose(self, game: Game) -> Choice:
        """The move of the side to move; found as slowly as a person would.

        Raises:
            SearchFailed: no engine found one.
        """
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        ply, face = game.ply, None if game.side is None else game.clock(game.side)
        budget = NO_CLOCK_WAIT_MS if face is None else budget_ms(face.left_ms, face.turn_ms)
        choice = self._of_the_book(game)
        if choice is None:
            result = await self._pool.search(
                self._engine, self._search(game, budget), budget / 1000
            )
            move = varied(result, ply, self._chance.random())
            choice = Choice(move, score_of(result, move))
        if self._is_paced:
            pause = min(pause_ms(ply, _left_ms(face), self._chance.random()), budget)
            await asyncio.sleep(began_s + pause / 1000 - loop.time())
        return choice

    def _of_the_book(self, game: Game) -> Choice | None:
        """A move of masters, for an engine that has no book of ours; None out of the book."""
        if game.ply >= self.level.book_plies:
            return None
        moves, marked = _moves_of(game)
        among = [move_from_uci(move) for move in playable(moves, marked)]
        at = int(self._chance.random() * 2**32)
        move = book_move(read_fen(game.state.fen), among, at)
        return None if move is None else Choice(uci_of(move), None)

    def _search(self, game: Game, budget: int) -> Search:
        """What the engine is asked; without the moves that the rules ban or punish."""
        moves, marked = _moves_of(game)
        among = playable(moves, marked)
        limits = self.level.limits
        return Search(
            game.room,
            game.state.start_fen,
            tuple(game.moves),
            among,
            replace(limits, movetime_ms=min(limits.movetime_ms, budget)),
            tuple(move for move in marked if move not in among),
            self.level.options,
            lines_wanted(game.ply),
        )


def _moves_of(game: Game) -> tuple[list[str], list[str]]:
    """The legal moves, and those that the rules ban or punish."""
    legal = game.legal
    if legal is None:
        return [], []
    return legal.moves.split(), [marked.move for marked in (*legal.losing, *legal.banned)]


def _left_ms(face: ClockFace | None) -> int | None:
    return None if face is None else face.left_ms
