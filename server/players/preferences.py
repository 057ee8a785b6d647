"""How a player wants the page: kept with the player, so that it follows on every device.

The server never acts by these; only the language is also said in `hello`.
"""

from typing import Literal

from msgspec import Struct

from server.aggregate.decision import Decision


class Preferences(Struct, frozen=True, omit_defaults=True):
    """What is set; None is left to the device.

    Fields:
        language: of the page and of our texts.
        notation: how moves are written.
        board, pieces, theme: how they look.
        sounds: they are heard.
        legal_moves: where a piece may go is shown.
        confirm_moves: a move is asked about before it is sent.
        warn_losing: a move that loses by repetition is asked about before it is sent.
        premoves: one may move ahead.
    """

    language: Literal["en", "zh-Hans", "zh-Hant", "vi"] | None = None
    notation: Literal["wxf", "chinese", "uci"] | None = None
    board: Literal["wood", "paper", "jade", "slate"] | None = None
    pieces: Literal["traditional", "simplified", "western"] | None = None
    theme: Literal["system", "light", "dark"] | None = None
    sounds: bool | None = None
    legal_moves: bool | None = None
    confirm_moves: bool | None = None
    warn_losing: bool | None = None
    premoves: bool | None = None


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
