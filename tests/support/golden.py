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


def still_says(now: object, then: object) -> bool:
    """Whether a record holds all that an older one of the same value held, where it held it.

    Fields may have been added since: anywhere in an object, at the end of an array.
    """
    match now, then:
        case dict(), dict():
            return all(key in now and still_says(now[key], then[key]) for key in then)
        case list() | tuple(), list():
            return len(now) >= len(then) and all(map(still_says, now, then))
        case _:
            return now == then
