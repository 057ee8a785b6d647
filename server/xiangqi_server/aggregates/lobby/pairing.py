"""The pairing of the lobby: one tick pairs all waiting players, by a pure function.

Theory of operation. Each queue is a line of places by rating. Places are served in the
order in which people came, whichever queue they are in:

* The *impatient*, after a wait of `PATIENCE_MS`, come first and get the nearest rating there
  is. So a stream of better suited newcomers starves no player.
* Everybody else gets the nearest rating within both windows; a window widens as its player waits.
* No player meets the opponent of the latest game again while another could be met. Where only these
  two are left they play again, and so do the impatient if they would stay without a game.
* A player that ignores another, or is ignored, is never paired with that one.

Paired players leave all queues, so no player is paired twice. Served places are cut out of their
lines, and a search goes outward from a player's own place, so a tick costs about as much as sorting
the queues. It makes `MAX_PAIRS` at most. In a crowd the first to come are served first, and the
others by the next ticks, so that nothing else of the node waits long for any of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from xiangqi_server.aggregates.lobby.pools import Queue
from xiangqi_server.aggregates.lobby.state import QueueEntry

GATHER_MS: Final = 200
"""How long the first of a pair waits for others before the tick, so that the nearest wins."""
TICK_MS: Final = 1_000
"""How often players that wait for a wider window are tried again."""

BASE_POINTS: Final = 100
POINTS_A_SECOND: Final = 10
PATIENCE_MS: Final = 30_000
"""A player that has waited this long is paired with anybody."""

MAX_PAIRS: Final = 250
"""How many pairs one tick makes at most; each is a room to be opened."""

MAX_LOOKS: Final = 128
"""How many others a patient place is compared with in one tick, the nearest ratings first."""


class Pairing(NamedTuple):
    """Two players to play, from one queue."""

    queue: Queue
    red: QueueEntry
    black: QueueEntry

    @property
    def room(self) -> str:
        """The room of the game: the one that came with the player that has waited longer."""
        return elder(self.red, self.black).room


def window_points(waited_ms: int) -> int:
    """How far from a player's rating an opponent's may be after a wait."""
    return BASE_POINTS + POINTS_A_SECOND * max(0, waited_ms) // 1000


def elder(one: QueueEntry, other: QueueEntry) -> QueueEntry:
    """The one of two that has waited longer; of two that came together, the lesser id."""
    return min(one, other, key=lambda wait: (wait.since_ms, wait.player))


def pair(
    queues: Mapping[Queue, Mapping[str, QueueEntry]], now_ms: int, most: int = MAX_PAIRS
) -> list[Pairing]:
    """The pairs to make at a moment of the store's time, each player at most once.

    Where more than `most` pairs could be made, it is those of the players served first.
    """
    tick = _Tick(queues, now_ms, most)
    tick.serve(tick.is_impatient, tick.for_impatient)
    tick.serve(lambda wait: not tick.is_impatient(wait), tick.for_patient)
    tick.pair_the_last_two()
    return tick.pairings


def next_tick_ms(
    queues: Mapping[Queue, Mapping[str, QueueEntry]], paired: Iterable[Pairing], now_ms: int
) -> int | None:
    """When a tick can pair somebody of those this one has left; None for only with newcomers."""
    paired = list(paired)
    if len(paired) >= MAX_PAIRS:
        return now_ms + GATHER_MS
    gone = {wait.player for pairing in paired for wait in (pairing.red, pairing.black)}
    for waits in queues.values():
        left = [wait for wait in waits.values() if wait.player not in gone]
        if len(left) > 1 and any(now_ms - wait.since_ms < PATIENCE_MS for wait in left):
            return now_ms + TICK_MS
    return None


def seated(queue: Queue, one: QueueEntry, other: QueueEntry) -> Pairing:
    """Red for the player that had it less often lately; otherwise the elder's toss decides."""
    first, second = (one, other) if elder(one, other) is one else (other, one)
    first_is_red = first.tilt < second.tilt or (first.tilt == second.tilt and first.toss == 0)
    return Pairing(queue, first, second) if first_is_red else Pairing(queue, second, first)


def _are_apart(one: QueueEntry, other: QueueEntry) -> bool:
    """One ignores the other."""
    return other.player in one.ignores or one.player in other.ignores


def _are_again(one: QueueEntry, other: QueueEntry) -> bool:
    """Their latest game was against each other."""
    return one.last_opponent == other.player or other.last_opponent == one.player


