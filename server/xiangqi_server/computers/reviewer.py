"""Looks at games that are over, behind the games that are played: the server asks for reviews.

The engines are those of the games, and a search that can wait for less long goes first. A game says
seconds and a review a day, so a game waits for one running search at most. One game is looked at at
a time, ply by ply, and handed over part by part: after any kill another program goes on.

An engine is shown each position without the moves that led there. It would else call a position
that comes again a draw, or lost, and the move to it a mistake. The rules of the game decide that,
and what they punish is not among the moves that it may choose.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from xiangqi_client import Refused, Session, TokenInMemory
from xiangqi_client.commands import GiveReview, TakeReview
from xiangqi_client.messages import ReviewJob
from xiangqi_client.parts import ReviewedLine, RuleTerms
from xiangqi_server.computers.engines import OWN
from xiangqi_server.computers.levels import CONTEMPT_OPTION, OWN_LEVEL_OPTION
from xiangqi_server.computers.pool import EnginePool, SearchFailed
from xiangqi_server.computers.uci import Search, SearchLimits, SearchResult
from xiangqi_server.game.records.marks import MATE_CP, marks_of
from xiangqi_server.game.rules.adjudication.warning import warning
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets.base import agreed_options
from xiangqi_server.kernel.faults import Faults

log = logging.getLogger(__name__)

CLIENT: Final = "xiangqi-server review"
PART: Final = 16
"""How many positions are handed over at once."""
WAIT_S: Final = 86_400.0
"""A review can wait for an engine for so long."""
AGAIN_S: Final = 5.0
NO_MOVE: Final = "a0a0"
ENGINE_LIMITS: Final = SearchLimits(5_000, nodes=60_000)
OWN_LIMITS: Final = SearchLimits(5_000, nodes=20_000)
OWN_OPTIONS: Final = MappingProxyType({OWN_LEVEL_OPTION: "0"})
ENGINE_OPTIONS: Final = MappingProxyType({CONTEMPT_OPTION: "0"})
"""With contempt the side to move seems to stand better, and every move to lose a little."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """What an engine found of a position.

    Fields:
        score: in hundredths of a soldier, positive where Red is better.
        line: how it would go on, the best move first; empty where there is no move.
        depth: how many plies it looked ahead.
    """

    score: int
    line: tuple[str, ...] = ()
    depth: int = 0

    @property
    def best(self) -> str:
        """The best move."""
        return self.line[0] if self.line else NO_MOVE


@dataclass(slots=True)
class _Unsent:
    """The positions of a game that were looked at and are not handed over yet."""

    from_ply: int
    found: list[_Looked] = field(default_factory=list)

    @property
    def upto_ply(self) -> int:
        """The next position to look at."""
        return self.from_ply + len(self.found)


class Reviewer:
    """One connection that takes reviews; `run` works until cancelled.

    Args:
        url: of the server's websocket.
        token: of an account of the computer opponents.
        engine: the name of its engine in the pool.
        called: what that engine is called.
        faults: keep a bug that one game brings out from the others.
    """

    def __init__(
        self, url: str, token: str, pool: EnginePool, engine: str, faults: Faults, *, called: str
    ) -> None:
        self._session = Session(url, TokenInMemory(token), client=CLIENT)
        self._pool = pool
        self._engine = engine
        self._called = called
        self._faults = faults

    async def run(self) -> None:
        """Look at one game after another.

        Ends if the server wants no reviews of this account.

        Raises:
            Refused: the server does not take the token.
            CannotConnect: what answers at the address is no such server.
        """
        take = TakeReview(engine=self._called, quick=self._engine == OWN)
        async with self._session:
            while True:
                try:
                    job = await self._session.ask(take)
                except Refused as refused:  # a bot of somebody's plays, and looks at nothing
                    log.info("no reviews for this account", extra={"code": refused.code})
                    return
                if job.room is None:
                    await asyncio.sleep(job.retry_ms / 1000)
                    continue
                with self._faults.contained("review", job.room) as working:
                    await self._work(job)
                if working.has_failed:
                    await asyncio.sleep(AGAIN_S)

    async def _work(self, job: ReviewJob) -> None:
        """Look at a game from where others left off; what cannot be done is left to others."""
        try:
            await self._review(job)
        except Refused as refused:
            log.info("review lost", extra={"room": job.room, "code": refused.code})
        except SearchFailed:
            log.warning("review failed", extra={"room": job.room})
            await asyncio.sleep(AGAIN_S)

    async def _review(self, job: ReviewJob) -> None:
        findings = _Unsent(job.from_ply)
        count = len(job.moves) // 4
        black_began = Game.start(job.fen, composed=True).to_move is Side.BLACK
        while findings.from_ply <= count:
            is_end = findings.upto_ply > count
            if is_end or len(findings.found) > PART:
                given = findings.found if is_end else findings.found[:PART]
                await self._session.ask(self._part(job, findings, given, black_began=black_began))
                findings = _Unsent(findings.from_ply + len(given), findings.found[len(given) :])
            else:
                findings.found.append(await self._look(job, findings.upto_ply))

    def _part(
        self,
        job: ReviewJob,
        findings: _Unsent,
        given: Sequence[_Looked],
        *,
        black_began: bool,
    ) -> GiveReview:
        begins_black = black_began == (findings.from_ply % 2 == 0)
        marks = marks_of(
            [looked.score for looked in findings.found],
            _moves(job)[findings.from_ply :],
            [looked.best for looked in findings.found],
            black_began=begins_black,
            is_quick=self._engine == OWN,
        )
        lines = [
            ReviewedLine(findings.from_ply + mark.ply, "".join(given[mark.ply].line))
            for mark in marks
            if mark.ply < len(given)
        ]
        return GiveReview(
            room=job.room or "",
            lease=job.lease,
            from_ply=findings.from_ply,
            scores=[looked.score for looked in given],
            best="".join(looked.best for looked in given),
            lines=lines,
            depths=sum(looked.depth for looked in given),
        )

    async def _look(self, job: ReviewJob, ply: int) -> _Looked:
        """What the engine says of a position of the game."""
        moves = _moves(job)[:ply]
        position, among, excluded = await asyncio.to_thread(_choices, job.fen, moves, job.rules)
        sign = 1 if position.side is Side.RED else -1
        if not among and not excluded:
            return _Looked(-MATE_CP * sign)
        is_own = self._engine == OWN
        search = Search(
            f"review {job.room}",
            write_fen(position),
            (),
            among or excluded,
            OWN_LIMITS if is_own else ENGINE_LIMITS,
            excluded if among else (),
            OWN_OPTIONS if is_own else ENGINE_OPTIONS,
        )
        return _reviewed(await self._pool.search(self._engine, search, WAIT_S), sign)


def _moves(job: ReviewJob) -> tuple[str, ...]:
    return tuple(job.moves[at : at + 4] for at in range(0, len(job.moves), 4))


def _reviewed(result: SearchResult, sign: int) -> _Looked:
    best = next((looked for looked in result.best if looked.move == result.move), None)
    if best is None:
        return _Looked((result.score_cp or 0) * sign, (result.move,))
    return _Looked(best.score_cp * sign, best.line, best.depth)


def _choices(
    fen: str, moves: Sequence[str], terms: RuleTerms | None
) -> tuple[Position, tuple[str, ...], tuple[str, ...]]:
    """A position, the moves that an engine may choose, and the legal ones that the rules punish."""
    game = Game.start(fen, composed=True)
    for move in moves:
        game = game.play(move_from_uci(move))
    legal = game.legal_moves()
    punished = set(_punished(game, terms)) if terms is not None else set()
    return (
        game.position,
        tuple(uci_of(move) for move in legal if move not in punished),
        tuple(uci_of(move) for move in legal if move in punished),
    )


def _punished(game: Game, terms: RuleTerms) -> list[Move]:
    """The moves that the rules of the game ban or punish, as far as is known without a search."""
    told = warning(game, agreed_options(terms)._replace(timed_out=True))
    if told is None:
        return []
    mine = told.sides[game.to_move]
    return [*(losing.move for losing in mine.losing), *(ban.move for ban in mine.banned)]
