"""What is told about players: oneself, and others."""

from server.wire.parts import DeviceInfo, PlayerRef, Settings
from server.wire.server.base import ServerMessage


class Account(ServerMessage, tag="account", frozen=True):
    """To a player on every connection: what is known about oneself has changed.

    Fields:
        name: what others see.
        guest: one has no account.
        settings: those that are kept.
    """

    name: str
    guest: bool
    settings: Settings


class SignedIn(ServerMessage, tag="signed_in", frozen=True):
    """The answer to `sign_in`.

    Fields:
        player: the id of the account's player.
        name: its name.
        token: to keep secret, and to show in the `hello` of a new connection.
    """

    id: str
    player: str
    name: str
    token: str


class Devices(ServerMessage, tag="devices", frozen=True):
    """The answer to `devices`.

    Fields:
        devices: 16 at most, the one signed in first at the beginning.
    """

    id: str
    devices: list[DeviceInfo]


class NameChecked(ServerMessage, tag="name_checked", frozen=True):
    """The answer to `check_name`.

    Fields:
        name: as it would be shown.
        free: one could take it.
        code: why not, for programs, or null; see *Refusals*.
        text: the same for people, or null.
    """

    id: str
    name: str
    free: bool
    code: str | None
    text: str | None


class Profile(ServerMessage, tag="profile", frozen=True):
    """The answer to `profile`.

    Fields:
        player: whom it is about.
        since_ms: when the player first came, null if that is not known.
        country: two letters, or "".
        bio: a few words, or "".
        online: has a connection now.
        playing: how many games are open.
        deleted: the account was deleted.
        watch: rooms of games that are played and may be watched, the latest first, 5 at most.
    """

    id: str
    player: PlayerRef
    since_ms: int | None
    country: str
    bio: str
    online: bool
    playing: int
    deleted: bool
    watch: list[str] = []


class Players(ServerMessage, tag="players", frozen=True):
    """The answer to `find_players`.

    Fields:
        players: 20 at most, in the order of their names.
        next: what to send as `after` for those that follow; null after the last.
    """

    id: str
    players: list[PlayerRef]
    next: str | None


class MyData(ServerMessage, tag="my_data", frozen=True):
    """The answer to `my_data`.

    Fields:
        what: which part of the data this is.
        data: a part of one's data, as fields whose names say what they are.
        next: what to send as `after` for the part that follows; null after the last.
    """

    id: str
    what: str
    data: dict[str, object]
    next: str | None
