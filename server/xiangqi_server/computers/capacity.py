"""How many games the computer players of a process play, and which challenges they take.

No player has more than two games at a time, however often they challenge. The games played at once
are limited in all, so that no engine has to be waited for long. A game whose opponent lets it wait
goes on, but holds no place: else a few dozen guests that never move would keep everybody else out
for an hour. It leaves its place at once if the opponent has gone.

While all places are taken, players wait in a line, one challenge each. They are asked to come later
only if that takes too long. How many challenges one address may have there is the
server's to say, which alone knows addresses.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from xiangqi_client.commands import DeclineName
from xiangqi_client.parts import ChallengeInfo, CorrespondenceClock

GAMES_A_PLAYER: Final = 2
REMATCHES: Final = 32
LINE: Final = 64
"""How many challenges wait at once."""
LINE_S: Final = 90.0
"""How long a challenge waits at most, unless said otherwise."""
LINE_LOOK_S: Final = 0.5
"""A game may leave its place at any time, by nothing but time going by."""
OPEN_A_PLACE: Final = 4
"""How many games may be open for each place, counting those whose opponent has not come yet."""


class Waiting(Protocol):
    """A game that may have been waiting for its opponent for long."""

    @property
    def is_idle(self) -> bool:
        """It is the opponent's turn, and the opponent has not moved for long."""
        ...


@dataclass(frozen=True, slots=True)
class _Taken:
    """A game that is counted: its opponent, and the game itself once it is followed."""

    opponent: str
    game: Waiting | None

    @property
    def is_played(self) -> bool:
        return self.game is None or not self.game.is_idle


class Capacity:
    """Shared by all players of a process.

    Args:
        games: the most that are played at once; as many places.
        line_s: how long a challenge waits for one at most.
    """

    def __init__(self, games: int, line_s: float = LINE_S) -> None:
        self._games = games
        self._line_s = line_s
        self._taken: dict[str, _Taken] = {}
        self._waiting = 0
        self._line: dict[str, str] = {}

    @property
    def playing(self) -> int:
        """How many games hold a place now."""
        return sum(taken.is_played for taken in self._taken.values())

    def reason_to_decline(self, challenge: ChallengeInfo) -> DeclineName | None:
        """Why a challenge is not taken; None if it is."""
        if isinstance(challenge.terms.clock, CorrespondenceClock):
            return "too_slow"
        return None if self.has_room_for(challenge.by.player) else "later"

    def has_room_for(self, opponent: str) -> bool:
        """Whether another game can be played against a player, and no other waits for it."""
        return not self._line and self._fits(opponent)

    def may_wait(self, opponent: str) -> bool:
        """Whether somebody may wait in line for a place."""
        is_short = len(self._line) < LINE and self._games > 0
        return is_short and opponent not in self._line.values() and self._is_due(opponent)

    async def turn(self, room: str, opponent: str) -> bool:
        """Wait in line with a challenge, for so long; whether its turn came.

        If so its place is taken.
        """
        self._line[room] = opponent
        try:
            async with asyncio.timeout(self._line_s):
                while not self._is_next(room):  # noqa: ASYNC110 - time alone may free a place
                    await asyncio.sleep(LINE_LOOK_S)
        except TimeoutError:
            return False
        finally:
            del self._line[room]
        self.take(room, opponent)
        return True

    def _is_next(self, challenge: str) -> bool:
        """There is a place, and no challenge that could have it stands before this one."""
        waiting = self._line.items()
        first = next((room for room, who in waiting if self._fits(who)), None)
        return first == challenge

    def _fits(self, opponent: str) -> bool:
        is_open = len(self._taken) < self._games * OPEN_A_PLACE
        return self._is_due(opponent) and is_open and self.playing < self._games

    def _is_due(self, opponent: str) -> bool:
        """Whether somebody has fewer games than one may have."""
        own = sum(taken.opponent == opponent for taken in self._taken.values())
        return own < GAMES_A_PLAYER

    def take(self, room: str, opponent: str, game: Waiting | None = None) -> None:
        """Count a game; one that is counted already counts as what is said of it now."""
        self._taken[room] = _Taken(opponent, game)

    def release(self, room: str) -> None:
        """Count a game no longer."""
        self._taken.pop(room, None)

    @contextmanager
    def rematch(self) -> Iterator[bool]:
        """Whether there is room to wait for a rematch; if so it is taken for the block."""
        has_room = self._waiting < REMATCHES
        self._waiting += has_room
        try:
            yield has_room
        finally:
            self._waiting -= has_room
