"""What is told of a player: who it is, its settings, devices and games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.wire.terms import Language, SideName, SpeedName


class GameRef(Struct, frozen=True):
    """A game of one's own.

    Fields:
        side: one's own.
        live: as in `game`.
    """

    room: str
    side: SideName
    live: bool = False


class PlayerRef(Struct, frozen=True):
    """A player, as others read of it.

    Fields:
        player: its id.
        name: what to show; of a guest such as "Guest 4k2m", of a deleted account "Deleted player".
        guest: the player has no account.
    """

    player: str
    name: str
    guest: bool = True


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants the page. The server keeps them and does nothing else by them.

    Fields:
        language: of the page and of texts.
        notation: how moves are written.
        board, pieces, theme: how they look.
        second: another notation stands small beside the first.
        hints: where a piece may go is shown.
        confirm: a move is asked about before it is sent.
        premoves: one may move ahead.
        shortcuts: keys of one letter act.
        sound, volume: sounds are heard, and how loud.
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
    """A device on which one is signed in.

    Fields:
        device: its id, to send in `sign_out`.
        label: what it was called at `sign_in`; "" for the one where the account was made.
        since_ms: when it signed in.
        used_ms: when it was last here, at most half a day too early.
        this: it is the one that asks.
    """

    device: str
    label: str
    since_ms: int
    used_ms: int
    this: bool


class PlayerRating(Struct, frozen=True):
    """How strong a player came to a rated game, and what it made of that.

    Fields:
        points: when the game began.
        provisional: the points are not certain yet; shown with a question mark.
        change: by how much this game changed the rating, null until it has; other games may
            have changed it since this one began.
    """

    points: int
    provisional: bool
    change: int | None = None


class SpeedRating(Struct, frozen=True):
    """A player's rating at one speed.

    Fields:
        speed: how fast; see *Ratings*.
        points: what it is.
        deviation: how far off it may be.
        provisional: it is not certain yet; shown with a question mark.
        games: rated games of this speed so far.
        last_at_ms: when the last of them ended.
        won, drawn, lost: how they ended.
    """

    speed: SpeedName
    points: int
    deviation: int
    provisional: bool
    games: int
    last_at_ms: int
    won: int
    drawn: int
    lost: int


class RatingDay(Struct, frozen=True, array_like=True):
    """A rating at the end of a day, written as a list of its three fields without their names.

    Fields:
        day: days since 1970-01-01, UTC.
        points: at the end of it.
        games: rated games by then.
    """

    day: int
    points: int
    games: int
