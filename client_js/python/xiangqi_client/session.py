"""A session with a server: one player, on one connection after the other.

Theory of operation. One task reads the connection and opens another one when it is lost. It answers
pings, gives every message to the games that are followed (`room_state.heard` says what becomes of
each), to the command that it answers, and to every iterator over events. On a new connection it
says `hello` with the token, joins the games again from the version it holds, and sends again, under
the same ids, what was not answered; commands about a game only once that game is joined. The server
carries out a command with a known id only once, so nothing happens twice.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self, cast, overload
from weakref import WeakSet

import msgspec

from xiangqi_client import commands, messages
from xiangqi_client.codec import Unknown, decode, encode, encode_pong
from xiangqi_client.commands import Answer, Command, Language
from xiangqi_client.errors import NotUnderstood, Refused, SessionClosed
from xiangqi_client.events import Events, Told
from xiangqi_client.game import Game
from xiangqi_client.line import Connect, Line, LineLost, connect
from xiangqi_client.messages import Message
from xiangqi_client.pending import Pending, PendingCommands
from xiangqi_client.retries import pause_s, told_pause_s, wait_before_again_ms
from xiangqi_client.room_state import heard
from xiangqi_client.tokens import TokenInMemory, Tokens

log = logging.getLogger(__name__)

CLIENT: Final = "xiangqi_client 1"
WELCOME_WITHIN_S: Final = 10
SILENT_PINGS: Final = 3
"""A connection without a ping for so many times as long as they usually take is lost."""

COMMAND_BYTES: Final = 4096
"""The server closes a connection on which a longer message comes."""

JOIN_TRIES: Final = 4
JOIN_AGAIN_MS: Final = 300
"""A game that was announced a moment ago may not be open yet."""

_QUEUED_AGAIN: Final = frozenset({"already_playing", "missed_games"})
"""Refusals of a pool that pass: a game still counts, or too many were not come to."""
"""A game that has just ended may still count as one that is played."""


class _Follow:
    """A game that is followed, and how its `join` stands on this connection."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.joining: str | None = None
        self.is_joined = False
        self.tries_left = JOIN_TRIES
        self.told: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Session:
    """One player's talk with a server; an async context manager that connects and closes.

    Args:
        url: of the server's websocket, such as `ws://localhost:8080/ws`.
        tokens: where the token lies that makes it the same player next time; by default in memory.
        language: of the texts of refusals, warnings and rulings.
        client: name and version of the program, for the operator's log.
        features: what the program can do, see `commands.Hello`.
        connect: opens a connection.

    Raises:
        CannotConnect: on entering, if what answers there is no such server.
        Refused: on entering, if the server does not know the token (`bad_token`, `signed_out`).
    """

    def __init__(
        self,
        url: str,
        tokens: Tokens | None = None,
        *,
        language: Language = "en",
        client: str = CLIENT,
        features: Sequence[str] = (),
        connect: Connect = connect,
    ) -> None:
        self._url = url
        self._tokens = tokens or TokenInMemory()
        self._hello = commands.Hello(client=client, language=language, features=list(features))
        self._connect = connect
        self._line: Line | None = None
        self._welcome: messages.Welcome | None = None
        self._pending = PendingCommands()
        self._follows: dict[str, _Follow] = {}
        self._own_rooms: list[str] = []
        self._events: WeakSet[Events[Any]] = WeakSet()
        self._rejoins: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None
        self._came = asyncio.Event()
        self._error: Exception | None = None
        self._failures = 0
        self._offset_ms = 0

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        try:
            await self._came.wait()
        except BaseException:
            await self.close()
            raise
        if self._error is not None:
            raise self._error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up for good: every caller that waits for something gets `SessionClosed`."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
            self._end(SessionClosed("the session was closed"))

    @property
    def welcome(self) -> messages.Welcome:
        """What the server said last when we came: the own player, its games, the rule sets."""
        if self._welcome is None:
            raise RuntimeError("a session is used within `async with`")
        return self._welcome

    @property
    def player(self) -> str:
        """The own player's id."""
        return self.welcome.player

    @property
    def is_connected(self) -> bool:
        """There is a connection, and the server has said welcome on it."""
        return self._line is not None

    @property
    def now_ms(self) -> int:
        """The server's time, Unix ms, as far as the last ping told it."""
        return _local_ms() + self._offset_ms

    @overload
    def events(self) -> Events[Message]: ...

    @overload
    def events(self, *kinds: type[Told]) -> Events[Told]: ...

    def events(self, *kinds: type[Message]) -> Events[Any]:
        """Every message from now on, or those of some types, as an async iterator.

        Of a type that this version does not know comes `Unknown`. The iterator ends when the
        session is closed, and raises what else ends it, or `FellBehind`.
        """
        events: Events[Message] = Events(kinds)
        self._events.add(events)
        if self._error is not None:
            events.end(self._error)
        return events

    async def ask(self, command: Command[Answer]) -> Answer:
        """Ask, and wait for the answer, also over lost connections.

        What comes too fast, or while the server cannot store, is sent again by itself.

        Raises:
            Refused: the server said no.
            ValueError: the command is too long to be sent.
            NotUnderstood: it answered what this version cannot read.
            SessionClosed: the session ended before an answer came; it may have taken effect.
        """
        id_ = secrets.token_hex(8)
        text = encode(command, id_)
        if len(text.encode()) > COMMAND_BYTES:
            raise ValueError(f"a command has {COMMAND_BYTES} bytes at most")
        pending = Pending(text, getattr(command, "room", None))
        with self._pending.added(id_, pending):
            while True:
                await self._send_pending(pending)
                answer = await pending.answer()
                if isinstance(answer, Unknown):
                    raise NotUnderstood(f"the answer {answer.type!r} to {command}")
                if not isinstance(answer, messages.Refused):
                    return cast(Answer, answer)
                wait_ms = wait_before_again_ms(answer.code, answer.retry_ms)
                if wait_ms is None:
                    raise Refused(answer)
                await pending.wait_again(wait_ms)

    async def join(self, room: str) -> Game:
        """Follow a game from now on, as its player or as a spectator; eight at once at most.

        Raises:
            Refused: such as `no_such_room`, `too_many_rooms`.
        """
        if self._error is not None:
            raise self._error
        follow = self._follows.get(room)
        if follow is None:
            follow = self._follows[room] = _Follow(Game(room, self))
            await self._join(follow, since=0)
        await asyncio.shield(follow.told)
        return follow.game

    async def leave(self, game: Game) -> None:
        """Follow a game no longer. A player keeps the seat."""
        follow = self._follows.pop(game.room, None)
        if follow is None:
            return
        game.fail(SessionClosed("this game is followed no longer"))
        if follow.is_joined or follow.joining is not None:
            with suppress(Refused):
                await self.ask(commands.Leave(room=game.room))

    async def rooms(self) -> AsyncGenerator[str, None]:
        """The rooms of the own games, each once: those that run, then each that begins.

        This is for programs that play several games at once; they `join` each.
        """
        events, seen = self.events(messages.GameOpened, messages.Welcome), set[str]()
        while True:
            for room in self._unseen(seen):
                yield room
            if await anext(events, None) is None:
                return

    async def games(
        self, *, pool: str | None = None, rated: bool = False
    ) -> AsyncGenerator[Game, None]:
        """The own games, one after the other: those that run, then each that begins.

        Each is left when the next one is asked for.

        Args:
            pool: where to wait for the next one, such as "5+3"; by default only games that begin
                otherwise come, such as accepted challenges.
            rated: wait for games that count for the rating, which needs an account.
        """
        events, seen = self.events(messages.GameOpened, messages.Welcome), set[str]()
        while True:
            for room in self._unseen(seen):
                game = await self.join(room)
                if not game.is_over:
                    yield game
                await self.leave(game)
            if pool is not None:
                await self._queue(commands.Queue(pool=pool, rated=rated), events)
            if await anext(events, None) is None:
                return

    def _unseen(self, seen: set[str]) -> list[str]:
        """The rooms of own games that were not seen yet; they are seen now."""
        fresh = [room for room in self._own_rooms if room not in seen]
        seen.intersection_update(self._own_rooms)
        seen.update(fresh)
        return fresh

    async def _queue(self, command: commands.Queue, events: Events[Any]) -> None:
        """Wait in a pool, unless a game begins before that."""
        while not events.has_more:
            try:
                await self.ask(command)
            except Refused as refused:
                if refused.code not in _QUEUED_AGAIN:
                    raise
                await events.wait(told_pause_s(refused.retry_ms or 0))
            else:
                return

    # The connection.

    async def _run(self) -> None:
        """Keep a connection open; ends only by an error that no other connection would mend."""
        try:
            while True:
                pause_ms = await self._one_connection()
                self._failures += 1
                await asyncio.sleep(
                    pause_s(self._failures - 1, random.random())  # noqa: S311 - spreads a crowd
                    if pause_ms is None
                    else told_pause_s(pause_ms)
                )
        except Exception as error:
            self._end(error)  # whoever waits for something is told

    async def _one_connection(self) -> int | None:
        """Connect and talk until the line is lost; when to come back, if the server said it."""
        try:
            line = await self._connect(self._url)
            try:
                return await self._talk(line)
            finally:
                self._line = None
                for follow in self._follows.values():
                    follow.joining, follow.is_joined = None, False
                await line.close()
        except (LineLost, TimeoutError) as error:
            log.info("connection lost", extra={"reason": str(error) or type(error).__name__})
        except msgspec.DecodeError as error:
            log.warning("message unreadable", extra={"reason": str(error)})
        return None

    async def _talk(self, line: Line) -> int | None:
        async with asyncio.timeout(WELCOME_WITHIN_S):
            welcome = await self._introduce(line)
        if isinstance(welcome, messages.Bye | messages.Refused):
            return welcome.retry_ms
        self._line = line
        await self._hear(welcome)
        ping_ms = welcome.ping_ms
        while True:
            async with asyncio.timeout(SILENT_PINGS * ping_ms / 1000):
                message = decode(await line.receive())
                await self._hear(message)
            if isinstance(message, messages.Ping):
                ping_ms = message.next_ms
            if isinstance(message, messages.Bye):
                return message.retry_ms

    async def _introduce(self, line: Line) -> messages.Welcome | messages.Bye | messages.Refused:
        """Say hello; what came of it.

        Raises:
            Refused: and another try would be.
        """
        hello = msgspec.structs.replace(self._hello, token=self._tokens.read())
        await line.send(encode(hello, secrets.token_hex(8)))
        while True:
            match decode(await line.receive()):
                case messages.Welcome() | messages.Bye() as told:
                    return told
                case messages.Refused(retry_ms=None) as refused:
                    raise Refused(refused)
                case messages.Refused() as refused:
                    return refused

    async def _hear(self, message: Message) -> None:
        """One message, to all that it concerns."""
        match message:
            case messages.Welcome():
                await self._welcomed(message)
            case messages.Ping():
                self._failures = 0  # not by a welcome, which a server may cut short each time
                self._offset_ms = message.now_ms + (message.rtt_ms or 0) // 2 - _local_ms()
                await self._send(encode_pong(message.n))
            case messages.Resumed():
                self._pending.hurry()
            case messages.GameOpened(room=room):
                self._own_rooms.append(room)
            case messages.Ended(room=room) if room in self._own_rooms:
                self._own_rooms.remove(room)
        for follow in list(self._follows.values()):
            followed, since = heard(follow.game.followed, message, self.player)
            follow.game.become(followed)
            if since is not None:
                await self._join(follow, since)
        await self._answered(message)
        for events in list(self._events):
            events.put(message)

    async def _welcomed(self, welcome: messages.Welcome) -> None:
        if welcome.token is not None:
            self._tokens.keep(welcome.token)
        self._welcome = welcome
        self._own_rooms = [game.room for game in welcome.games]
        self._offset_ms = welcome.now_ms - _local_ms()
        for follow in list(self._follows.values()):
            await self._join(follow, follow.game.followed.version)
        for pending in self._pending.unanswered():
            await self._send_pending(pending)
        self._pending.hurry()
        self._came.set()

    async def _answered(self, message: Message) -> None:
        told = message.fields.get("id") if isinstance(message, Unknown) else None
        id_: str | None = getattr(message, "id", told)
        joining = (one for one in self._follows.values() if id_ and one.joining == id_)
        follow = next(joining, None)
        if follow is None:
            self._pending.answered(id_, message)
        elif isinstance(message, messages.Refused):
            follow.joining = None
            await self._not_joined(follow, message)
        else:
            follow.joining = None
            await self._joined(follow)

    async def _send(self, text: str) -> None:
        """Send, if there is a connection; the reader notices one that breaks now."""
        if self._line is not None:
            with suppress(LineLost):
                await self._line.send(text)

    async def _send_pending(self, pending: Pending) -> None:
        """Send a command, if it may be sent yet: one about a game goes when that is joined."""
        follow = self._follows.get(pending.room or "")
        if follow is None or follow.is_joined:
            await self._send(pending.text)

    # Games.

    async def _join(self, follow: _Follow, since: int) -> None:
        if follow.joining is not None or self._line is None:
            return
        follow.joining = secrets.token_hex(8)
        command = commands.Join(room=follow.game.room, since=since or None)
        await self._send(encode(command, follow.joining))

    async def _joined(self, follow: _Follow) -> None:
        """The game is as the server has it: now what is asked about it can be answered."""
        if follow.game.followed.room is None:
            self._drop(follow, NotUnderstood(f"the room {follow.game.room}"))
            return
        follow.is_joined, follow.tries_left = True, JOIN_TRIES
        if not follow.told.done():
            follow.told.set_result(None)
        await self._send_about(follow.game.room)

    async def _send_about(self, room: str) -> None:
        """Send what waited for a game to be joined."""
        for pending in self._pending.unanswered():
            if pending.room == room:
                await self._send_pending(pending)

    async def _not_joined(self, follow: _Follow, refused: messages.Refused) -> None:
        wait_ms = wait_before_again_ms(refused.code, refused.retry_ms)
        if refused.code == "no_such_room" and follow.tries_left > 0:
            follow.tries_left -= 1
            wait_ms = JOIN_AGAIN_MS
        if wait_ms is None:
            self._drop(follow, Refused(refused))
            await self._send_about(follow.game.room)  # the server says what it thinks of that
        else:
            self._rejoins = {task for task in self._rejoins if not task.done()}
            self._rejoins.add(asyncio.create_task(self._join_later(follow, wait_ms)))

    async def _join_later(self, follow: _Follow, wait_ms: int) -> None:
        await asyncio.sleep(wait_ms / 1000)
        if self._follows.get(follow.game.room) is follow:
            await self._join(follow, follow.game.followed.version)

    def _drop(self, follow: _Follow, error: Exception) -> None:
        self._follows.pop(follow.game.room, None)
        follow.game.fail(error)
        if not follow.told.done():
            follow.told.set_exception(error)
            follow.told.exception()  # whoever joined may wait no longer

    def _end(self, error: Exception) -> None:
        """Nothing comes any more: every caller that waits hears why."""
        for rejoin in self._rejoins:
            rejoin.cancel()
        self._pending.end(error)
        for follow in list(self._follows.values()):
            self._drop(follow, error)
        for events in list(self._events):
            events.end(error)
        self._error = error
        self._came.set()


def _local_ms() -> int:
    """A clock that nobody sets."""
    return round(asyncio.get_running_loop().time() * 1000)
