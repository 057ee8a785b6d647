"""Which games somebody looks for, which list to go through for them, and which rows fit.

A game can be asked for in more ways than there are lists, so the most telling list is gone
through and its rows are held against the rest.
"""

from dataclasses import dataclass
from typing import Literal

from xiangqi_server.read_model.game_rows import (
    ALL,
    OPENING_LISTS,
    UCI_CHARS,
    GameRow,
    opening_list,
    player_list,
    tournament_list,
)

ResultName = Literal["won", "lost", "drawn", "red", "black"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a game that is over; None asks nothing.

    Fields:
        player: played in it.
        opponent: played against `player`; without one, played in it.
        result: ``red`` or ``black`` won; ``won`` or ``lost`` by `player`; ``drawn``.
        opening: its first moves, four characters each.
        tournament: it is a game of this one.
        from_ms, to_ms: it ended in this time, both included.
    """

    player: str | None = None
    opponent: str | None = None
    result: ResultName | None = None
    rules: str | None = None
    speed: str | None = None
    rated: bool | None = None
    opening: str = ""
    from_ms: int | None = None
    to_ms: int | None = None
    tournament: str | None = None

    def list_(self) -> str:
        """The list that holds every such game, and the fewest others."""
        if self.tournament is not None:
            return tournament_list(self.tournament)
        somebody = self.player or self.opponent
        if somebody is not None:
            return player_list(somebody)
        plies = len(self.opening) // UCI_CHARS
        listed = max((n for n in OPENING_LISTS if n <= plies), default=0)
        if listed:
            return opening_list(self.opening[: listed * UCI_CHARS])
        if self.rules is not None:
            return f"rules.{self.rules}"
        return ALL if self.speed is None else f"speed.{self.speed}"

    def fits(self, row: GameRow) -> bool:
        """Whether a game of that list is one of those asked for."""
        players = (row.red, row.black)
        return (
            all(player in (None, *players) for player in (self.player, self.opponent))
            and self.tournament in (None, row.tournament)
            and self.rules in (None, row.rules)
            and self.speed in (None, row.speed)
            and self.rated in (None, row.rated)
            and row.opening.startswith(self.opening)
            and self.result in (None, *self._results(row))
        )

    def _results(self, row: GameRow) -> tuple[ResultName, ...]:
        """All names of a game's result for its asker."""
        result = row.result
        if result == "none":
            return ()
        if result == "draw":
            return ("drawn",)
        winner = row.red if result == "red" else row.black
        if self.player is None:
            return (result,)
        return (result, "won" if winner == self.player else "lost")
