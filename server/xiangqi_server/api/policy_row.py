"""The row of a message type in `policy`: its columns, and the two ways to fill them in.

A message either *looks* or *acts*. What looks changes nothing that is stored: it starts no game,
says nothing to others, costs nothing in the store, and means something new each time it is sent.
What acts has to say whether it starts a game and what it adds to the store. A column that may be
left out then has its careful value, or a test of `test_policy` finds the wrong one.
"""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.api.store_costs import NOTHING, Adds
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.server import ServerMessage

YES: Final = True
NO: Final = False
IN_PATH: Final = re.compile(r"\{(\w+)\}")
"""A field of the message, as an address names it."""


class Role(IntEnum):
    """What the sender is to the room its message names, from least to most.

    `WELCOMED` is also the role for messages that name no room.
    """

    NEW = 0
    WELCOMED = 1
    SPECTATOR = 2
    SEATED = 3


class Repeat(Enum):
    """How a copy of a message is taken; see `gateway.connection.repeats`.

    * `ALWAYS_NEW`: it is handled like the first one. It changes what a connection looks at, or is
      asked for an answer that may be another one by now.
    * `ANSWERED_AGAIN`: a copy of a message that was done gets the same answer.
    * `KNOWN_FURTHER_ON`: the same. Besides, its handler recognises a copy whose outcome is not
      known yet, so the copy costs no more than any message.
    """

    ALWAYS_NEW = auto()
    ANSWERED_AGAIN = auto()
    KNOWN_FURTHER_ON = auto()


class When(NamedTuple):
    """Of messages that do it only with this value in this field."""

    field: str
    value: object


@dataclass(frozen=True, slots=True)
class Route:
    """A plain HTTP address that asks a message.

    Fields:
        name: for programs that are made from the list.
        address: the path with fields of the message in braces, then the parameters it knows; one
            that is called otherwise than its field says `parameter=field`.
        answer: what the server says to it; of a stream, the first line if it begins anew.
        summary: what it gives, as a title.
        needs_player: it is about the asking player, which has to show a token.
        is_stream: it goes on, line by line.
    """

    name: str
    address: str
    answer: type[ServerMessage]
    summary: str
    needs_player: bool = NO
    is_stream: bool = NO

    @property
    def path(self) -> str:
        """The address without its parameters."""
        return self.address.partition("?")[0]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the message that stand in the path."""
        return tuple(IN_PATH.findall(self.path))

    @property
    def query(self) -> dict[str, str]:
        """The fields of the message, by the parameters that give them."""
        names = filter(None, self.address.partition("?")[2].split("&"))
        pairs = (name.partition("=") for name in names)
        return {name: field or name for name, _, field in pairs}


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The row of a message type; `policy` says what each column means.

    Fields:
        each: the field with a list whose every item costs as much; "" for none.
    """

    role: Role
    scope: Scope
    cost: Charge
    starts_game: bool | When
    asks_for_game: bool
    says_words: bool
    stores_sender: bool
    holds_next: bool
    for_bots: bool
    repeat: Repeat
    adds: Adds
    each: str = ""
    http: tuple[Route, ...] = ()

    def count(self, message: ClientMessage) -> int:
        """How often the cost of a message is counted: once at least."""
        return max(1, len(getattr(message, self.each))) if self.each else 1


def look(
    *http: Route,
    scope: Scope,
    cost: Charge,
    role: Role = Role.WELCOMED,
    holds_next: bool = NO,
    each: str = "",
) -> Policy:
    """The row of a message that changes nothing that is stored."""
    return Policy(
        role=role,
        scope=scope,
        cost=cost,
        starts_game=NO,
        asks_for_game=NO,
        says_words=NO,
        stores_sender=NO,
        holds_next=holds_next,
        for_bots=YES,
        repeat=Repeat.ALWAYS_NEW,
        adds=NOTHING,
        each=each,
        http=http,
    )


def act(
    *,
    scope: Scope,
    cost: Charge,
    adds: Adds,
    starts_game: bool | When,
    role: Role = Role.WELCOMED,
    asks_for_game: bool = NO,
    says_words: bool = NO,
    stores_sender: bool = NO,
    for_bots: bool | None = None,
    repeat: Repeat = Repeat.ANSWERED_AGAIN,
) -> Policy:
    """The row of a message that changes something; what starts a game is not for bots by itself."""
    return Policy(
        role=role,
        scope=scope,
        cost=cost,
        starts_game=starts_game,
        asks_for_game=asks_for_game,
        says_words=says_words,
        stores_sender=stores_sender,
        holds_next=NO,  # the check of its sender holds, or nothing has to
        for_bots=starts_game is NO if for_bots is None else for_bots,
        repeat=repeat,
        adds=adds,
    )
