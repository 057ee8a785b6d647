"""Two engines play a whole game over real websockets while the server is killed twice.

Three spectators watch, on both subprotocols. Everybody comes back by `hello` with the old
token and `join` since the version seen last. In the end every transcript is the same, no
acknowledged move is missing, and the clocks add up.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.engine import Engine
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient

pytestmark = pytest.mark.system

MAIN_MS = 600_000
INCREMENT_MS = 1_000
KILL_AT_PLIES = (5, 10)
GIFT = {"type": "give_time"}
HELLO = {"type": "chat", "to": "players", "phrase": "good_luck"}
STATE_EVENTS = (
    "moved",
    "ended",
    "warned",
    "offered",
    "declined",
    "rematch_opened",
    "took_back",
    "time_given",
    "disconnected",
    "reconnected",
    "time_credited",
)


def told_to_all(event: Message) -> Message:
    """What everybody is told alike: without the sentences worded for the one who reads them."""
    common = {key: value for key, value in event.items() if key != "outcome"}
    if "warning" in common:
        common["warning"] = {k: v for k, v in common["warning"].items() if k != "text"}
    return common


class Participant:
    """A connection that survives: it reconnects, resumes, and writes down what it saw."""

    def __init__(self, url: str, form: str, up: asyncio.Event) -> None:
        self.client = WireClient(url, form=form, features=("rules",))
        self.up = up
        self.reached = {plies: asyncio.Event() for plies in KILL_AT_PLIES}
        self.transcript: dict[int, Message] = {}
        self.moves: list[str] = []
        self.version = 0
        self.read_count = 0
        self.room = ""
        self.outcome: Message | None = None
        self.talk: list[str] = []

    async def follow(self) -> None:
        """Take the next event of the room, in order, whatever happens to the connection."""
        version = self.version
        while self.version == version:
            if self.read_count < len(self.client.heard):
                message = self.client.heard[self.read_count]
                self.read_count += 1
                if message["type"] == "chat":
                    self.talk.append(message["line"]["text"])
                if message["type"] in STATE_EVENTS and message["version"] > version:
                    self.take(message)
                continue
            try:
                await self.client.receive()
            except ConnectionClosed:
                await self.return_()

    def take(self, event: Message) -> None:
        """Write an event down; versions have no gaps."""
        assert event["version"] == self.version + 1
        self.version = event["version"]
        self.transcript[self.version] = told_to_all(event)
        if event["type"] == "moved":
            assert event["ply"] == len(self.moves)
            self.moves.append(event["uci"])
            self.reached.get(len(self.moves), asyncio.Event()).set()
        if event["type"] == "ended":
            self.outcome = event["outcome"]
            for reached in self.reached.values():
                reached.set()

    async def return_(self) -> None:
        """Come back when the server is there again, and ask for what was missed."""
        await self.up.wait()
        await self.client.open()
        await self.client.ask({"type": "join", "room": self.room, "since": self.version})


class Seat(Participant):
    """A participant with an engine: it moves when it is its turn, and retries safely."""

    def __init__(self, url: str, form: str, up: asyncio.Event, engine: Engine, parity: int) -> None:
        super().__init__(url, form, up)
        self.engine = engine
        self.parity = parity
        self.acknowledged: list[str] = []

    async def play(self) -> None:
        """Play until the game is over."""
        while self.outcome is None:
            if len(self.moves) % 2 == self.parity:
                await self.play_one()
            else:
                await self.follow()

    async def play_one(self) -> None:
        """Play one move; a command whose answer was lost is sent again under its id."""
        ply = len(self.moves)
        text = await self.engine.move(self.moves)
        if text is None:  # mated: the end is on its way
            await self.follow()
            return
        command = {
            "type": "move",
            "id": f"ply{ply}",
            "room": self.room,
            "ply": ply,
            "text": text,
        }
        while True:
            try:
                answer = await self.client.ask(command)
            except ConnectionClosed:
                await self.return_()
                continue
            break
        if answer["type"] == "refused":  # the move before ended the game by a ruling
            assert answer["code"] == "game_over", answer
            await self.follow()
            return
        self.acknowledged.append(text)
        while len(self.moves) <= ply:
            await self.follow()


async def seat_two(red: Seat, black: Seat) -> str:
    """Invite, join, sit: the room."""
    for seat in (red, black):
        await seat.client.open()
    clock = {"type": "fischer", "main_ms": MAIN_MS, "increment_ms": INCREMENT_MS}
    invite = {"type": "invite", "terms": {"clock": clock}, "side": "red"}
    opened = await red.client.ask(invite)
    room = str(opened["room"])
    for seat in (red, black):
        seat.room = room
        await seat.client.ask({"type": "join", "room": room})
    await black.client.ask({"type": "sit", "room": room, "seat_key": opened["seat_key"]})
    for seat in (red, black):
        seat.version = (await seat.client.expect("seated"))["version"]
    return room


async def watch(participant: Participant, room: str, version: int) -> None:
    participant.room, participant.version = room, version
    await participant.client.open()
    await participant.client.ask({"type": "join", "room": room})


async def follow_to_the_end(participant: Participant) -> None:
    while participant.outcome is None:
        await participant.follow()


async def kill_at(server: ServerProcess, witness: Participant) -> None:
    """Kill the server each time the witness has seen enough moves, and start it again."""
    for reached in witness.reached.values():
        await reached.wait()
        witness.up.clear()
        server.kill()
        await asyncio.to_thread(server.start)
        witness.up.set()


async def test_a_game_of_engines_survives_two_kills(tmp_path: Path) -> None:
    up = asyncio.Event()
    up.set()
    async with (
        asyncio.timeout(PATIENCE_S),
        Engine(skill=20, nodes=6_000) as strong,
        Engine(skill=5, nodes=1_500) as weak,
    ):
        with ServerProcess(tmp_path / "data") as server:
            red = Seat(server.socket_url, "msgpack", up, strong, parity=0)
            black = Seat(server.socket_url, "json", up, weak, parity=1)
            room = await seat_two(red, black)
            forms = ("json", "msgpack", "json")
            spectators = [Participant(server.socket_url, form, up) for form in forms]
            for spectator in spectators:
                await watch(spectator, room, red.version)

            for player, message in ((red, GIFT), (black, GIFT), (red, HELLO)):
                done = await player.client.ask({**message, "room": room})
                assert done["type"] == "done"

            async with asyncio.TaskGroup() as group:
                group.create_task(red.play())
                group.create_task(black.play())
                for spectator in spectators:
                    group.create_task(follow_to_the_end(spectator))
                group.create_task(kill_at(server, spectators[0]))

            everybody = [red, black, *spectators]
            record = await whole_room(server, room)
            for participant in everybody:
                await participant.client.close()

    assert red.outcome is not None
    assert [seat.talk for seat in (red, black)] == [["Good luck."], ["Good luck."]]
    assert not [one for one in spectators if one.talk]
    assert len(red.moves) > KILL_AT_PLIES[-1], "too short a game for two kills"
    assert all(one.transcript == red.transcript for one in everybody)
    played = [line[0] for line in record["moves"]]
    assert played == red.moves
    assert played[0::2][: len(red.acknowledged)] == red.acknowledged
    assert played[1::2][: len(black.acknowledged)] == black.acknowledged
    assert record["outcome"]["ending"] == red.outcome["ending"]
    assert_clocks_add_up(list(red.transcript.values()), record)


async def whole_room(server: ServerProcess, room: str) -> Message:
    async with WireClient(server.socket_url) as stranger:
        await stranger.send({"type": "join", "room": room})
        return await stranger.expect("room")


def assert_clocks_add_up(events: list[Message], record: dict[str, Any]) -> None:
    moves = [event for event in events if event["type"] == "moved"]
    gifts = [event for event in events if event["type"] == "time_given"]
    for parity, name in enumerate(("red", "black")):
        mine = moves[parity::2]
        charged_ms = sum(move["spent_ms"] - move["compensated_ms"] for move in mine)
        given_ms = sum(gift["ms"] for gift in gifts if gift["side"] == name)
        left_ms = MAIN_MS + INCREMENT_MS * len(mine) + given_ms - charged_ms
        assert mine[-1]["clock"][name]["left_ms"] == left_ms
