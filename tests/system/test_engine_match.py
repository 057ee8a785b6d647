"""Two engines play a whole game over real websockets while the server is killed twice.

They and three spectators use the Python client, which comes back by the old token and the version
seen last. In the end every transcript is the same, what each holds is the room as it is told
anew, no acknowledged move is missing, and the clocks add up.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from tests.support.engine import Engine
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, whole_room
from xiangqi_client import Events, Game, Refused, Session, commands, messages
from xiangqi_client.parts import FischerClock, GameTerms

pytestmark = pytest.mark.system

MAIN_MS = 600_000
INCREMENT_MS = 1_000
KILL_AT_PLIES = (5, 10)


def told_to_all(event: messages.RoomEvent) -> Message:
    """What everybody is told alike: without the sentences worded for the one who reads them."""
    told: Message = msgspec.to_builtins(event)
    common = {key: value for key, value in told.items() if key != "outcome"}
    if "warning" in common:
        common["warning"] = {k: v for k, v in common["warning"].items() if k != "text"}
    return common


class Participant:
    """Somebody who looks on, and writes down what is told."""

    def __init__(self, url: str) -> None:
        self.session = Session(url, features=("rules",))
        self.events: Events[messages.RoomEvent | messages.Chat]
        self.events = self.session.events(messages.RoomEvent, messages.Chat)
        self.transcript: dict[int, Message] = {}
        self.talk: list[str] = []
        self._game: Game | None = None

    async def __aenter__(self) -> Self:
        await self.session.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()

    @property
    def game(self) -> Game:
        """The game, once it was joined."""
        assert self._game is not None
        return self._game

    async def join(self, room: str) -> None:
        self._game = await self.session.join(room)

    async def write_down(self) -> None:
        """Take the events as they come, each once and in order, until the game is over.

        Who was away while much happened is told the whole room instead of what it missed.
        """
        async for message in self.events:
            if isinstance(message, messages.Chat):
                self.talk.append(message.line.text)
            elif message.version not in self.transcript:
                assert message.version > max(self.transcript, default=0)
                self.transcript[message.version] = told_to_all(message)
            if isinstance(message, messages.Ended):
                return


class Seat(Participant):
    """A participant with an engine, which moves when it is its turn."""

    def __init__(self, url: str, engine: Engine) -> None:
        super().__init__(url)
        self.engine = engine
        self.acknowledged: list[str] = []

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.game.is_over:
            if not self.game.is_my_turn:
                await self.game.changed()
                continue
            move = await self.engine.move(self.game.moves)
            if move is None:  # mated: the end is on its way
                await self.game.over()
            elif await self.is_played(move):
                self.acknowledged.append(move)

    async def is_played(self, move: str) -> bool:
        """Play a move, unless the one before ended the game by a ruling."""
        try:
            await self.game.play(move)
        except Refused as refused:
            if refused.code != "game_over":
                raise
            return False
        return True


async def seat_two(red: Seat, black: Seat) -> str:
    """Invite, join, sit: the room."""
    terms = GameTerms(clock=FischerClock(main_ms=MAIN_MS, increment_ms=INCREMENT_MS))
    opened = await red.session.ask(commands.Invite(terms=terms, side="red"))
    room = str(opened.room)
    for seat in (red, black):
        await seat.join(room)
    await black.session.ask(commands.Sit(room=room, seat_key=opened.seat_key))
    return room


async def kill_at(server: ServerProcess, witness: Game) -> None:
    """Kill the server each time the witness has seen enough moves, and start it again."""
    for plies in KILL_AT_PLIES:
        while witness.ply < plies:
            await witness.changed()
        server.kill()
        await asyncio.to_thread(server.start)


async def test_a_game_of_engines_survives_two_kills(tmp_path: Path) -> None:
    async with (
        asyncio.timeout(PATIENCE_S),
        Engine(skill=20, nodes=6_000) as strong,
        Engine(skill=5, nodes=1_500) as weak,
        AsyncExitStack() as stack,
    ):
        with ServerProcess(tmp_path / "data") as server:
            url = server.socket_url
            red, black = Seat(url, strong), Seat(url, weak)
            spectators = [Participant(url) for _ in range(3)]
            everybody = [red, black, *spectators]
            for participant in everybody:
                await stack.enter_async_context(participant)
            room = await seat_two(red, black)
            for spectator in spectators:
                await spectator.join(room)
            for seat in (red, black):
                await seat.session.ask(commands.GiveTime(room=room))
            await red.session.ask(commands.Chat(room=room, to="players", phrase="good_luck"))

            async with asyncio.TaskGroup() as group:
                group.create_task(red.play())
                group.create_task(black.play())
                for participant in everybody:
                    group.create_task(participant.write_down())
                group.create_task(kill_at(server, spectators[0].game))

            record = await whole_room(url, room)
            held = [told_to_anybody(participant.game.state) for participant in everybody]

    assert [seat.talk for seat in (red, black)] == [["Good luck."], ["Good luck."]]
    assert not [one for one in spectators if one.talk]
    assert len(record["moves"]) > KILL_AT_PLIES[-1], "too short a game for two kills"
    seen = [
        {
            version: event
            for version, event in one.transcript.items()
            if version in shared(everybody)
        }
        for one in everybody
    ]
    assert all(transcript == seen[0] for transcript in seen)
    assert held == [told_to_anybody(msgspec.convert(record, messages.Room))] * len(everybody)
    played = [line[0] for line in record["moves"]]
    assert red.acknowledged == played[0::2]
    assert black.acknowledged == played[1::2]
    assert_clocks_add_up(list(red.transcript.values()), record)


def shared(everybody: list[Participant]) -> set[int]:
    """The versions that all were told as events: who came later had them within the room."""
    return set.intersection(*(set(one.transcript) for one in everybody))


def told_to_anybody(room: messages.Room) -> Message:
    """A room as it is to whoever looks on."""
    told: Message = msgspec.to_builtins(room)
    for name in ("you", "at_ms", "spectators"):
        del told[name]
    return told


def assert_clocks_add_up(events: list[Message], record: dict[str, Any]) -> None:
    moves = [event for event in events if event["type"] == "moved"]
    gifts = [event for event in events if event["type"] == "time_given"]
    for parity, name in enumerate(("red", "black")):
        mine = moves[parity::2]
        charged_ms = sum(move["spent_ms"] - move["compensated_ms"] for move in mine)
        given_ms = sum(gift["ms"] for gift in gifts if gift["side"] == name)
        left_ms = MAIN_MS + INCREMENT_MS * len(mine) + given_ms - charged_ms
        assert mine[-1]["clock"][name]["left_ms"] == left_ms
