"""How many games the computer players of a process play, and which challenges they take.

A stranger who challenges all of them again and again has two games at a time, and no more than
a number of games is played in all, so that no engine has to be waited for long.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from xiangqi_client.commands import DeclineName
from xiangqi_client.parts import ChallengeInfo, CorrespondenceClock

GAMES_A_PLAYER: Final = 2
REMATCHES: Final = 32


class Capacity:
    """Shared by all players of a process.

    Args:
        games: the most that are played at once.
    """

    def __init__(self, games: int) -> None:
        self._games = games
        self._opponents: dict[str, str] = {}
        self._waiting = 0

    @property
    def playing(self) -> int:
        """How many games are played now."""
        return len(self._opponents)

    def reason_to_decline(self, challenge: ChallengeInfo) -> DeclineName | None:
        """Why a challenge is not taken; None if it is."""
        if isinstance(challenge.terms.clock, CorrespondenceClock):
            return "too_slow"
        return None if self.has_room_for(challenge.by.player) else "later"

    def has_room_for(self, opponent: str) -> bool:
        """Whether another game can be played against somebody."""
        games = list(self._opponents.values())
        return len(games) < self._games and games.count(opponent) < GAMES_A_PLAYER

    def take(self, room: str, opponent: str) -> None:
        """Count a game; one that is counted already counts against this opponent now."""
        self._opponents[room] = opponent

    def release(self, room: str) -> None:
        """Count a game no longer."""
        self._opponents.pop(room, None)

    @contextmanager
    def rematch(self) -> Iterator[bool]:
        """Whether there is room to wait for a rematch; if so it is taken for the block."""
        has_room = self._waiting < REMATCHES
        self._waiting += has_room
        try:
            yield has_room
        finally:
            self._waiting -= has_room
