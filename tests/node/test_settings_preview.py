"""The board that shows the settings shows xiangqi: a game of ours comes to it."""

import re
from pathlib import Path

from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game

PAGE = Path(__file__).parents[2] / "client_js" / "src" / "pages" / "settings.js"
OPENING = ("h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "b9c7")


def fact(name: str) -> str:
    """What the page says of the position it shows."""
    found = re.search(rf"\b{name}: (?:\"([^\"]+)\"|\[([^\]]+)\])", PAGE.read_text())
    assert found is not None
    return found[1] or found[2]


def test_the_preview_is_a_position_of_a_game_with_its_last_move_and_what_is_legal_now() -> None:
    game = Game.start()
    for uci in OPENING:
        game = game.play(move_from_uci(uci))

    chosen = [
        uci for move in game.legal_moves() if (uci := uci_of(move)).startswith(fact("chosen"))
    ]
    targets = re.findall(r"[a-i][0-9]", fact("targets"))
    assert write_fen(game.position) == fact("fen")
    assert fact("last") == OPENING[-1]
    assert sorted(uci[2:] for uci in chosen) == targets
