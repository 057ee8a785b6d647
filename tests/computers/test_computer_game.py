"""What a computer asks for in a game, by the book and by an engine."""

import asyncio
import random
from contextlib import suppress
from typing import Any, cast

from msgspec.structs import replace

from tests.api.test_following import a_story_of, told_whole
from tests.client_python.test_room_state import room_of
from tests.computers.test_engine_process import fake
from tests.support.patience import PATIENCE_S
from tests.support.rooms import ROOM
from xiangqi_client import Game, Session, commands
from xiangqi_client.commands import Answer, Command
from xiangqi_client.messages import Legal
from xiangqi_client.room_state import Followed
from xiangqi_server.computers.computer_game import ComputerGame
from xiangqi_server.computers.engines import OTHER
from xiangqi_server.computers.levels import ENGINE_LEVELS
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.game.engine.book import book_moves
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.game.game import Game as RulesGame
from xiangqi_server.kernel.faults import Faults

CANNON_ALONE = "3k5/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"
"""A cannon without a screen of its own, which nobody can win with."""


class Asked:
    """A server that hears commands; the game is over when it has heard enough of them.

    Attributes:
        game: as the computer sees it, which has Red.
        heard: the commands.
    """

    def __init__(self, fen: str, enough: int) -> None:
        story = a_story_of()
        told = room_of(told_whole(story.room, story.log[-1]))
        moves = map(uci_of, RulesGame.start(fen).legal_moves())
        self._enough = enough
        self._followed = Followed(
            ROOM,
            replace(told, you="red", start_fen=fen, fen=fen),
            Legal(ROOM, told.version, 0, " ".join(moves)),
        )
        self.now_ms = told.at_ms
        self.heard: list[Command[Any]] = []
        self.game = Game(ROOM, self)
        self.game.become(self._followed)

    async def ask(self, command: Command[Answer]) -> Answer:
        """Hear a command; what it is answered nobody looks at."""
        self.heard.append(command)
        if len(self.heard) == self._enough:
            over = replace(self.game.state, status="over")
            self.game.become(Followed(ROOM, over))
        return cast("Answer", None)


async def what_is_asked(fen: str, enough: int) -> list[Command[Any]]:
    """What the computer of the highest level asks for as Red."""
    pool = EnginePool({OTHER: fake("plays")}, 1, Faults())
    chooser = MoveChooser(pool, OTHER, ENGINE_LEVELS[8], random.Random(1), is_paced=False)
    asked, running = Asked(fen, enough), asyncio.create_task(pool.run())
    try:
        async with asyncio.timeout(PATIENCE_S):
            await ComputerGame(Session("ws://nowhere"), asked.game, chooser).play()
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    return asked.heard


async def test_an_engine_without_a_book_begins_by_ours() -> None:
    (move,) = await what_is_asked(START_FEN, 1)

    assert isinstance(move, commands.Move)
    assert move.text in set(map(uci_of, book_moves(read_fen(START_FEN))))


async def test_a_draw_is_offered_where_nobody_can_win() -> None:
    move, offer = await what_is_asked(CANNON_ALONE, 2)

    assert isinstance(move, commands.Move)
    assert offer == commands.Offer(room=ROOM, what="draw", ply=0)


async def test_no_draw_is_offered_at_the_start() -> None:
    asked = await what_is_asked(START_FEN, 2)

    assert [type(command) for command in asked] == [commands.Move, commands.Move]
