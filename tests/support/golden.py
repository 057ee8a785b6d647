"""Records as they were first written; whoever changes their form must still read these."""

import json
from pathlib import Path
from typing import Any

_RECORDS = Path(__file__).parent.parent / "data" / "records"


def golden(name: str) -> dict[str, Any]:
    """The records of one kind, format 1, by what they tell."""
    with (_RECORDS / f"{name}.json").open(encoding="utf-8") as file:
        records: dict[str, Any] = json.load(file)
    return records