class _Line:
    """One queue by rating; places are cut out as they are served."""

    def __init__(self, waits: Iterable[QueueEntry]) -> None:
        self.waits = sorted(waits, key=lambda w: (w.rating, w.since_ms, w.player))
        self.places = {wait.player: place for place, wait in enumerate(self.waits)}
        count = len(self.waits)
        self._below = list(range(-1, count - 1))
        self._above = list(range(1, count + 1))

    def __len__(self) -> int:
        return len(self.places)

    def cut(self, player: str) -> None:
        place = self.places.pop(player)
        below, above = self._below[place], self._above[place]
        if below >= 0:
            self._above[below] = above
        if above < len(self.waits):
            self._below[above] = below

    def nearest(
        self, wait: QueueEntry, suits: Callable[[QueueEntry], bool], looks: int
    ) -> QueueEntry | None:
        """The nearest rating that suits, among the `looks` nearest; of two as near, the lower."""
        place = self.places[wait.player]
        below, above = self._below[place], self._above[place]
        for _ in range(looks):
            is_below = above >= len(self.waits) or (
                below >= 0
                and wait.rating - self.waits[below].rating <= self.waits[above].rating - wait.rating
            )
            if is_below and below < 0:
                return None
            other = self.waits[below if is_below else above]
            if suits(other):
                return other
            if is_below:
                below = self._below[below]
            else:
                above = self._above[above]
        return None


class _Tick:
    """One run over all queues; what is paired is cut out of them at once."""

    def __init__(
        self, queues: Mapping[Queue, Mapping[str, QueueEntry]], now_ms: int, most: int
    ) -> None:
        self.pairings: list[Pairing] = []
        self._most = most
        self._now_ms = now_ms
        self._lines = {queue: _Line(waits.values()) for queue, waits in queues.items() if waits}
        self._queues_of: dict[str, list[Queue]] = {}
        for queue, line in self._lines.items():
            for player in line.places:
                self._queues_of.setdefault(player, []).append(queue)
        self._order = self._by_arrival()

    def _by_arrival(self) -> Sequence[tuple[Queue, QueueEntry]]:
        places = [(queue, wait) for queue, line in self._lines.items() for wait in line.waits]
        return sorted(places, key=lambda place: (place[1].since_ms, place[1].player, place[0]))

    def is_impatient(self, wait: QueueEntry) -> bool:
        return self._now_ms - wait.since_ms >= PATIENCE_MS

    def serve(
        self,
        concerns: Callable[[QueueEntry], bool],
        find: Callable[[_Line, QueueEntry], QueueEntry | None],
    ) -> None:
        """Pair the places a phase concerns, the longest waited first."""
        for queue, wait in self._order:
            if self._is_full():
                return
            line = self._lines[queue]
            if wait.player in line.places and concerns(wait):
                other = find(line, wait)
                if other is not None:
                    self._couple(queue, wait, other)

    def for_impatient(self, line: _Line, wait: QueueEntry) -> QueueEntry | None:
        everybody = len(line)
        return line.nearest(
            wait,
            lambda other: not _are_apart(wait, other) and not _are_again(wait, other),
            everybody,
        ) or line.nearest(wait, lambda other: not _are_apart(wait, other), everybody)

    def for_patient(self, line: _Line, wait: QueueEntry) -> QueueEntry | None:
        return line.nearest(
            wait,
            lambda other: (
                self._is_in_both_windows(wait, other)
                and not _are_apart(wait, other)
                and not _are_again(wait, other)
            ),
            MAX_LOOKS,
        )

    def pair_the_last_two(self) -> None:
        for queue, line in self._lines.items():
            if len(line) != 2 or self._is_full():
                continue
            one, other = (line.waits[place] for place in line.places.values())
            if self._is_in_both_windows(one, other) and not _are_apart(one, other):
                self._couple(queue, one, other)

    def _is_full(self) -> bool:
        return len(self.pairings) >= self._most

    def _is_in_both_windows(self, one: QueueEntry, other: QueueEntry) -> bool:
        waited_ms = self._now_ms - max(one.since_ms, other.since_ms)
        return abs(one.rating - other.rating) <= window_points(waited_ms)

    def _couple(self, queue: Queue, one: QueueEntry, other: QueueEntry) -> None:
        self.pairings.append(seated(queue, one, other))
        for player in (one.player, other.player):
            for other_queue in self._queues_of[player]:
                self._lines[other_queue].cut(player)
