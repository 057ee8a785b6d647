"""The first moves of a game as people write them, for a search."""

from xiangqi_server.aggregates.room.decisions.playing import read_text
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.read_model.game_rows import OPENING_PLIES


def opening_of(text: str) -> str:
    """Moves in any notation, with spaces between them, as four characters each.

    Raises:
        Refused: one is no legal move, or they are more than a search knows.
    """
    words = text.split()
    is_short = len(words) <= OPENING_PLIES
    require(is_short, CommonRefusal.TEXT_TOO_LONG, f"At most {OPENING_PLIES} moves.")
    game, moves = Game.start(), ""
    for word in words:
        move = read_text(game, word)
        game = game.play(move)
        moves += uci_of(move)
    return moves
