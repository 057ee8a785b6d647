"""What the lobby can be asked, and what can happen in it."""

from typing import Literal

from msgspec import Struct

from server.room.terms import Terms

SidePreference = Literal["red", "black", "any"]


class Seek(Struct, frozen=True):
    """An open offer to play, owned by a player and shown to everybody."""

    id: str
    player: str
    terms: Terms
    side: SidePreference


# Commands. `toss` is a random bit: 0 gives Red to the player named first.


class OpenSeek(Struct, frozen=True, tag="open_seek"):
    """Show an open offer; a player's earlier one is replaced."""

    by: str
    seek: str
    terms: Terms
    side: SidePreference


class CloseSeek(Struct, frozen=True, tag="close_seek"):
    """Take one's open offer back; without one nothing happens."""

    by: str


class TakeSeek(Struct, frozen=True, tag="take_seek"):
    """Accept somebody's open offer: a game starts in `fresh_id`."""

    by: str
    seek: str
    fresh_id: str
    toss: int


class Enqueue(Struct, frozen=True, tag="enqueue"):
    """Wait in the queue of a pool, or be paired with the first one who waits there."""

    by: str
    pool: str
    fresh_id: str
    toss: int


class Dequeue(Struct, frozen=True, tag="dequeue"):
    """Leave every queue."""

    by: str


class Depart(Struct, frozen=True, tag="depart"):
    """The player has no connection any more: drop seek and queues."""

    by: str


LobbyCommand = OpenSeek | CloseSeek | TakeSeek | Enqueue | Dequeue | Depart

# Events.


class SeekOpened(Struct, frozen=True, tag="seek_opened"):
    """An open offer appeared."""

    seek: Seek


class SeekClosed(Struct, frozen=True, tag="seek_closed"):
    """An open offer is gone."""

    seek: str


class Queued(Struct, frozen=True, tag="queued"):
    """A player waits in a pool."""

    player: str
    pool: str


class Unqueued(Struct, frozen=True, tag="unqueued"):
    """A player left a pool."""

    player: str
    pool: str


class Paired(Struct, frozen=True, tag="paired"):
    """Two players are to play in `room`; an order opens it."""

    room: str
    terms: Terms
    red: str
    black: str


LobbyEvent = SeekOpened | SeekClosed | Queued | Unqueued | Paired
