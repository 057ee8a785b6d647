"""Parts of messages about your own account."""

from msgspec import Struct

from xiangqi_server.aggregates.players.preferences import Preferences
from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.terms import SecurityChange, TokenScope


class Settings(  # noqa: D101  # it has a docstring: that of what is stored
    Preferences, frozen=True, omit_defaults=False, forbid_unknown_fields=True
):
    __doc__ = Preferences.__doc__


class DeviceInfo(Struct, frozen=True):
    """A device on which you are signed in, or a program with a token of its own.

    Fields:
        device: its id, to send in `sign_out`.
        label: what it was called at `sign_in` or `create_token`; "" for the one where the account
            was made.
        since_ms: when it signed in.
        used_ms: when it was last here, at most half a day too early.
        this: it is the one that asks.
        scope: of a program, what its token lets it do; null for a device.
    """

    device: str
    label: str
    since_ms: int
    used_ms: int
    this: bool
    scope: TokenScope | None = None


class SecurityEvent(Struct, frozen=True):
    """Something that happened to the password or the codes of the account.

    Fields:
        what: `password_changed`; `recovery_code_created`; `recovered`, by the recovery code;
            `reset_code_created`, by an operator of the server; `reset`, by that code.
        at_ms: when.
    """

    what: SecurityChange
    at_ms: Moment
