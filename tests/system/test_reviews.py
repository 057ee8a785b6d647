"""A review by a real program with a real engine process, both of which lose what they talk to."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.support.browser_tables import laid_out
from tests.support.challenger import children_of, create_tokens, start_bot
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.system.test_computers import FAKE
from xiangqi_client import Session, TokenInMemory, commands, messages

pytestmark = pytest.mark.system

LAP = ("a0a1", "a9a8", "a1a0", "a8a9")
OPENING = ("b0c2", "b9c7", "h0g2", "h9g7")
"""Between two laps, so that no position comes too often."""
MOVES = (*LAP, *OPENING, *LAP, "i0i1", "i9i8", "i1i0", "i8i9", "g3g4", "g6g5", *LAP)
PART = 16


async def until(session: Session, room: str, score_count: int) -> messages.Review:
    """The review once it has so many scores."""
    while True:
        review = await session.ask(commands.Review(room=room))
        if len(review.scores) >= score_count:
            return review
        await asyncio.sleep(0.05)


async def asked(session: Session, room: str) -> None:
    """Ask for a review, once a program is there that can do it."""
    while (await session.ask(commands.Review(room=room))).reviewers == "none":  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.05)
    await session.ask(commands.AskReview(room=room))


async def test_a_review_goes_on_where_it_was_when_its_engine_and_the_node_are_killed(
    tmp_path: Path,
) -> None:
    tokens, gate = tmp_path / "tokens", tmp_path / "gate"
    os.mkfifo(gate)
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data") as server:
            create_tokens(server, tokens, "8")
            bot = start_bot(server, tokens, "8", f"{FAKE} waits {gate}", "--review")
            laid = await laid_out(server, *MOVES)
            async with Session(server.socket_url, TokenInMemory(laid.black)) as session:
                await (await session.join(laid.room)).resign()
                await asked(session, laid.room)
                await until(session, laid.room, PART)
                for engine in children_of(bot.pid):
                    os.kill(engine, signal.SIGKILL)
                server.kill()
                opened = os.open(gate, os.O_RDWR)
                server.start()
                review = await until(session, laid.room, len(MOVES) + 1)
            os.close(opened)
            bot.terminate()
            bot.wait()

    assert review.state == "done"
    assert review.scores == [-12 if ply % 2 else 12 for ply in range(len(MOVES) + 1)]
