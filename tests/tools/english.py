"""Lowers the ceilings of `tests/data/english.json`: `python -m tests.tools.english`.

It never raises one: a text that got worse is mended, or its ceiling is raised by hand.
"""

import json
import sys
from pathlib import Path
from typing import Final

from tests.support.english import Counts, areas, counted

ROOT: Final = Path(__file__).parents[2]
CEILINGS: Final = ROOT / "tests" / "data" / "english.json"


def ceilings() -> dict[str, Counts]:
    """What each area may have at most; an area that is not named may have nothing."""
    return {area: Counts(*row) for area, row in json.loads(CEILINGS.read_text()).items()}


def lowered() -> dict[str, Counts]:
    """The ceilings, none higher than what its area has."""
    known = ceilings()
    now = {area: counted(paths) for area, paths in areas(ROOT).items()}
    least = {area: known[area].least(now[area]) for area in sorted(known) if area in now}
    return {area: counts for area, counts in least.items() if counts != Counts()}


def main() -> None:
    """Write them."""
    rows = [f'  "{area}": {json.dumps(list(counts))}' for area, counts in lowered().items()]
    CEILINGS.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    sys.stdout.write(f"{CEILINGS.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
