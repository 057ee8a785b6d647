"""A bot that takes every challenge, plays its games side by side, and takes what is worth most.

Run it by `python bot.py ws://localhost:8080/ws bot.token`; `create_token` makes an account's token.
"""

import asyncio
import contextlib
import random
import sys

from xiangqi_client import Refused, Session, TokenFile, commands, messages, square_of

WORTH = {"r": 9, "c": 5, "n": 4, "a": 2, "b": 2, "p": 1}  # chariot, cannon, horse, ...


def choice(turn):
    taken = {move: turn.cells[square_of(move[2:])].lower() for move in turn.safe_moves}
    return max(taken, key=lambda move: (WORTH.get(taken[move], 0), random.random()))


async def play(session, room):
    game = await session.join(room)
    async for turn in game.turns():
        await turn.play(choice(turn))
    print(f"{room}: {game.outcome.text}", flush=True)
    await session.leave(game)


async def take(session, challenges):
    async for message in challenges:
        with contextlib.suppress(Refused):  # it was withdrawn
            await session.ask(commands.AcceptChallenge(room=message.challenge.room))


async def main(url, token):
    session = Session(url, TokenFile(token))
    challenges = session.events(messages.Challenged)  # from the first moment on
    async with session, asyncio.TaskGroup() as tasks:
        tasks.create_task(take(session, challenges))
        async for room in session.rooms():
            tasks.create_task(play(session, room))


asyncio.run(main(*sys.argv[1:]))
