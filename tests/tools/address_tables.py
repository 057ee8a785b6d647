"""Which requests of the clients have an address of plain HTTP: a table for each language.

Those with more of the request in the path stand first, so that the first that fits is the one.
"""

import json
from pathlib import Path
from typing import Final

from xiangqi_server.api.http_routes import ROUTES
from xiangqi_server.wire import client as wire

CLIENT: Final = Path(__file__).parents[2] / "client_js"
PYTHON: Final = CLIENT / "python" / "xiangqi_client" / "addresses.py"
JAVASCRIPT: Final = CLIENT / "library" / "addresses.js"
_MADE: Final = (
    "Made from the routes of the server by `python -m tests.tools.generate`: do not edit."
)

Table = dict[str, list[tuple[str, tuple[str, ...]]]]


def table() -> Table:
    """Path and parameters of each request, by its type; games have methods of their own."""
    rows: Table = {}
    for asks, route in sorted(ROUTES, key=lambda one: -len(one[1].fields)):
        if asks is not wire.Join:
            tag = str(asks.__struct_config__.tag)
            rows.setdefault(tag, []).append((route.path, tuple(route.query)))
    return dict(sorted(rows.items()))


def _python(rows: Table) -> str:
    lines = [
        '"""Which commands can be asked by plain HTTP.',
        f'\n{_MADE}\n"""\n',
        "from typing import Final\n",
        'ADDRESSES: Final = """\\',
        *(" ".join((tag, path, *names)) for tag, places in rows.items() for path, names in places),
        '"""  # noqa: E501 -- a command is a line',
        '"""Type, path and parameters of a command in each line; the first that fits counts."""',
    ]
    return "\n".join(lines) + "\n"


def _javascript(rows: Table) -> str:
    lines = [
        "/**\n * Which requests can be asked by plain HTTP: paths and parameters by their type.",
        f" *\n * {_MADE}\n */\n",
        "/** @typedef {readonly [path: string, names: readonly string[]]} Address */",
        "/** @type {Readonly<Record<string, readonly Address[]>>} */",
        "export const ADDRESSES = {",
        *(
            f"  {tag}: {json.dumps([[path, list(names)] for path, names in places])},"
            for tag, places in rows.items()
        ),
        "};",
    ]
    return "\n".join(lines) + "\n"


def files() -> dict[Path, str]:
    """Both files as they have to be."""
    return {PYTHON: _python(table()), JAVASCRIPT: _javascript(table())}
