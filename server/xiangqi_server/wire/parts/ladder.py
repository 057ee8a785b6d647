"""Parts of messages about the ladder."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import LadderStep


class LadderRung(Struct, frozen=True):
    """A place on the ladder.

    Fields:
        rung: from 1 at the top.
        challenged: the player has an open challenge, made or received.
        played_at_ms: when the player was last active there.
    """

    rung: int
    player: PlayerRef
    challenged: bool
    played_at_ms: Moment


class LadderChallengeInfo(Struct, frozen=True):
    """A challenge on the ladder.

    Fields:
        by: the player who challenges.
        to: the challenged player.
        until_ms: until when it must be answered; null once the game has begun.
        room: of the game, null before that.
    """

    by: PlayerRef
    to: PlayerRef
    until_ms: Moment | None
    room: str | None


class LadderChange(Struct, frozen=True):
    """What happened on the ladder.

    Fields:
        what: `won`: a challenge; `held`: a challenged player kept the place; `yielded`: a
            place was given up without a game, to `player`; `sank`: for not playing.
        player: the one that made the step.
        other: the other player who had a part in it, or null.
        rung: where the player came to stand, from 1.
    """

    at_ms: Moment
    what: LadderStep
    player: PlayerRef
    other: PlayerRef | None
    rung: int
