"""What the server sends about your own account."""

from xiangqi_server.wire.parts import DeviceInfo, SecurityEvent, Settings
from xiangqi_server.wire.server.base import ServerMessage


class Account(ServerMessage, tag="account", frozen=True):
    """To a player on every connection: what is known about you has changed.

    Fields:
        name: what others see.
        guest: you have no account.
        settings: those that are kept.
        bot: a program plays for this account.
    """

    name: str
    guest: bool
    settings: Settings
    bot: bool = False


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


class TokenCreated(ServerMessage, tag="token_created", frozen=True):
    """The answer to `create_token`; the server keeps a hash and cannot tell it again.

    Fields:
        device: its id in `devices`.
        token: to keep secret, and to show in each `hello` of the program; it is never replaced.
    """

    id: str
    device: str
    token: str


class RecoveryCode(ServerMessage, tag="recovery_code", frozen=True):
    """The answer to `create_recovery_code`; the server keeps a hash and cannot tell it again.

    Fields:
        code: to be written down, and kept secret.
    """

    id: str
    code: str


class Recovered(ServerMessage, tag="recovered", frozen=True):
    """The answer to `recover`.

    Fields:
        player: the id of the account's player.
        name: its name.
        token: to keep secret, and to show in the `hello` of a new connection.
        code: the recovery code from now on; see `recovery_code`.
    """

    id: str
    player: str
    name: str
    token: str
    code: str


class Devices(ServerMessage, tag="devices", frozen=True):
    """The answer to `devices`.

    Fields:
        devices: 16 at most and 8 programs, the one signed in first at the beginning.
        recovery: there is a recovery code.
        security: what happened to password and codes, the 16 latest, the last of them last.
    """

    id: str
    devices: list[DeviceInfo]
    recovery: bool
    security: list[SecurityEvent]


class NameChecked(ServerMessage, tag="name_checked", frozen=True):
    """The answer to `check_name`.

    Fields:
        name: as it would be shown.
        free: you could take it.
        code: why not, for programs, or null; see *Refusals*.
        text: the same for people, or null.
    """

    id: str
    name: str
    free: bool
    code: str | None
    text: str | None


class MyData(ServerMessage, tag="my_data", frozen=True):
    """The answer to `my_data`.

    Fields:
        what: which part of the data this is.
        data: a part of your data, as fields whose names say what they are.
        next: what to send as `after` for the part that follows; null after the last.
    """

    id: str
    what: str
    data: dict[str, object]
    next: str | None
