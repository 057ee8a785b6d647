"""The golden vectors in `tests/data/wire/`, made from `wire_samples`."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from tests.support.wire_samples import CLIENT, SERVER
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.server import ServerMessage

FOLDER: Final = Path(__file__).parent.parent / "data" / "wire"
_FILES: Final[dict[str, Sequence[tuple[str, ClientMessage | ServerMessage]]]] = {
    "client.json": CLIENT,
    "server.json": SERVER,
}


def files() -> dict[Path, str]:
    """The files as they have to be."""
    return {FOLDER / name: _content(samples) for name, samples in _FILES.items()}


def _content(samples: Sequence[tuple[str, ClientMessage | ServerMessage]]) -> str:
    entries = [
        {
            "name": name,
            "message": msgspec.to_builtins(message),
            "json": msgspec.json.encode(message).decode(),
            "msgpack_hex": msgspec.msgpack.encode(message).hex(),
        }
        for name, message in samples
    ]
    return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
