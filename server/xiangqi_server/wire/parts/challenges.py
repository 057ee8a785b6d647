"""Parts of messages about a challenge."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import GameTerms, SideName


class ChallengeInfo(Struct, frozen=True):
    """Somebody who waits for your answer; see *Challenges*.

    Fields:
        room: to send in `accept_challenge` or `decline_challenge`.
        by: the player who waits.
        side: your own.
        until_ms: the server's time at which it lapses.
    """

    room: str
    by: PlayerRef
    side: SideName
    terms: GameTerms
    until_ms: Moment
