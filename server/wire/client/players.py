"""What one asks about oneself and about others: account, devices, settings, profiles."""

from typing import Annotated

from msgspec import Meta

from server.wire.client.base import Request
from server.wire.limits import (
    Bio,
    Country,
    Cursor,
    DeviceId,
    DeviceLabel,
    NameText,
    PasswordText,
    PlayerId,
)
from server.wire.parts import Settings


class SignUp(Request, tag="sign_up", frozen=True):
    """Give the guest one is a name and a password: same player, same games; see *Players*.

    Answer: `done`; every connection of the player gets `account`. The token stays good.

    Fields:
        name: 2 to 20 letters; see *Names*.
        password: 10 characters at least.
    """

    name: NameText
    password: PasswordText


class SignIn(Request, tag="sign_in", frozen=True):
    """Become a player with an account, on this device. Answer: `signed_in`.

    One stays who one is on this connection; a new one that shows the new token is the other
    player. A guest who signs in leaves the guest behind, with its open games.

    Fields:
        name: of the account.
        password: of the account.
        label: what to call this device in `devices`.
    """

    name: NameText
    password: PasswordText
    label: DeviceLabel = ""


class SignOut(Request, tag="sign_out", frozen=True):
    """Make tokens worthless; connections by these get `bye` and are closed. Answer: `done`.

    Fields:
        device: one of `devices`; null means the one that asks.
        everywhere: all devices instead.
    """

    device: DeviceId | None = None
    everywhere: bool = False


class Devices(Request, tag="devices", frozen=True):
    """Ask where one is signed in. Answer: `devices`."""


class ChangePassword(Request, tag="change_password", frozen=True):
    """Choose another password; all other devices are signed out. Answer: `done`.

    Fields:
        old: the present password.
        password: the new one.
    """

    old: PasswordText
    password: PasswordText


class Rename(Request, tag="rename", frozen=True):
    """Take another name, once in 30 days. Answer: `done`; the old name rests for 30 days.

    Fields:
        name: the new one; see *Names*.
    """

    name: NameText


class CheckName(Request, tag="check_name", frozen=True):
    """Ask whether one could take a name now. Answer: `name_checked`.

    Fields:
        name: see *Names*.
    """

    name: NameText


class SetAbout(Request, tag="set_about", frozen=True):
    """Tell something about oneself in one's profile. Needs an account. Answer: `done`.

    Fields:
        country: two capital letters of ISO 3166, or "".
        bio: a few words; controls are dropped, line feeds become spaces; 160 characters as
            people count them.
    """

    country: Country = ""
    bio: Bio = ""


class SetSettings(Request, tag="set_settings", frozen=True):
    """Keep one's settings, all at once. Answer: `done`; every connection gets `account`.

    Fields:
        settings: instead of all that were kept before; null fields are left to the device.
    """

    settings: Settings


class Profile(Request, tag="profile", frozen=True):
    """Ask about a player, by id or by name. Answer: `profile`.

    Fields:
        player: its id, or null.
        name: its name, or one that looks like it, if `player` is null.
    """

    player: PlayerId | None = None
    name: NameText | None = None


class FindPlayers(Request, tag="find_players", frozen=True):
    """Find players by the beginning of their names. Answer: `players`.

    Fields:
        prefix: of the name; case does not matter.
        after: `next` of the answer before, null to begin.
    """

    prefix: NameText
    after: Cursor | None = None


class MyData(Request, tag="my_data", frozen=True):
    """Ask for everything that is kept about oneself, in parts. Answer: `my_data`.

    Fields:
        after: `next` of the answer before, null to begin.
    """

    after: Cursor | None = None


class DeleteAccount(Request, tag="delete_account", frozen=True):
    """Delete one's account for good: open games are given up, finished ones stay without a name.

    Answer: `done`, then `bye` on every connection.

    Fields:
        password: the present one.
    """

    password: Annotated[str, Meta(min_length=1, max_length=128)]
