"""Computer opponents over real sockets: killed, challenged, and asked to lose by the rules."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.support.challenger import challenge, children_of, create_tokens, processes, start_bot
from tests.support.engine import engine_path
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess
from xiangqi_client import Game, Session, messages
from xiangqi_server.computers.capacity import Capacity
from xiangqi_server.computers.computer_game import ComputerGame
from xiangqi_server.computers.computer_player import ComputerPlayer
from xiangqi_server.computers.engines import OTHER
from xiangqi_server.computers.levels import ENGINE_LEVELS
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.node.computers import HOLD_AGAIN_S

pytestmark = pytest.mark.system

OFF_BOOK = "i3i4"
"""A first move after which there is no book to play from."""
CHECKS = ("b7g7", "h7h5", "h5e5", "e5d5", *("d5e5", "e5d5") * 6)
"""Of Black, from the start: a cannon that checks for ever."""
ESCAPES = (OFF_BOOK, "b2d2", "e0e1", "e1d1", *("d1e1", "e1d1") * 6)
ENDINGS = ("checkmate", "stalemate", "repetition", "natural_limit", "agreement", "resign")
"""Those of players who were there and in time."""
OCCURRENCES_LEFT = 2
"""How often the check is given before the next one would lose."""
STEPS = (OFF_BOOK, "a0a1", "a1a0", "a0a1", "a1a0", "a0a1")
"""Of somebody who waits to be given the game."""
FAKE = f"{sys.executable} -m tests.support.fake_engine"


@asynccontextmanager
async def an_engine(session: Session, game: Game, level: int) -> AsyncIterator[ComputerGame]:
    """Somebody who plays a game by an engine."""
    pool = EnginePool({OTHER: (engine_path(),)}, 1, Faults())
    chooser = MoveChooser(pool, OTHER, ENGINE_LEVELS[level], random.Random(1), is_paced=False)
    running = asyncio.create_task(pool.run())
    try:
        yield ComputerGame(session, game, chooser)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


class BreaksOnce(random.Random):
    """Chance that fails the first time it is asked."""

    has_failed = False

    def random(self) -> float:
        """A number, after the first time."""
        if not self.has_failed:
            self.has_failed = True
            raise ArithmeticError("no chance")
        return super().random()


async def until_ply(game: Game, ply: int) -> None:
    while game.ply < ply and not game.is_over:
        await game.changed()


async def test_two_engines_play_a_game_to_its_end_while_bot_and_engine_are_killed(
    tmp_path: Path,
) -> None:
    tokens = tmp_path / "tokens"
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data") as server:
            create_tokens(server, tokens, "7")
            bot = start_bot(server, tokens, "7", engine_path())
            async with Session(server.socket_url) as session:
                game = await challenge(session, "Computer 7", "red")
                async with an_engine(session, game, 7) as player:
                    playing = asyncio.create_task(player.play())

                    await until_ply(game, 6)
                    bot.kill()
                    bot.wait()
                    plies_without = game.ply
                    bot = start_bot(server, tokens, "7", engine_path())
                    await until_ply(game, plies_without + 6)
                    for engine in children_of(bot.pid):
                        os.kill(engine, signal.SIGKILL)
                    await playing
            bot.terminate()
            code = bot.wait()

    assert code == 0
    assert game.ply >= plies_without + 6
    assert game.outcome is not None
    assert game.outcome.ending in ENDINGS


async def test_a_computer_does_not_lose_by_the_perpetual_check_its_engine_wants(
    tmp_path: Path,
) -> None:
    wanted, tokens = tmp_path / "wanted", tmp_path / "tokens"
    wanted.write_text(" ".join(CHECKS))
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data") as server:
            create_tokens(server, tokens, "8")
            bot = start_bot(server, tokens, "8", f"{FAKE} wants {wanted}")
            async with Session(server.socket_url) as session:
                game = await challenge(session, "Computer 8", "red")
                escapes = iter(ESCAPES)
                async for turn in game.turns():
                    if game.moves[1::2] != list(CHECKS[: turn.ply // 2]):
                        await game.resign()
                    else:
                        await turn.play(next(escapes))
            bot.terminate()
            bot.wait()

    *as_wanted, (number, otherwise) = enumerate(game.moves[1::2])
    assert as_wanted == list(enumerate(CHECKS[:number]))
    assert otherwise != CHECKS[number]
    assert game.moves.count("d5e5") == OCCURRENCES_LEFT
    assert game.outcome is not None
    assert (game.outcome.ending, game.outcome.winner) == ("resign", "black")


GIVES_UP = ("h9g7", "i9h9", "h9i9:-950", "i9h9:-999", "h9i9:-901")
"""Of Black, who moves a chariot to and fro, and sees that the game is lost."""


async def test_a_computer_answers_offers_gives_up_what_is_lost_and_plays_again(
    tmp_path: Path,
) -> None:
    wanted, tokens = tmp_path / "wanted", tmp_path / "tokens"
    wanted.write_text(" ".join(GIVES_UP))
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data") as server:
            create_tokens(server, tokens, "8")
            bot = start_bot(server, tokens, "8", f"{FAKE} wants {wanted}", "--games", "1")
            async with Session(server.socket_url) as session, Session(server.socket_url) as other:
                game = await challenge(session, "Computer 8", "red")
                turns = game.turns()
                await (await anext(turns)).play(OFF_BOOK)
                await anext(turns)
                declined = session.events(messages.Declined)
                await game.offer("draw")
                no_draw = await anext(declined)
                in_line = await challenge(other, "Computer 8", "red")
                back = session.events(messages.TookBack)
                await game.offer("takeback")
                await anext(back)
                async for turn in game.turns():
                    await turn.play(STEPS[turn.ply // 2])
                again = session.events(messages.GameOpened)
                await game.offer("rematch")
                rematch = await session.join((await anext(again)).room)
                first_turn = await anext(rematch.turns())
            bot.terminate()
            bot.wait()

    assert (no_draw.what, no_draw.side) == ("draw", "black")
    assert in_line.state.status == "waiting"
    assert game.outcome is not None
    assert (game.outcome.ending, game.outcome.winner) == ("resign", "red")
    assert game.moves[1::2] == [move.partition(":")[0] for move in GIVES_UP[:4]]
    assert (rematch.side, first_turn.ply) == ("black", 1)


async def until_gone(pid: int) -> None:
    """Wait until a process that is not ours has ended."""
    while any(pid == one for one, _, _ in processes()):  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.05)


def bots_of(server: ServerProcess) -> list[int]:
    """The processes that play on a server, by the address they were given."""
    words = f"server bot --until-eof --nice 10 --url {server.socket_url} "
    return [pid for pid, _, command in processes() if words in command]


async def bot_of(server: ServerProcess) -> int:
    """The process that plays on a server, once there is one."""
    while not (bots := bots_of(server)):  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.05)
    (bot,) = bots
    return bot


async def test_a_node_has_opponents_which_outlive_its_kill_and_theirs_but_not_its_end(
    tmp_path: Path,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data", "--computer", "on", "--engine", "own") as server:
            async with Session(server.socket_url) as session:
                game = await challenge(session, "Computer 1", "red")
                await play_plies(game, 2)
                first = await bot_of(server)
                os.kill(first, signal.SIGKILL)
                await play_plies(game, 2)
                second = await bot_of(server)
                server.kill()
                await until_gone(second)
                server.start()
                await play_plies(game, 2)
                third = await bot_of(server)
            server.stop()
            is_left = bool(bots_of(server))

    assert len({first, second, third}) == 3
    assert not is_left
    assert (tmp_path / "data" / "computers.tokens").stat().st_mode & 0o077 == 0


async def play_plies(game: Game, turns: int) -> None:
    """Play some moves, each answered by the other side."""
    async for turn in game.turns():
        if turns == 0:
            return
        turns -= 1
        await turn.play(turn.safe_moves[0])


async def test_of_two_nodes_on_a_store_one_has_the_opponents_and_then_the_other(
    tmp_path: Path,
) -> None:
    (tmp_path / "store").mkdir()
    flags = ("--computer", "on", "--engine", "own")
    async with asyncio.timeout(PATIENCE_S):
        with ValkeyProcess(tmp_path / "store") as store:
            await store.until_it_answers()
            nodes = [
                ServerProcess(tmp_path / name, "--store", store.url, *flags) for name in ("a", "b")
            ]
            with nodes[0], nodes[1]:
                has_it = await settled(nodes)
                has_not = next(node for node in nodes if node is not has_it)
                async with Session(has_not.socket_url) as session:
                    game = await challenge(session, "Computer 1", "red")
                    await play_plies(game, 1)
                    has_it.kill()
                    await play_plies(game, 2)
                followers = len(bots_of(has_not)), len(bots_of(has_it))

    assert followers == (1, 0)
    assert game.ply >= 6


async def settled(nodes: list[ServerProcess]) -> ServerProcess:
    """The node that has the computers, once they have agreed on it: both may begin for a moment."""
    while True:
        first = [node for node in nodes if bots_of(node)]
        await asyncio.sleep(HOLD_AGAIN_S)
        again = [node for node in nodes if bots_of(node)]
        if first == again and len(again) == 1:
            return again[0]


@pytest.mark.makes_faults
async def test_a_bug_in_one_game_ends_no_player_and_the_game_is_returned_to(tmp_path: Path) -> None:
    tokens, chance = tmp_path / "tokens", BreaksOnce(1)
    async with asyncio.timeout(PATIENCE_S):
        with ServerProcess(tmp_path / "data") as server:
            create_tokens(server, tokens, "7")
            pool = EnginePool({OTHER: (engine_path(),)}, 1, Faults())
            chooser = MoveChooser(pool, OTHER, ENGINE_LEVELS[7], chance, is_paced=False)
            token = tokens.read_text().strip()
            player = ComputerPlayer(server.socket_url, token, chooser, Capacity(games=2), Faults())
            running = [asyncio.create_task(work) for work in (pool.run(), player.run())]
            async with Session(server.socket_url) as session:
                game = await challenge(session, "Computer 7", "black")
                await until_ply(game, 1)
                still_running = [not task.done() for task in running]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    assert (chance.has_failed, game.ply, still_running) == (True, 1, [True, True])
