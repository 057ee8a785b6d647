"""A player as a value, made of parts; each part has a module with its commands and events.

A new part is a field here with a default, a line in `messages`, `decide` and `apply`, and a
field in `records`.
"""

from dataclasses import dataclass, field

from server.players.about import About
from server.players.challenges import Challenges
from server.players.circle import Circle
from server.players.engagement import Engagement
from server.players.identity import Identity
from server.players.naming import Naming
from server.players.preferences import Preferences
from server.players.restraint import Restraint
from server.players.standing import Standings


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Fields:
        identity: who may act as the player.
        engagement: the games it can come back to.
        naming: what it is called.
        about: what it tells about itself.
        preferences: how it wants the page.
        circle: whom it likes to meet and whom not.
        restraint: what operators have done to it.
        standings: how strong it is.
        challenges: who waits for its answer.
    """

    id: str
    identity: Identity = field(default_factory=Identity)
    engagement: Engagement = field(default_factory=Engagement)
    naming: Naming = field(default_factory=Naming)
    about: About = field(default_factory=About)
    preferences: Preferences = field(default_factory=Preferences)
    circle: Circle = field(default_factory=Circle)
    restraint: Restraint = field(default_factory=Restraint)
    standings: Standings = field(default_factory=Standings)
    challenges: Challenges = field(default_factory=Challenges)

    @classmethod
    def empty(cls, player: str) -> "Player":
        """A player nobody has written anything about."""
        return cls(player)

    @property
    def is_registered(self) -> bool:
        """The player was kept, and is neither forgotten nor deleted."""
        return self.identity.token_hash is not None
