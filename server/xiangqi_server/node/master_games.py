"""The games of masters, which are files of the page, as a messenger shows their links."""

import json
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from xiangqi_server.api.views.previews import DrawnPosition, LinkPreview, master_preview
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen, write_board_and_side
from xiangqi_server.net.http.http import Request
from xiangqi_server.net.http.static import Site
from xiangqi_server.wire.terms import Language

IN_A_FILE: Final = 25
"""How many games lie in a file."""
_UCI_CHARS: Final = 4


class MasterGames:
    """Reads the files of a site. Owned by what serves previews."""

    def __init__(self, files: Site) -> None:
        self._files = files
        self._read = lru_cache(maxsize=32)(self._file)

    def preview(self, number: int, ply: int, language: Language) -> LinkPreview | None:
        """A game by its number, from 1; None if there is no such game."""
        game = self._game(number)
        if game is None:
            return None
        _, red, black, event, year = game[:5]
        facts = ", ".join(str(fact) for fact in (event, year) if fact) or f"#{number}"
        return master_preview((red, black), facts, f"/masters/{number}-{ply}.png", language)

    def shown(self, number: int, ply: int) -> DrawnPosition | None:
        """The position of a game after a ply; None if it has none."""
        game = self._game(number)
        if game is None:
            return None
        played = game[0]
        moves = [played[at : at + _UCI_CHARS] for at in range(0, len(played), _UCI_CHARS)][:ply]
        if len(moves) < ply:
            return None
        position = read_fen(START_FEN)
        for move in moves:
            position = position.after(move_from_uci(move))
        return DrawnPosition(
            write_board_and_side(position).split()[0], moves[-1] if moves else None
        )

    def _game(self, number: int) -> Any:
        """The moves and facts of a game by its number; None if there is no such game."""
        file, place = divmod(number - 1, IN_A_FILE)
        games = self._read(f"games.{file}") if number > 0 else []
        return games[place] if place < len(games) else None

    def _file(self, name: str) -> Any:
        """The content of a file, an empty list where the file is missing."""
        path = f"/a/{self._files.tree_hash}/src/pages/masters/{name}.json"
        answer = self._files.answer(Request("GET", path, {}))
        return json.loads(answer.body) if answer.status is HTTPStatus.OK else []
