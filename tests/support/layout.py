"""The layout of the package, from its imports: `python -m tests.support.layout` draws it.

A room is a folder or a module at the top of the package; an arrow leads from a room to another one
that it imports. A room stands on the lowest floor that is above all it imports.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2] / "server" / "xiangqi_server"
PREFIX: Final = "xiangqi_server."

Imports = Mapping[str, Iterable[str]]
"""The dotted names that each module imports, by its path below the package."""


def rooms(imports: Imports) -> set[str]:
    """What stands at the top of the package."""
    return {_room(path) for path in imports} - {"__init__"}


def arrows(imports: Imports) -> dict[str, set[str]]:
    """The other rooms that each room imports."""
    found: dict[str, set[str]] = {room: set() for room in rooms(imports)}
    for path, names in imports.items():
        ours = {name.removeprefix(PREFIX).split(".")[0] for name in names if PREFIX in name}
        found.get(_room(path), set()).update(ours & set(found) - {_room(path)})
    return found


def floors(imports: Imports) -> list[set[str]]:
    """The rooms by floor, from the ground up; those in a circle, or above one, are on none."""
    waiting = arrows(imports)
    found: list[set[str]] = []
    while floor := {room for room, below in waiting.items() if not below & set(waiting)}:
        found.append(floor)
        waiting = {room: below for room, below in waiting.items() if room not in floor}
    return found


def crowded(imports: Imports, most: int) -> dict[str, int]:
    """The folders in which more than so many modules lie side by side."""
    counts = Counter(Path(path).parent.as_posix() for path in imports)
    return {folder: count for folder, count in counts.items() if count > most}


def drawn(imports: Imports) -> str:
    """The floors from the top down, each room with those that it imports."""
    below = arrows(imports)
    lines = [
        f"{number}  {room:<12} {' '.join(sorted(below[room])) or '-'}"
        for number, floor in reversed(list(enumerate(floors(imports), 1)))
        for room in sorted(floor)
    ]
    count = sum(len(found) for found in below.values())
    total = f"{len(below)} rooms, {len(floors(imports))} floors, {count} arrows"
    return "\n".join([*lines, total, ""])


def read(package: Path = PACKAGE) -> dict[str, set[str]]:
    """The imports of all modules below a package."""
    found: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text())))
        names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        names |= {
            f"{node.module}.{alias.name}"
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        found[path.relative_to(package).as_posix()] = names
    return found


def _room(path: str) -> str:
    return path.split("/")[0].removesuffix(".py")


if __name__ == "__main__":
    sys.stdout.write(drawn(read()))
