"""What you ask of your own account: name, password, devices, settings, data."""

from typing import Annotated

from msgspec import Meta

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import (
    CODE_CHARS,
    CodeText,
    Cursor,
    DeviceId,
    DeviceLabel,
    NameText,
    PasswordText,
)
from xiangqi_server.wire.parts import Settings
from xiangqi_server.wire.terms import TokenScope


class SignUp(Request, tag="sign_up", frozen=True):
    """Give the guest you are a name and a password: same player, same games; see *Players*.

    Answer: `done`; every connection of the player gets `account`. The token stays good.

    Fields:
        name: 2 to 20 letters; see *Names*.
        password: 10 characters at least.
        code: the one-time code for an operator's name, else "".
    """

    name: NameText
    password: PasswordText
    code: CodeText = ""


class SignIn(Request, tag="sign_in", frozen=True):
    """Become a player with an account, on this device. Answer: `signed_in`.

    You stay who you are on this connection; a new one that shows the new token is the other player.
    A guest who signs in leaves the guest behind, with its open games. Sent again, it brings another
    token of the same device. The earlier one lets you in no longer once the other one has been used
    for ten minutes.

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
    """Ask where you are signed in. Answer: `devices`."""


class ChangePassword(Request, tag="change_password", frozen=True):
    """Choose another password; all other devices are signed out. Answer: `done`.

    Fields:
        old: the present password.
        password: the new one.
    """

    old: PasswordText
    password: PasswordText


class BecomeBot(Request, tag="become_bot", frozen=True):
    """Make your account a bot's, for ever: a program plays for it. Answer: `done`.

    Only before its first game. Every connection of the player gets `account`; see *Bots*.

    Fields:
        password: the present one.
    """

    password: PasswordText


class CreateToken(Request, tag="create_token", frozen=True):
    """Have a token made for a program of your own. Answer: `token_created`.

    It is one of `devices`, 8 at most, and `sign_out` makes it worthless; so does a new password.
    Sent again, it brings another token of the same program. The earlier one lets it in no longer
    once the other one has been used for ten minutes.

    Fields:
        scope: `play` lets the program do all that belongs to playing; `read` lets it look at
            games and players only. Neither opens the account itself, nor direct messages.
        label: what to call it in `devices`.
    """

    scope: TokenScope
    label: DeviceLabel = ""


class CreateRecoveryCode(Request, tag="create_recovery_code", frozen=True):
    """Get a recovery code, by which `recover` lets you in without the password.

    Answer: `recovery_code`. A code created before is good no more. Send this right after `sign_up`,
    and show the code to the owner. An owner who loses password and code loses the account.

    Fields:
        password: the present one.
    """

    password: PasswordText


class Recover(Request, tag="recover", frozen=True):
    """Choose a new password by a recovery code, or by a reset code of an operator of the server.

    Answer: `recovered`, with a fresh recovery code; the code is used up, and all devices but
    this one are signed out. As with `sign_in`, the player comes in on a new connection.

    Fields:
        name: of the account.
        code: as it was shown; case, spaces and hyphens do not matter.
        password: the new one.
        label: what to call this device in `devices`.
    """

    name: NameText
    code: Annotated[str, Meta(min_length=1, max_length=CODE_CHARS)]
    password: PasswordText
    label: DeviceLabel = ""


class Rename(Request, tag="rename", frozen=True):
    """Take another name, once in 30 days. Answer: `done`; the old name rests for 30 days.

    Fields:
        name: the new one; see *Names*.
        code: the one-time code for an operator's name, else "".
    """

    name: NameText
    code: CodeText = ""


class CheckName(Request, tag="check_name", frozen=True):
    """Ask whether you could take a name now. Answer: `name_checked`.

    Fields:
        name: see *Names*.
    """

    name: NameText


class SetSettings(Request, tag="set_settings", frozen=True):
    """Keep your settings, all at once. Answer: `done`; every connection gets `account`.

    Fields:
        settings: instead of all that were kept before; null fields are left to the device.
    """

    settings: Settings


class MyData(Request, tag="my_data", frozen=True):
    """Ask for everything that is kept about you, in parts. Answer: `my_data`.

    Fields:
        after: `next` of the answer before, null to begin.
    """

    after: Cursor | None = None


class DeleteAccount(Request, tag="delete_account", frozen=True):
    """Delete your account for good: open games are given up, finished ones stay without a name.

    Answer: `done`, then `bye` on every connection.

    Fields:
        password: the present one.
    """

    password: Annotated[str, Meta(min_length=1, max_length=128)]
