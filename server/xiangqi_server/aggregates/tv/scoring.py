"""Which games may be on TV, and what makes one worth watching.

A game is shown while both players are there and moves come. A game with a delay is judged by what
its spectators know, so each of these spans is longer by its delay.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from xiangqi_server.aggregates.room.speed import Speed, speed_of
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.tv.state import TOP, Programme
from xiangqi_server.game.rules.board.encoding import Side

ABSENT_MS: Final = 10_000
"""After a player was last seen so long ago, the game is not shown: a page may be loaded anew."""
IDLE_MS: Final = {
    Speed.BULLET: 35_000,
    Speed.BLITZ: 90_000,
    Speed.RAPID: 180_000,
    Speed.CLASSICAL: 300_000,
}
"""After a turn that lasts longer, the game is not shown; games by days never are."""
OVER_MS: Final = 10_000
"""How long a game that has just ended stays, unless its rematch begins."""

RULINGS: Final = "rulings"
"""The channel of games in which a warning stands."""
COMPUTER: Final = "computer"
"""The channel of games that a program plays; the others, except that of rulings, have none."""
TOURNAMENT: Final = "tournament"
CHANNELS: Final = (TOP, *(speed.value for speed in IDLE_MS), RULINGS, COMPUTER, TOURNAMENT)

UNRATED_POINTS: Final = 1_000
"""What a game counts whose players' strength nobody knows."""
WATCHER_POINTS: Final = 5
MOST_WATCHERS: Final = 200
"""More spectators than these add nothing."""
SCRAMBLE_MS: Final = 60_000
SCRAMBLE_POINTS: Final = 150
"""What a game counts more while both players have less time than `SCRAMBLE_MS`."""
WARNED_POINTS: Final = 300
"""What a game counts more while a repetition is on its way to a ruling."""


class Candidate(NamedTuple):
    """A game that could be shown, and what its room does not know.

    Fields:
        points: how strong its players are together, 0 if nobody knows.
        watchers: how many spectators it has.
        unseen_ms: how long ago the player was last seen who is missed longer; 0 if none is.
    """

    room: Room
    points: int = 0
    watchers: int = 0
    unseen_ms: int = 0


def is_alive(game: Candidate, now_ms: int) -> bool:
    """Whether the game is played at this moment by two players who are there."""
    room = game.room
    idle_ms = IDLE_MS.get(speed_of(room.terms.clock))
    if room.status is not Status.PLAYING or room.timing.suspended is not None or idle_ms is None:
        return False
    delay_ms = room.terms.delay_ms
    is_idle = room.used_ms(now_ms) > idle_ms + delay_ms
    return not is_idle and game.unseen_ms <= ABSENT_MS + delay_ms


def has_just_ended(room: Room, now_ms: int) -> bool:
    """Whether the game is over, and may be shown for a moment longer."""
    return room.status is Status.OVER and now_ms - room.timing.ended_at_ms <= OVER_MS


def score_of(game: Candidate, now_ms: int) -> int:
    """How good a game is to watch."""
    watchers = WATCHER_POINTS * min(game.watchers, MOST_WATCHERS)
    return (game.points or UNRATED_POINTS) + watchers + _excitement(game.room, now_ms)


def _excitement(room: Room, now_ms: int) -> int:
    """What the moment adds; nothing in a game with a delay, whose spectators do not know it yet."""
    if room.terms.delay_ms or room.status is not Status.PLAYING:
        return 0
    sides = room.faces(now_ms).sides
    is_scramble = all(sides[side].left_ms < SCRAMBLE_MS for side in Side)
    warned = WARNED_POINTS if room.warning is not None else 0
    return warned + (SCRAMBLE_POINTS if is_scramble else 0)


def has_ruling_ahead(room: Room) -> bool:
    """Whether all may know that a repetition is on its way to a ruling."""
    return room.warning is not None and not room.terms.delay_ms


def best_of(scores: Mapping[str, int]) -> Programme | None:
    """The best of some rooms with their scores, None of none."""
    room = max(scores, key=lambda room: (scores[room], room), default=None)
    return None if room is None else Programme(room, scores[room])
