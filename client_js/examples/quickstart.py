"""Plays whoever comes to the pool, and comes back: `python quickstart.py ws://localhost:8080/ws`."""

import asyncio
import random
import sys

from xiangqi_client import Session, TokenFile


async def main(url):
    async with Session(url, TokenFile("xiangqi.token")) as session:
        async for game in session.games(pool="5+3"):
            async for turn in game.turns():
                await turn.play(random.choice(turn.safe_moves))
            print(game.outcome.text, flush=True)


asyncio.run(main(sys.argv[1]))
