"""The names of players as others read them.

Events hold ids; the writer of a message asks here for the names. A guest is called by the first
letters of its id, in English. A page words it in its reader's language, for the message says that
the name is a guest's.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.tournaments.at_boards.names import EntrantName, number_of
from xiangqi_server.api.names.tokens import guest_name
from xiangqi_server.wire.parts import PlayerRef

DELETED_NAME: Final = "Deleted player"


class DisplayName(NamedTuple):
    """A name to show, and whether it is a guest's, or a bot's.

    Fields:
        hides_rating: others do not see the player's ratings; see `shown_ratings`.
    """

    name: str
    guest: bool
    bot: bool = False
    hides_rating: bool = False

    @property
    def told(self) -> tuple[str, bool, bool]:
        """What a message says beside the id of a player."""
        return self.name, self.guest, self.bot


NameOf = Callable[[str], DisplayName]
"""The display name of a player, by id."""


def as_guest(player: str) -> DisplayName:
    """The name of an unknown player."""
    return DisplayName(guest_name(player), guest=True)


def name_of(player: Player) -> DisplayName:
    """What a player is called."""
    if player.identity.is_deleted:
        return DisplayName(DELETED_NAME, guest=False, hides_rating=player.ratings.is_hidden)
    if not player.naming.name:
        return as_guest(player.id)
    is_bot, is_hidden = player.identity.is_bot, player.ratings.is_hidden
    return DisplayName(player.naming.name, guest=False, bot=is_bot, hides_rating=is_hidden)


def listed_name(entrant: str, called: EntrantName) -> DisplayName:
    """The name of a person listed for a tournament; the number where no name is kept."""
    return DisplayName(called.name or f"#{number_of(entrant)}", guest=False)


def player_ref(player: str, names: NameOf) -> PlayerRef:
    """A player as others read of it."""
    return PlayerRef(player, *names(player).told)
