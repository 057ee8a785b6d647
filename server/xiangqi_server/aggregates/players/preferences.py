"""How a player wants the page: kept with the player, so that it is the same on every device.

The server makes no use of these; only the language also comes with `hello`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from xiangqi_server.kernel.aggregate.decision import Decision


class Preferences(Struct, frozen=True, omit_defaults=True):
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
        after_move: where the page goes after a move by days.
    """

    language: Literal["en", "zh-Hans", "zh-Hant", "vi"] | None = None
    notation: Literal["wxf", "chinese", "uci"] | None = None
    board: Literal["wood", "rose", "jade", "slate", "paper"] | None = None
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
    after_move: Literal["stay", "next", "games"] | None = None


class Prefer(Struct, frozen=True, tag="prefer"):
    """Keep these, instead of all that was set before."""

    preferences: Preferences


class Preferred(Struct, frozen=True, tag="preferred"):
    """These are set from now on."""

    preferences: Preferences


def decide(part: Preferences, command: Prefer) -> Decision[Preferred]:
    """Take what is new."""
    return (
        Decision() if part == command.preferences else Decision((Preferred(command.preferences),))
    )


def apply(event: Preferred) -> Preferences:
    """What is set after the event."""
    return event.preferences
