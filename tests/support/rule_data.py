"""Where the data files of the rules are, and how their lines are read."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


def json_lines(name: str) -> list[dict[str, Any]]:
    """The objects of a JSON-lines file below `tests/data`."""
    with (DATA / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
