"""The computer opponents of a node: a process that plays as `Computer 1` to `Computer 8`.

It is a client like any other (`xiangqi-server bot`), with a low priority, and is started again when
it ends. Of several nodes on one store one has it. Each that may have it says so, for a few seconds
at a time, and the first of those by name has it. Where two do for a moment nothing is played twice:
the server takes one move for a ply.
"""

import asyncio
import logging
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi_server.api.names.name_rules import COMPUTERS
from xiangqi_server.computers.engines import KNOWN, OWN, command_of, levels_of
from xiangqi_server.computers.token_file import kept_tokens, write_tokens
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.own_python import RUN_PROGRAM
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.side import PresenceStore
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.node.bots import OperatorsBots
from xiangqi_server.node.child import Restarts, end
from xiangqi_server.node.settings import AUTO, OFF, Settings
from xiangqi_server.wire.terms import ReviewersName

log = logging.getLogger(__name__)

ALL: Final = AggregateId("computers", "all")
"""What every node that may run the computers holds; one of them runs them."""
HOLD_MS: Final = 6_000
HOLD_AGAIN_S: Final = 2.0
END_S: Final = 3.0
NICE: Final = "10"
GAMES: Final = 50
GAMES_BY_OWN: Final = 25
"""Our own engine needs a fifth of a second for a move of its highest level."""
TOKENS: Final = "computers.tokens"
"""The file with the tokens, in the data directory."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """Which computer opponents a node has.

    Fields:
        levels: none, if there are no opponents.
        engine: of the operator's, as text for `xiangqi-server bot`.
        has_engine: there is an engine besides our own.
        missing: what was named as an engine and is no program here.
    """

    levels: tuple[int, ...]
    engine: str = ""
    has_engine: bool = False
    missing: str = ""

    @property
    def reviewer(self) -> ReviewersName:
        """Which engine looks at games that are over."""
        if not self.levels:
            return "none"
        return "full" if self.has_engine else "quick"

    @property
    def announcement(self) -> str:
        """The line for the operator at the start."""
        if not self.levels:
            return "Computer opponents: none (--computer on for some)"
        span = f"Computer opponents: levels {self.levels[0]} to {self.levels[-1]}"
        if self.has_engine:
            return span
        if self.missing:
            return f"{span}, by our own engine; there is no program --engine {self.missing!r}"
        return f"{span}, by our own engine; for 7 and 8 install {KNOWN}, or name an --engine"


def opponents_of(settings: Settings) -> Opponents:
    """What a node has by its settings and by what is installed."""
    if settings.computer == OFF or (settings.computer == AUTO and settings.store):
        return Opponents(())
    command = command_of(settings.engine)
    if command and shutil.which(command[0]) is None:
        return Opponents(tuple(levels_of(())), OWN, missing=settings.engine)
    return Opponents(tuple(levels_of(command)), settings.engine, bool(command))


async def create_computers(bots: OperatorsBots, file: Path, levels: Sequence[int]) -> None:
    """Make the accounts of these levels, unless there are, and a file with a token for each.

    Tokens of the file that are still good are kept.

    Raises:
        Refused: somebody else has the name of one.
        StoreError: the store cannot be used.
        OSError: the file cannot be read or written.
    """
    kept = kept_tokens(file)
    tokens = [
        await bots.token(COMPUTERS[level - 1], "".join(kept[number : number + 1]))
        for number, level in enumerate(levels)
    ]
    if tokens != kept:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_tokens(file, tokens)


class ComputerProcess:
    """Runs the process beside a node; the caller of `run` owns it and ends it by cancelling.

    Args:
        opponents: what it plays.
        url: of the node's websocket.
        file: where the tokens are, or will be.
        election: where nodes on one store agree on which of them runs it; None without others.

    Attributes:
        started: how often the process was started so far.
    """

    def __init__(
        self,
        opponents: Opponents,
        url: str,
        file: Path,
        bots: OperatorsBots,
        election: "LeaderElection | None",
    ) -> None:
        self._opponents = opponents
        self._url = url
        self._file = file
        self._bots = bots
        self._election = election
        self.started = 0

    async def run(self) -> None:
        """Keep the process up, where it is this node's to do so."""
        restarts = Restarts()
        try:
            while True:
                if self._election is not None and not await self._election.is_leader():
                    await asyncio.sleep(HOLD_AGAIN_S)
                    continue
                restarts.begin()
                await self._run_once()
                await restarts.wait()
        finally:
            if self._election is not None:
                await self._election.resign()

    async def _run_once(self) -> None:
        """Run the process until it ends, or another node has it."""
        try:
            await create_computers(self._bots, self._file, self._opponents.levels)
            process = await asyncio.create_subprocess_exec(
                *self._command(), stdin=PIPE, stdout=DEVNULL, start_new_session=True
            )
        except (Refused, StoreUnavailable, OSError) as error:
            log.warning("computer opponents not started", extra={"reason": str(error)})
            return
        self.started += 1
        try:
            await self._until_over(process)
        finally:
            await end(process, END_S)
        log.warning("computer opponents ended", extra={"code": process.returncode})

    async def _until_over(self, process: Process) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(HOLD_AGAIN_S):
                    await process.wait()
                    return
            if self._election is not None and not await self._election.is_leader():
                return

    def _command(self) -> Sequence[str]:
        levels = self._opponents.levels
        games = GAMES if self._opponents.has_engine else GAMES_BY_OWN
        return (
            *(*RUN_PROGRAM, "bot", "--until-eof", "--nice", NICE),
            *("--url", self._url, "--token-file", str(self._file)),
            *("--levels", f"{levels[0]}-{levels[-1]}", f"--engine={self._opponents.engine}"),
            *("--games", str(games)),
        )


class LeaderElection:
    """Elects the one node on a store that runs the computers, of those that may."""

    def __init__(self, store: PresenceStore, node: str) -> None:
        self._store = store
        self._node = node
        self._was_leader = False

    async def is_leader(self) -> bool:
        """Say that this node may run them; whether it is the one that does.

        While the store is away it stays as it was.
        """
        with suppress(StoreUnavailable):
            await self._store.add((ALL,), self._node, HOLD_MS)
            self._was_leader = min(await self._store.holders(ALL), default="") == self._node
        return self._was_leader

    async def resign(self) -> None:
        """Leave them to the other nodes."""
        with suppress(StoreUnavailable):
            await self._store.remove([ALL], self._node)
