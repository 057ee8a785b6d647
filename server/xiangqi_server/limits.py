"""The one table of what a connection, a player and an address may do; every counter has its row.

A row says what is counted, for which holder, how much at once and after that, and what one too many
gets. The protocol's page of limits is made from it (`tests.tools.generate`), and whatever counts
takes its numbers from here. Sizes of single messages are in `wire.limits`, the sizes and times of
one connection in `net.limits`.

An address is an IPv4 address or a /64 of IPv6. One in a network that the operator trusts
(`--trusted-networks`) has as many shares as `--trusted-share` says, in every row of an address. Its
name says so (`with_shares`), so that whatever counts it knows. Nodes on one store share the rates
of an address (`gateway/connection/limits/address_limits.py`): it has each of them once, however
many nodes there are.

A rate is kept as a single number: the time at which its bucket would be full again (the "generic
cell rate algorithm"). Taking a token moves that time `every_ms` on; when it would lie more than
`burst` tokens ahead, the bucket is empty. Times are of any clock, in ms; when it goes back by
more than what a bucket holds and may owe, the bucket is full.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, then one every `every_ms`."""

    every_ms: int
    burst: int

    @property
    def whole_ms(self) -> int:
        """How long an empty bucket takes to be full."""
        return self.burst * self.every_ms

    def take(self, full_at_ms: int, now_ms: int, count: int = 1) -> int | None:
        """When the bucket is full again after `count` more are taken; None if it has fewer."""
        taken_ms, whole_ms = full_at_ms - now_ms, self.burst * self.every_ms
        if not 0 <= taken_ms <= 2 * whole_ms:  # as in `_taken_ms`, for every message comes here
            taken_ms = 0
        taken_ms += self.every_ms * count
        return now_ms + taken_ms if taken_ms <= whole_ms else None

    def charge(self, full_at_ms: int, now_ms: int, count: int) -> int:
        """When the bucket is full again after `count` were taken elsewhere; it may owe a burst."""
        taken_ms = self._taken_ms(full_at_ms, now_ms) + self.every_ms * count
        return now_ms + min(taken_ms, 2 * self.whole_ms)

    def wait_ms(self, full_at_ms: int, now_ms: int, count: int = 1) -> int:
        """How long until `count` more may be taken."""
        missing_ms = self._taken_ms(full_at_ms, now_ms)
        return max(0, missing_ms - (self.burst - count) * self.every_ms)

    def times(self, shares: int) -> "Rate":
        """The rate of so many people together."""
        return Rate(max(1, self.every_ms // shares), self.burst * shares)

    def _taken_ms(self, full_at_ms: int, now_ms: int) -> int:
        taken_ms = full_at_ms - now_ms
        is_full = not 0 <= taken_ms <= 2 * self.whole_ms  # beyond that, the clock was set back
        return 0 if is_full else taken_ms


class Of(Enum):
    """The holder that a row counts for."""

    CONNECTION = "a connection"
    PLAYER = "a player"
    ADDRESS = "an address"
    NODE = "a node"


@dataclass(frozen=True, slots=True)
class Limit(Rate):
    """A row of the table: a rate.

    Fields:
        name: of the row, for nodes that share it; it stays.
        of: the holder it counts for.
        what: is counted, as the protocol's page says it.
        told: what one too many gets.
    """

    name: str
    of: Of
    what: str
    told: str = "`too_fast`"


@dataclass(frozen=True, slots=True)
class Cap:
    """A row of the table: how many there may be at a time."""

    most: int
    of: Of
    what: str
    told: str = "`too_fast`"


_SHARES: Final = "*"
TRUSTED_SHARES: Final = 60
"""The people behind an address of a trusted network, unless the operator says otherwise."""


def with_shares(address: str, shares: int) -> str:
    """The name of an address that has the shares of so many people."""
    return f"{address}{_SHARES}{shares}"


def shares_of(address: str) -> int:
    """How many shares an address has, by its name."""
    shares = address.partition(_SHARES)[2]
    return int(shares) if shares else 1


PORTION_BYTES: Final = 128


def portions(size_bytes: int) -> int:
    """How many portions so many bytes fill."""
    return -(-size_bytes // PORTION_BYTES)


# Messages. `{starts}` and `{joins}` stand for the types that cost as much, see `api.policy`.

MESSAGES: Final = Limit(50, 60, "messages", Of.CONNECTION, "messages of a connection")
STARTS: Final = Limit(2_000, 10, "starts", Of.CONNECTION, "of these {starts}")
"""Messages that cost more: looking for an opponent, which is stored and shown to everybody in the
lobby, and having a whole game or its log written out."""
JOINS: Final = Limit(250, 40, "joins", Of.CONNECTION, "of these {joins}")
"""Looking at rooms and players, which may have to be loaded, and keeping small things."""
FAULTS: Final = Limit(
    1_000,
    30,
    "faults",
    Of.CONNECTION,
    "refusals of a connection as `bad_message` or `too_fast`",
    "`bye` with `too_fast`, then close code 1008",
)
PLAYER_MESSAGES: Final = Limit(
    20, 200, "player_messages", Of.PLAYER, "messages of a player, on all connections"
)
PLAYER_STARTS: Final = Limit(1_000, 20, "player_starts", Of.PLAYER, "of these {starts}")
PLAYER_JOINS: Final = Limit(200, 100, "player_joins", Of.PLAYER, "of these {joins}")
ADDRESS_MESSAGES: Final = Limit(
    2,
    4_000,
    "address_messages",
    Of.ADDRESS,
    "messages of an address (of IPv6: of a /64; a /48 may do four times as much of anything)",
)
ADDRESS_STARTS: Final = Limit(100, 200, "address_starts", Of.ADDRESS, "of these {starts}")
ADDRESS_JOINS: Final = Limit(10, 2_000, "address_joins", Of.ADDRESS, "of these {joins}")
ADDRESSES_OF_SITE: Final = 4
"""All networks of one /48 of IPv6 may together do what this many addresses may."""
WAITING_MESSAGES: Final = Cap(
    32, Of.CONNECTION, "messages of a connection that wait for the store at once"
)

# What fills the store.

STORED_OF_ADDRESS: Final = Limit(
    100,
    1_000_000,
    "stored",
    Of.ADDRESS,
    f"portions of {PORTION_BYTES} bytes that all that an address sends adds to the store (a move"
    " three, a game of a hundred plies some 330)",
)
"""128 megabytes at once, and 110 more in a day: sixty people who play from morning to night fill
less, and nobody fills a store in days."""
MOVES_WITHOUT_SHARE: Final = Limit(
    600_000,
    200,
    "moves_without_share",
    Of.PLAYER,
    "moves and answers in games that a player may send all the same while the address's share of"
    " the store is used up",
)
"""Enough to play the running games to their end, so that no neighbour makes anybody lose one."""
STORED_GUESTS: Final = Limit(
    60_000, 100, "guests", Of.ADDRESS, "guests of an address stored for the first time"
)
"""Making a guest costs nothing, but storing it does. A class may come at once."""
CHAT: Final = Limit(
    3_000, 5, "chat", Of.PLAYER, "lines of `chat` and `tournament_chat` of a player"
)
CHAT_OF_ADDRESS: Final = Limit(
    250,
    60,
    "chat_of_address",
    Of.ADDRESS,
    "lines of `chat` and `tournament_chat` of an address",
)
"""One message makes a guest, and everybody in a room gets each line."""
CHAT_PORTIONS_OF_ADDRESS: Final = Limit(
    250,
    16_000,
    "chat_portions",
    Of.ADDRESS,
    f"portions of {PORTION_BYTES} bytes that lines of `chat` and `tournament_chat` of an address "
    "fill",
)
"""Two megabytes at once, and 44 in a day. A line of one portion is never refused for this; the
longest, all of rare signs, has twenty."""
NOTES: Final = Limit(3_000, 20, "notes", Of.PLAYER, "private notes of a player (`set_note`)")
NOTES_OF_ADDRESS: Final = Limit(
    250, 60, "notes_of_address", Of.ADDRESS, "private notes of an address"
)
"""Each takes the place of the one before, and is a write to the store."""
WRITTEN: Final = Limit(10_000, 60, "written", Of.PLAYER, "direct messages of a player")
"""Both sides keep what is written."""
WRITTEN_OF_ADDRESS: Final = Limit(
    2_000, 300, "written_of_address", Of.ADDRESS, "direct messages of an address"
)
WRITTEN_PORTIONS_OF_ADDRESS: Final = Limit(
    500,
    8_000,
    "written_portions",
    Of.ADDRESS,
    f"portions of {PORTION_BYTES} bytes that direct messages of an address fill",
)
"""With both sides' copies the same 44 megabytes in a day."""

# Games.

ASKED: Final = Limit(
    10_000,
    60,
    "asked",
    Of.PLAYER,
    "games that a player asks for (`queue`, `seek`, `accept_seek`, rematches ...)",
)
"""Another player's message, or the server, makes a game of it: each is kept for ever."""
ASKED_OF_ADDRESS: Final = Limit(
    5_000, 5_000, "asked_of_address", Of.ADDRESS, "games asked for from an address"
)
"""A school has its evening, and nobody fills the store by playing alone."""
OPENED: Final = Limit(
    10_000,
    60,
    "opened",
    Of.PLAYER,
    "rooms opened by a player (`invite`, `challenge`, `offer_by_days`)",
)
"""Each log is kept for ever."""
OPENED_OF_ADDRESS: Final = Limit(
    2_000, 300, "opened_of_address", Of.ADDRESS, "rooms opened from an address"
)
HOURS_OF_ADDRESS: Final = Limit(
    500,
    14_400,
    "hours",
    Of.ADDRESS,
    "hours that these rooms may wait for a second player, together; each counts for one or more",
)
"""Each of them fills the store meanwhile. No more than 8,000 wait at once."""
OPEN_GAMES: Final = Cap(
    200,
    Of.PLAYER,
    "open games of a player (`invite`, `challenge`, `offer_by_days`)",
    "`too_many_rooms`",
)
OFFERS_BY_DAYS: Final = Cap(
    10, Of.PLAYER, "open offers of games by days of a player (`offer_by_days`)", "`limit_reached`"
)
"""Each is also a room that is opened, and waits for two weeks."""
COMPUTER_GAMES: Final = Cap(
    12,
    Of.NODE,
    "games with the computer opponents that are open at a node; beyond it an address has few",
)
COMPUTER_GAMES_OF_ADDRESS: Final = Cap(
    4,
    Of.ADDRESS,
    "of these, of an address while there are so many, those that wait in line included",
    "`limit_reached`",
)
SEEKS_OF_ADDRESS: Final = Cap(5, Of.ADDRESS, "offers of an address in the lobby", "`limit_reached`")
ANNOUNCED: Final = Limit(
    20 * 60_000,
    5,
    "announced",
    Of.PLAYER,
    "tournaments announced by a player",
    "`limit_reached`",
)
ANNOUNCED_OF_ADDRESS: Final = Limit(
    5 * 60_000,
    20,
    "announced_of_address",
    Of.ADDRESS,
    "tournaments announced from an address",
    "`limit_reached`",
)

SUBSCRIBED: Final = Limit(
    60_000,
    10,
    "subscribed",
    Of.PLAYER,
    "browsers that a player names for notices (`subscribe_notices`)",
)
SUBSCRIBED_OF_ADDRESS: Final = Limit(
    10_000, 60, "subscribed_of_address", Of.ADDRESS, "browsers that an address names for notices"
)
"""Each names an address to which the server will connect."""

# Looking.

SEARCHED: Final = Limit(
    500, 60, "searched", Of.PLAYER, "searches of a player (`games`, `export_games`)"
)
"""One may read hundreds of games and find none."""
SEARCHED_OF_ADDRESS: Final = Limit(
    100, 200, "searched_of_address", Of.ADDRESS, "searches of an address"
)
JUDGED: Final = Limit(
    5_000, 30, "judged", Of.PLAYER, "lines that a player has judged (`judge_line`)"
)
JUDGED_OF_ADDRESS: Final = Limit(
    1_000, 200, "judged_of_address", Of.ADDRESS, "lines that an address has judged"
)
"""The longest search takes seconds of a processor."""
LINES_OF_ONE: Final = Cap(4, Of.PLAYER, "`line` and `judge_line` of a player that wait at once")
LINES: Final = Cap(64, Of.NODE, "these of all that wait at once")
READ_FILES: Final = Limit(
    18_000, 200, "read_files", Of.ADDRESS, "game files that an address has read (`/api/read`)"
)
READERS_OF_ONE: Final = Cap(2, Of.ADDRESS, "of these, on their way or waiting at once")
READERS: Final = Cap(8, Of.NODE, "game files of all, on their way or waiting at once")
REVIEWS: Final = Limit(
    4_320_000, 20, "reviews", Of.PLAYER, "reviews that a player asks for", "`limit_reached`"
)
REVIEWS_OF_GUEST: Final = Limit(
    28_800_000, 3, "reviews_of_guest", Of.PLAYER, "of these, if it is a guest", "`limit_reached`"
)
REVIEWS_OF_ADDRESS: Final = Limit(
    1_440_000,
    60,
    "reviews_of_address",
    Of.ADDRESS,
    "reviews asked for from an address",
    "`limit_reached`",
)
"""Each takes a minute of a processor."""
OPEN_REVIEWS: Final = Cap(
    3, Of.PLAYER, "reviews of a player that are not done; a guest has one", "`too_many_reviews`"
)
WAITING_REVIEWS: Final = Cap(
    2_000, Of.NODE, "reviews of all that are not done", "`too_many_reviews`"
)
SEARCHERS_OF_ONE: Final = Cap(8, Of.PLAYER, "searches of a player that wait at once")
SEARCHERS: Final = Cap(64, Of.NODE, "searches of all that wait at once")
EXPORTS_OF_ONE: Final = Cap(
    2,
    Of.PLAYER,
    "`export` and `log` of a player that wait at once, and `export_games` likewise; files of an"
    " address",
)
EXPORTS: Final = Cap(16, Of.NODE, "these of all that wait at once")
FILES_OF_ADDRESS: Final = Limit(
    1_000,
    20,
    "files",
    Of.ADDRESS,
    "whole games, pictures, previews and tournaments of an address by plain links",
    "HTTP 429",
)
PAGES_OF_ADDRESS: Final = Limit(
    20, 2_000, "pages", Of.ADDRESS, "everything else by plain HTTP, of an address", "HTTP 429"
)
"""A first visit asks for some sixty files, and thirty people may share one address."""

# Accounts.

SIGN_UPS: Final = Limit(60_000, 100, "sign_ups", Of.ADDRESS, "accounts created from an address")
TOKENS: Final = Limit(60_000, 16, "tokens", Of.PLAYER, "tokens created for programs by a player")
"""Each is stored for ever."""
HASHED_OF_ADDRESS: Final = Limit(
    2_000,
    240,
    "hashed",
    Of.ADDRESS,
    "passwords of an address that are looked at or made, right ones too",
)
"""A class signs in at once; each costs 27 ms of a processor."""
HASHES: Final = Cap(
    32, Of.NODE, "passwords that wait at once; beyond it two of an address go on waiting"
)
HASHES_OF_ADDRESS: Final = Cap(2, Of.ADDRESS, "of these, of an address while there are so many")
MOST_HASHES: Final = Cap(512, Of.NODE, "passwords that wait at once, whoever asks")
GUESSES: Final = Limit(
    30_000,
    10,
    "guesses",
    Of.PLAYER,
    "wrong passwords by name and address together, by device, or for tournaments by entrant",
)
NAME_GUESSES: Final = Limit(
    10_000, 60, "name_guesses", Of.PLAYER, "wrong passwords for one name, from any address"
)
"""It does not count at addresses at which the account was signed in before."""
ADDRESS_GUESSES: Final = Limit(
    10_000,
    60,
    "address_guesses",
    Of.ADDRESS,
    "wrong passwords and codes from one address, for any name",
)
REPORTS_OF_ONE: Final = Cap(
    20, Of.ADDRESS, "open reports of a player, and of an address", "`limit_reached`"
)

# Connections.

CONNECTIONS_OF_ADDRESS: Final = Cap(500, Of.ADDRESS, "connections of an address", "HTTP 503")
CONNECTIONS_OF_SITE: Final = Cap(2_000, Of.ADDRESS, "connections of a /48 of IPv6", "HTTP 503")
ARRIVALS_OF_ADDRESS: Final = Cap(
    600, Of.ADDRESS, "connections that an address opens within ten seconds", "HTTP 429"
)
STRANGERS_OF_ADDRESS: Final = Cap(
    100,
    Of.ADDRESS,
    "connections of an address that have not said `hello`: one more closes the oldest",
    "`bye` with `full`",
)
STRANGERS_OF_SITE: Final = Cap(200, Of.ADDRESS, "the same of a /48 of IPv6", "`bye` with `full`")
STRANGERS: Final = Cap(4_096, Of.NODE, "the same of all", "`bye` with `full`")


def table() -> tuple[Limit | Cap, ...]:
    """Every row, in the order of the page."""
    return tuple(row for row in globals().values() if isinstance(row, Limit | Cap))
