"""What a player's aggregate can be asked, and what can happen to a player."""

from msgspec import Struct

from server.room.messages import Engage, Release


class Register(Struct, frozen=True, tag="register"):
    """Keep a guest from now on: the first durable act. A repeat changes nothing."""

    token_hash: bytes


PlayerCommand = Register | Engage | Release


class Registered(Struct, frozen=True, tag="registered"):
    """The player is kept; whoever shows a token with this hash is this player."""

    token_hash: bytes


class Engaged(Struct, frozen=True, tag="engaged"):
    """A game of this player began in `room`, on `side` (0 Red, 1 Black)."""

    room: str
    side: int


class Released(Struct, frozen=True, tag="released"):
    """A game of this player is over."""

    room: str


PlayerEvent = Registered | Engaged | Released
