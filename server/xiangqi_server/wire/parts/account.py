"""Parts of messages about your own account."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.terms import Language, SecurityChange, TokenScope


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How you want the page to be. The server stores them, and uses them for nothing else.

    Fields:
        language: of the page and of texts.
        notation: how moves are written.
        board, pieces, theme: how they look.
        second: another notation is shown, small, beside the first.
        hints: where a piece may go is shown.
        confirm: the page asks before it sends a move.
        premoves: you may move ahead.
        shortcuts: keys of one letter act.
        sound, volume: whether sounds are played, and how loud, in percent.
        muted: what others say is not shown.
    """

    language: Language | None = None
    notation: Literal["wxf", "chinese", "uci"] | None = None
    board: Literal["wood", "paper", "jade", "slate"] | None = None
    pieces: Literal["traditional", "simplified", "western"] | None = None
    theme: Literal["system", "light", "dark"] | None = None
    second: bool | None = None
    hints: bool | None = None
    confirm: bool | None = None
    premoves: bool | None = None
    shortcuts: bool | None = None
    sound: bool | None = None
    volume: Annotated[int, Meta(ge=0, le=100)] | None = None
    muted: bool | None = None


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
