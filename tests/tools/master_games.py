"""The games of masters that the pages show, as small files made from one long one.

A list says who played, where and when, another how each game began; whole games lie in files of
`IN_A_FILE` each, so that a page which shows one game fetches a hundredth of what the search
through all of them needs, and no list.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.support.rule_data import DATA
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.game.game import Game

SOURCE: Final = DATA / "games" / "masters.pgn"
FOLDER: Final = Path(__file__).parents[2] / "client_js" / "src" / "pages" / "masters"
IN_A_FILE: Final = 25
MOST_CHARS: Final = 60
"""A longer name of an event is a sentence that some machine translated."""
OPENING_PLIES: Final = 12
"""How many moves say what an opening is called."""

_YEAR: Final = re.compile(r"\s*(?:\b(\d{4})|\bNA)$")
_UNKNOWN: Final = ("NA", "")


def files() -> dict[Path, str]:
    """The list and the files of games, by path."""
    with SOURCE.open("rb") as lines:
        games = [game for game in read_games(lines) if isinstance(game, Record)]
    made = {
        FOLDER / "list.json": _lines([_facts(game) for game in games]),
        FOLDER / "openings.json": _lines([_moves(game, OPENING_PLIES) for game in games]),
    }
    for first in range(0, len(games), IN_A_FILE):
        some = [[_moves(game), *_facts(game)] for game in games[first : first + IN_A_FILE]]
        made[FOLDER / f"games.{first // IN_A_FILE}.json"] = _lines(some)
    return made


def name_of(written: str) -> str:
    """A name as the pages write it: "HU RongHua" is Hu Ronghua; Chinese characters stay."""
    return " ".join(word.capitalize() for word in written.split())


def event_of(written: str) -> tuple[str, int | None]:
    """What was played, "" where nobody knows, and the year."""
    found = _YEAR.search(written)
    year = int(found[1]) if found and found[1] else None
    if len(written) > MOST_CHARS:
        return "", year
    name = " ".join(_YEAR.sub("", written).split()).removeprefix(f"{year} ")
    return ("" if name in _UNKNOWN else name), year


def winner_of(game: Game) -> Side | None:
    """The side that the last position proves to have won, None where it proves nothing.

    The source says of no game how it ended: most were given up or agreed upon.
    """
    return None if game.has_legal_move() else game.to_move.opponent


def _facts(game: Record) -> list[object]:
    event, year = event_of(game.tags.get("Event", ""))
    winner = winner_of(game.game)
    known: list[object] = [name_of(game.red), name_of(game.black), event, year, game.game.ply]
    return known if winner is None else [*known, winner.name.lower()]


def _moves(game: Record, plies: int | None = None) -> str:
    return "".join(uci_of(move) for move in game.game.moves[:plies])


def _lines(rows: Sequence[object]) -> str:
    written = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f"[\n{written}\n]\n"
