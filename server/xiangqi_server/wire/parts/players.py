"""Parts of messages about any player."""

from msgspec import Struct


class PlayerRef(Struct, frozen=True):
    """A player, as others read of it.

    Fields:
        player: its id.
        name: what to show; of a guest such as "Guest 4k2m", of a deleted account "Deleted player".
        guest: the player has no account.
        bot: a program plays for this account, and always will; to be shown wherever the name is.
    """

    player: str
    name: str
    guest: bool = True
    bot: bool = False
