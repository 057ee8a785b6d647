"""What the ladder can be asked, and what can happen on it. Moments are the store's time in ms."""

from msgspec import Struct

from xiangqi_server.aggregates.room.messages import Bar

# Commands. `by` is the player who asks.


class Join(Struct, frozen=True, tag="join"):
    """Step onto the lowest rung. A player on the ladder already stays in place."""

    by: str


class Quit(Struct, frozen=True, tag="quit"):
    """Step off the ladder; an open challenge is gone."""

    by: str


class ChallengeRung(Struct, frozen=True, tag="challenge"):
    """Challenge somebody a few rungs above; `fresh_id` becomes the room of the game."""

    by: str
    player: str
    fresh_id: str


class AnswerRungChallenge(Struct, frozen=True, tag="answer"):
    """Accept the challenge you were given, which starts the game, or give your place up.

    Fields:
        toss: a random bit: 0 gives Red to the challenger.
    """

    by: str
    accept: bool
    toss: int = 0


class WithdrawRungChallenge(Struct, frozen=True, tag="withdraw"):
    """Take your own challenge back while it is not answered."""

    by: str


class Wake(Struct, frozen=True, tag="wake"):
    """The time the ladder asked to be woken at has come."""


# Events.


class Joined(Struct, frozen=True, tag="joined"):
    """A player stands on the lowest rung."""

    player: str


class LeftLadder(Struct, frozen=True, tag="left"):
    """A player is off the ladder; `idle` if because it has not played for too long."""

    player: str
    idle: bool = False


class RungChallenged(Struct, frozen=True, tag="challenged"):
    """Somebody was challenged, and has until a moment to answer."""

    id: str
    player: str
    opponent: str
    until_ms: int


class Accepted(Struct, frozen=True, tag="accepted"):
    """The game of a challenge has begun, in the room of the challenge's id."""

    id: str


class Closed(Struct, frozen=True, tag="closed"):
    """A challenge is over.

    Fields:
        swapped: the challenger takes the place of the challenged, and the other way round.
        played: a game decided it; both have been active.
    """

    id: str
    swapped: bool
    played: bool = False


class Sank(Struct, frozen=True, tag="sank"):
    """An idle player has gone down one rung."""

    player: str


class LadderBarred(Struct, frozen=True, tag="barred"):
    """Operators keep a player out for a while, or let it in again."""

    bar: Bar


LadderEvent = Joined | LeftLadder | RungChallenged | Accepted | Closed | Sank | LadderBarred
