"""Greetings, answers, and what concerns the connection as a whole."""

from enum import StrEnum

from xiangqi_server.wire.parts import GameRef, Settings
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import TokenScope


class Welcome(ServerMessage, tag="welcome", frozen=True):
    """The answer to `hello`.

    Fields:
        id: of the `hello`.
        player: your own id, public.
        name: what others see.
        guest: you have no account.
        settings: those you keep with the player.
        token: to keep secret and to show in every later `hello`, in place of the one that was
            shown; null if that one is to be shown again.
        games: your games that are not over, oldest first.
        now_ms: the server's time.
        ping_ms: how often `ping` comes at least; without one for three times as long the connection
            is dead.
        rules: names of the rule sets you may choose.
        server: name and version of the program.
        operator: you may use the operators' messages, such as `moderation`.
        durability: where an acknowledged command is. ``primary``: on the disk of the server's
            store. ``replica``: also on every copy of the store that could take its place.
            ``degraded``: on the disk alone, for such copies are missing now. ``engine``: where the
            store itself promises. ``volatile``: only in memory, and it may be lost if the store
            fails. Other words may come; read them like ``primary``.
        bot: a program plays for this account.
        scope: what the token that was shown lets a program do; null for one of a device, by which
            you may do everything.
    """

    id: str
    player: str
    name: str
    guest: bool
    settings: Settings
    token: str | None
    games: list[GameRef]
    now_ms: int
    ping_ms: int
    rules: list[str]
    server: str
    operator: bool = False
    durability: str = "primary"
    bot: bool = False
    scope: TokenScope | None = None


class Done(ServerMessage, tag="done", frozen=True):
    """A command took effect and is stored, or what was asked for has been sent.

    Fields:
        room: the room it was about; after `invite`, `challenge` and `offer_by_days` the one that
            was opened; null for what no room decides, such as `report` and `ask_review`.
        version: of the last event it caused, also when it is a repeat; of the room's last
            event if it caused none; null for what is no event.
        digest: the one of that event, null if it is no longer at hand.
        seat_key: after `invite`, what opens the free seat; else null.
    """

    id: str
    room: str | None = None
    version: int | None = None
    digest: str | None = None
    seat_key: str | None = None


class Refused(ServerMessage, tag="refused", frozen=True):
    """Nothing happened.

    Fields:
        id: of the refused message, null when it has none or could not be read.
        code: for programs; see *Refusals*.
        text: for people, in the language of `hello`.
        room: the room that was meant, else null.
        version: the room's version by which it was refused, null where none was looked at.
        retry_ms: how long to wait before trying again, null where waiting does not help; of
            `unavailable` never null, see *Pauses*.
    """

    id: str | None
    code: str
    text: str
    room: str | None = None
    version: int | None = None
    retry_ms: int | None = None


class Ping(ServerMessage, tag="ping", frozen=True):
    """The heartbeat: answer with a `pong` of the same `n` at once.

    Fields:
        n: to send back.
        now_ms: the server's time.
        rtt_ms: the round trip the server measured last, null before the first.
        rooms: `[room, version, digest]` of each joined room; see *Versions*.
        next_ms: the next one comes after so long, at most.
    """

    n: int
    now_ms: int
    rtt_ms: int | None
    rooms: list[tuple[str, int, str]]
    next_ms: int


class ByeCode(StrEnum):
    """Why the server closes a connection."""

    STOPPING = "stopping"
    MOVING = "moving"
    TOO_FAST = "too_fast"
    NO_HELLO = "no_hello"
    FULL = "full"
    SIGNED_OUT = "signed_out"


class Bye(ServerMessage, tag="bye", frozen=True):
    """The server is about to close this connection.

    Fields:
        code: why; see *Closing*.
        retry_ms: when to connect again, from now.
    """

    code: ByeCode
    text: str
    retry_ms: int


class Paused(ServerMessage, tag="paused", frozen=True):
    """The store cannot be reached: no command takes effect until `resumed`; clocks are credited."""

    text: str


class Resumed(ServerMessage, tag="resumed", frozen=True):
    """Commands take effect again; a room that could not be joined meanwhile can be joined."""
