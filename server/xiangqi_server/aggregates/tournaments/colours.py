"""Which side each has played: runs of one side, and how many more of one than of the other.

Source: lila, ``ColorHistory`` (its rule of three, and its choice of sides), for arenas.
"""

from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.encoding import Side

MAX_STREAK: Final = 3
"""The most games in a row with one side."""


class ColourHistory(NamedTuple):
    """The sides of one player's games.

    Fields:
        streak: how many of the latest games were with the same side; below 0 for Black.
        balance: how many more games were with Red than with Black.
    """

    streak: int = 0
    balance: int = 0

    def plus(self, side: Side) -> "ColourHistory":
        """The history with one more game."""
        step = 1 if side is Side.RED else -1
        goes_on = self.streak * step > 0
        return ColourHistory(self.streak + step if goes_on else step, self.balance + step)


def can_meet(one: ColourHistory, other: ColourHistory) -> bool:
    """Whether one of the two can have Red without either playing one side for too long."""
    low, high = sorted((one.streak, other.streak))
    return high > -MAX_STREAK and low < MAX_STREAK


def gets_red(one: ColourHistory, other: ColourHistory, toss: int) -> bool:
    """Whether the first of two opponents plays Red; `toss`, a bit, decides between equals."""
    if one.streak != other.streak:
        return one.streak < other.streak
    if one.balance != other.balance:
        return one.balance < other.balance
    return toss == 0
