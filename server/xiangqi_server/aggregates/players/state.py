"""A player as a value, made of parts; each part has a module with its commands and events.

A new part is a field here with a default, and a line in `messages`, `decide` and `apply`. A
snapshot has the parts as they are, some under the names that they once had.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from xiangqi_server.aggregates.players.challenges import Challenges
from xiangqi_server.aggregates.players.friends import Friends
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.leave import Leave
from xiangqi_server.aggregates.players.naming import Naming
from xiangqi_server.aggregates.players.open_games import OpenGames
from xiangqi_server.aggregates.players.preferences import Preferences
from xiangqi_server.aggregates.players.profile import Profile
from xiangqi_server.aggregates.players.ratings import Ratings
from xiangqi_server.aggregates.players.recovery import Recovery
from xiangqi_server.aggregates.players.sanctions import Sanctions


class Player(Struct, frozen=True, gc=False):
    """A player.

    Fields:
        identity: what lets a client act as the player.
        open_games: the games it can come back to.
        naming: what it is called.
        profile: what it tells about itself.
        preferences: how it wants the page.
        friends: the players that it likes to meet, and those that it ignores.
        sanctions: what operators have done to it.
        ratings: how strong it is.
        challenges: the players that wait for its answer.
        recovery: the ways back into the account.
        leave: its vacation.
    """

    id: str
    identity: Identity = field(default_factory=Identity)
    open_games: OpenGames = field(default_factory=OpenGames, name="engagement")
    naming: Naming = field(default_factory=Naming)
    profile: Profile = field(default_factory=Profile, name="about")
    preferences: Preferences = field(default_factory=Preferences)
    friends: Friends = field(default_factory=Friends, name="circle")
    sanctions: Sanctions = field(default_factory=Sanctions, name="restraint")
    ratings: Ratings = field(default_factory=Ratings, name="standings")
    challenges: Challenges = field(default_factory=Challenges)
    recovery: Recovery = field(default_factory=Recovery)
    leave: Leave = field(default_factory=Leave)

    @classmethod
    def empty(cls, player: str) -> "Player":
        """A player of which nothing is stored; all such share their parts."""
        return replace(_NOBODY, id=player)

    def rooms(self) -> Iterator[str]:
        """Where it plays or waits, where somebody waits for it, and where it has just played."""
        yield from self.open_games.games
        yield from self.challenges.waiting
        yield from self.open_games.released

    @property
    def is_registered(self) -> bool:
        """The player was kept, and is neither forgotten nor deleted."""
        return self.identity.token_hash is not None


_NOBODY: Final = Player("")
