"""Ten thousand frames that were right before: none slows, stops or crashes what others do."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.crowd import Member, Message, frame_of
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game, whole_room
from tests.system.test_crowds import CLOCK, PLIES, play

pytestmark = pytest.mark.system

FRAMES: Final = 10_000
A_CONNECTION: Final = 40
AT_ONCE: Final = 8
VECTORS: Final = Path(__file__).parent.parent / "data" / "wire" / "client.json"
HELLO: Final[Message] = {"type": "hello", "id": "h", "client": "mutant", "language": "en"}
CLOSE: Final = b"\x88\x80\0\0\0\0"
_TEXT, _BINARY = 0x81, 0x82


def samples(form: str, room: str) -> list[bytes]:
    """Every message of the protocol, as bytes, about a room that there is."""
    vectors = json.loads(VECTORS.read_text())
    if form == "msgpack":
        return [bytes.fromhex(vector["msgpack_hex"]) for vector in vectors]
    return [vector["json"].replace("4k2m9x7q", room).encode() for vector in vectors]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The same with something changed, cut off, added, doubled or moved."""
    for _ in range(chance.randint(1, 3)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        match chance.randrange(6):
            case 0:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at]
            case 2:
                data = data[:at] + chance.randbytes(chance.randint(1, 9)) + data[at:]
            case 3:
                data = data[:to] + data[at:]
            case 4:
                data = data[:at] + data[to:]
            case _:
                data = data[at:] + data[:at]
    return data


def frames(form: str, room: str, chance: random.Random) -> Iterator[bytes]:
    """The frames of one connection; one in ten is broken as a frame, the others as a message."""
    first = _TEXT if form == "json" else _BINARY
    known = samples(form, room)
    for _ in range(A_CONNECTION):
        if chance.random() < 0.1:
            yield mutated(frame_of(chance.choice(known), first), chance)
        else:
            yield frame_of(mutated(chance.choice(known), chance), first)


async def attack(port: int, room: str, chance: random.Random) -> int:
    """Send the frames of one connection and hear it out; how many were sent."""
    form = chance.choice(("json", "msgpack"))
    member = await Member.connect(port, form=form)
    if form == "json":
        member.send(HELLO)
        member.send({"type": "join", "id": "j", "room": room})
    sent = 0
    for frame in frames(form, room, chance):
        member.send_bytes(frame)
        sent += 1
    member.send_bytes(CLOSE)
    heard = asyncio.create_task(member.until_closed())
    await asyncio.wait((heard,), timeout=2.0)  # a frame that never ends is waited for
    member.hang_up()
    await heard
    return sent


async def test_ten_thousand_mutated_frames_disturb_nobody(tmp_path: Path) -> None:
    chance = random.Random(12)
    gate = asyncio.Semaphore(AT_ONCE)
    with ServerProcess(tmp_path / "data") as server:

        async def attacked(seed: int) -> int:
            async with gate:
                return await attack(server.port, room, random.Random(seed))

        async with asyncio.timeout(PATIENCE_S):
            async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
                room = await open_game(red, black, {"clock": CLOCK})
                attacks = asyncio.gather(
                    *(attacked(chance.getrandbits(32)) for _ in range(FRAMES // A_CONNECTION))
                )
                answers = await play(red, black, room)
                sent = sum(await attacks)
                record = await whole_room(server.socket_url, room)
        log = server.log()

    assert sent == FRAMES
    assert [answer["type"] for answer in answers] == ["done"] * PLIES
    assert len(record["moves"]) == PLIES
    assert "Traceback" not in log
    assert " ERROR " not in log
