"""The challenges that wait for a player's answer.

A challenge is a room that waits for this player alone. By effects the room lists it here, and takes
it off once it is answered, withdrawn or too late. Effects come at least once and in
any order, so what was taken off is remembered for a while. If the list is full, the player is
gone or ignores the challenger, an effect declines the challenge.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from xiangqi_server.aggregates.room.messages import (
    Challenge,
    DeclineChallenge,
    DeclineReason,
    Unchallenge,
)
from xiangqi_server.kernel.aggregate.decision import Decision, Effect

MAX_CHALLENGES: Final = 32
"""How many challenges may wait for one player; one more is declined."""
MAX_OF_GUESTS: Final = 8
"""How many of them may be by players without an account, which cost nothing to make."""
KEPT_ANSWERS: Final = 64


class Challenges(Struct, frozen=True, gc=False):
    """The challenges of a player.

    Fields:
        waiting: by room, oldest first.
        over: the rooms of challenges that were taken off, the latest last.
    """

    waiting: Mapping[str, Challenge] = field(default_factory=dict)
    over: tuple[str, ...] = ()


class Challenged(Struct, frozen=True, tag="challenged"):
    """A challenge waits for this player."""

    challenge: Challenge


class Unchallenged(Struct, frozen=True, tag="unchallenged"):
    """The challenge in `room` is over, or was not taken."""

    room: str


ChallengeCommand = Challenge | Unchallenge
ChallengeEvent = Challenged | Unchallenged


def decide(
    player: str, part: Challenges, command: ChallengeCommand, *, is_deaf: bool
) -> Decision[ChallengeEvent]:
    """What a room's effect does to a player's challenges; some challenges are declined at once."""
    if command.room in part.over:
        return Decision()
    match command:
        case Challenge(room):
            if room in part.waiting:
                return Decision()
            if is_deaf or _is_full(part, command):
                decline = DeclineChallenge(player, DeclineReason.NOT_NOW)
                return Decision((Unchallenged(room),), (Effect("room", room, decline),))
            return Decision((Challenged(command),))
        case Unchallenge(room):
            return Decision((Unchallenged(room),))
        case _:
            assert_never(command)


def _is_full(part: Challenges, command: Challenge) -> bool:
    of_guests = sum(challenge.by_guest for challenge in part.waiting.values())
    return len(part.waiting) >= MAX_CHALLENGES or (command.by_guest and of_guests >= MAX_OF_GUESTS)


def apply(part: Challenges, event: ChallengeEvent) -> Challenges:
    """The challenges after one accepted event."""
    match event:
        case Challenged(challenge):
            return replace(part, waiting={**part.waiting, challenge.room: challenge})
        case Unchallenged(room):
            waiting = {
                other: challenge for other, challenge in part.waiting.items() if other != room
            }
            return Challenges(waiting, (*part.over, room)[-KEPT_ANSWERS:])
        case _:
            assert_never(event)
