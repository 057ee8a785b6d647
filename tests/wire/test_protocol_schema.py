"""`protocol.schema.json` tells what the types tell, and the golden messages are of it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.tools.protocol_schema import PATH
from tests.tools.wire_vectors import FOLDER

WRITTEN = PATH.read_text()
PARTS: dict[str, Any] = json.loads(WRITTEN)["$defs"]


def told(direction: str) -> list[dict[str, Any]]:
    """The golden messages of a direction."""
    rows = json.loads((FOLDER / f"{direction.lower()}.json").read_text())
    return [json.loads(row["json"]) for row in rows]


def objects(value: object) -> Iterator[dict[str, Any]]:
    """All objects inside a value."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from objects(one)


def test_every_part_that_is_referred_to_is_there() -> None:
    assert set(re.findall(r'"#/\$defs/([\w.]+)"', WRITTEN)) <= PARTS.keys()


@pytest.mark.parametrize("direction", ["Client", "Server"])
def test_golden_messages_have_the_fields_of_their_part(direction: str) -> None:
    for message in told(direction):
        part = PARTS[f"{direction}.{message['type']}"]

        assert message.keys() <= part["properties"].keys()
        assert message.keys() >= set(part["required"])
        is_whole = direction == "Server" and message["type"] != "board"  # which leaves out
        assert not is_whole or message.keys() == set(part["required"])


def test_patterns_are_of_the_dialect_of_json_schema() -> None:
    patterns = {one["pattern"] for one in objects(PARTS) if isinstance(one.get("pattern"), str)}

    assert "^[a-z2-7]{16}$" in patterns
    assert not any(re.search(r"\\[AZz]", pattern) for pattern in patterns)
