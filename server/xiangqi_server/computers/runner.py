"""All computer players of a process: their accounts, engines, and how many games they play."""

import asyncio
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xiangqi_server.computers.capacity import Capacity
from xiangqi_server.computers.computer_player import ComputerPlayer
from xiangqi_server.computers.engine_process import EngineProcess
from xiangqi_server.computers.engines import OTHER, OWN, choose, commands
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.computers.reviewer import Reviewer
from xiangqi_server.game.engine.uci import NAME as OWN_NAME
from xiangqi_server.kernel.faults import Faults


@dataclass(frozen=True, slots=True)
class RunnerOptions:
    """What is run.

    Fields:
        url: of the server's websocket.
        tokens: of the accounts, by level.
        command: what starts the operator's engine; empty for our own alone.
        games: how many are played at once, by all accounts together.
        places: how many engines think at once.
        is_paced: moves take the time a person would need.
        only_reviews: no game is played, and games that are over are looked at.
    """

    url: str
    tokens: Mapping[int, str]
    command: Sequence[str]
    games: int
    places: int
    is_paced: bool = True
    only_reviews: bool = False


async def run_players(options: RunnerOptions, chance: random.Random) -> None:
    """Play, and look at games that are over, until cancelled.

    Raises:
        NoEngine: a level needs an engine, which is missing.
        EngineError: the operator's engine does not start.
        ExceptionGroup: of what ended a player, see `ComputerPlayer.run`.
    """
    levels = choose(options.tokens, options.command)
    if any(name == OTHER for name, _ in levels.values()):
        await (await EngineProcess.start(options.command)).close()
    capacity, faults = Capacity(options.games), Faults()
    pool = EnginePool(commands(options.command), options.places, faults)
    async with asyncio.TaskGroup() as group:
        group.create_task(pool.run())
        engine = OTHER if options.command else OWN
        token = options.tokens[max(options.tokens)]
        called = Path(options.command[0]).name if options.command else OWN_NAME
        reviewer = Reviewer(options.url, token, pool, engine, faults, called=called)
        group.create_task(reviewer.run())
        for number, token in () if options.only_reviews else options.tokens.items():
            engine, level = levels[number]
            chooser = MoveChooser(pool, engine, level, chance, is_paced=options.is_paced)
            player = ComputerPlayer(options.url, token, chooser, capacity, faults)
            group.create_task(player.run())


def places_here() -> int:
    """How many engines may think at once on this machine: one core is left to others."""
    return max(1, (os.cpu_count() or 1) - 1)
