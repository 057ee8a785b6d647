"""The golden vectors in `tests/data/wire/`, made from `wire_samples`.

Run ``python -m tests.support.wire_vectors`` after a wanted change of the wire; with
``--check`` it writes nothing and fails if a file would change.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from server.wire.client import ClientMessage
from server.wire.server import ServerMessage
from tests.support.wire_samples import CLIENT, SERVER

FOLDER: Final = Path(__file__).parent.parent / "data" / "wire"
_FILES: Final[dict[str, Sequence[tuple[str, ClientMessage | ServerMessage]]]] = {
    "client.json": CLIENT,
    "server.json": SERVER,
}


def vectors() -> dict[str, str]:
    """The content of each file by its name."""
    return {name: _content(samples) for name, samples in _FILES.items()}


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


def main(arguments: list[str]) -> int:
    """Write the files, or with ``--check`` say which are stale. Gives the exit code."""
    stale = [
        name
        for name, content in vectors().items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text() != content
    ]
    if "--check" in arguments:
        sys.stdout.writelines(f"stale: {name}\n" for name in stale)
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(vectors()[name])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
