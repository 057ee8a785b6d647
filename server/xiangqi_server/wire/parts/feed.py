"""Parts of what the server sends about games that begin and end."""

from typing import Literal

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import GameResultName, SpeedName


class FeedEntry(Struct, frozen=True):
    """A game that has begun or ended.

    Fields:
        number: one more than that of the entry before.
        at_ms: when the server took it down, which may be some seconds after it happened.
        what: `began` once both seats are taken, `over` once.
        red, black: the players.
        rules, speed, rated: of a game that has begun; else null.
        result: what came of a game that is over; `none`: nothing counts. Else null.
        ending: how it ended, as `outcome` says it; else null.
        plies: how many moves it had; else null.
        tournament: the one it is a game of, or null.
    """

    number: int
    at_ms: Moment
    what: Literal["began", "over"]
    room: str
    red: PlayerRef
    black: PlayerRef
    tournament: str | None
    rules: str | None = None
    speed: SpeedName | None = None
    rated: bool | None = None
    result: GameResultName | None = None
    ending: str | None = None
    plies: int | None = None
