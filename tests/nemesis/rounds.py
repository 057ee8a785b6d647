"""One round: games, one kind of harm in the middle of them, and the check of what came of it."""

import asyncio
import random
from typing import Final

from tests.nemesis.checker import Row, check
from tests.nemesis.faults import FAULTS
from tests.nemesis.scene import Scene
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from xiangqi_server.kernel.store.opening import open_store

GOES_ON_PLIES: Final = 2


async def a_round(scene: Scene, row: Row, count: int, harms: int, chance: random.Random) -> None:
    """Play, do harm, see that every game goes on after each, and check.

    Players of one game are on different nodes, if there are several.
    """
    enough = asyncio.Event()
    games = [Game(scene.urls, chance.getrandbits(32), scene.up) for _ in range(count)]
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(game.open() for game in games))
        async with asyncio.TaskGroup() as group:
            for game in games:
                for one in game.everybody:
                    group.create_task(one.play(enough.is_set))
            for _ in range(harms):
                await asyncio.sleep(chance.uniform(0.3, 1.0))
                await FAULTS[row.fault](scene)
                row.times += 1
                await go_on(games)
            enough.set()
        await _check_all(scene, games, row)
    for game in games:
        await game.close()


async def go_on(games: list[Game]) -> None:
    """Wait until both players of every game have seen moves that were played since."""
    plies = [game.red.ply for game in games]
    for game, ply in zip(games, plies, strict=True):
        await game.red.until_ply(ply + GOES_ON_PLIES)
        await game.black.until_ply(ply + GOES_ON_PLIES)


async def _check_all(scene: Scene, games: list[Game], row: Row) -> None:
    store = await open_store(await scene.store_url())
    for game in games:
        await check(store, game, row)
    await store.close()
