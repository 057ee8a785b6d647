"""What came of a game, from how it ended: the same for ratings, matches, files, lists and pages."""

from typing import Final, Literal

from xiangqi_server.game.rules.board.encoding import Side

GameResultName = Literal["red", "black", "draw", "none"]
"""The winner; `none`: nothing counts, or the game is not over."""

WITHOUT_RESULT: Final = frozenset({"", "aborted", "expired", "void", "declined"})
"""The endings of games of which nothing counts; "" of one that is not over."""


def result_of(ending: str, winner: int | None) -> GameResultName:
    """The result of a game that ended so; the winner is a side, None for a draw or no result."""
    if ending in WITHOUT_RESULT:
        return "none"
    if winner is None:
        return "draw"
    return "red" if winner == Side.RED else "black"
