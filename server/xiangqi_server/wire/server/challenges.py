"""What the server sends about a challenge."""

from xiangqi_server.wire.parts import ChallengeInfo
from xiangqi_server.wire.server.base import ServerMessage


class Challenged(ServerMessage, tag="challenged", frozen=True):
    """To a player on every connection: somebody asks for a game; see *Challenges*.

    Fields:
        challenge: the challenger, and the game.
    """

    challenge: ChallengeInfo


class ChallengeOver(ServerMessage, tag="challenge_over", frozen=True):
    """To a player on every connection: a challenge needs no answer any more."""

    room: str
