"""Makes every file that is made from the code: `python -m tests.tools.generate`.

Run it after a change of the wire or of the rules; it says which files have changed.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.tools import (
    address_tables,
    learn_data,
    master_games,
    openapi,
    opening_book,
    protocol_doc,
    protocol_schema,
    python_types,
    rule_differences,
    wire_types,
    wire_vectors,
)

ROOT: Final = Path(__file__).parents[2]
GENERATORS: Final[tuple[Callable[[], dict[Path, str]], ...]] = (
    python_types.files,
    protocol_doc.files,
    protocol_schema.files,
    openapi.files,
    address_tables.files,
    wire_types.files,
    wire_vectors.files,
    rule_differences.files,
    learn_data.files,
    opening_book.files,
    master_games.files,
)
"""Each gives the files it makes, as they have to be."""


def stale(generator: Callable[[], dict[Path, str]]) -> dict[Path, str]:
    """The files of a generator that are not as they have to be."""
    return {
        path: text
        for path, text in generator().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def main() -> None:
    """Write what is stale."""
    for generator in GENERATORS:
        for path, text in stale(generator).items():
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
