"""Simulated people: they look for games, move, offer, resign, leave, and retry whatever fails.

A person speaks to one node at a time and goes to another one when it is not answered, or when
nothing happens for a while. A command is sent under one id until it is answered, sometimes
twice at once, sometimes to two nodes.
"""

import asyncio
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from tests.simulation.ledger import Acknowledged, Ledger
from tests.simulation.nodes import Cluster, Node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.lobby.kind import LOBBY as LOBBY_KIND
from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    Enqueue,
    Match,
    Matched,
    OpenSeek,
    Paired,
    Seeker,
)
from xiangqi_server.aggregates.lobby.state import LOBBY_ID
from xiangqi_server.aggregates.players.messages import Register
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Absent,
    AcceptOffer,
    Claim,
    ClaimKind,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Ready,
    Resign,
    RoomCommand,
    RoomEvent,
    Sit,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    FischerClock,
    GameTerms,
    PerMoveClock,
    Seats,
)
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.host.commit.draft import Answer, Done, Rejected
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import Change, key
from xiangqi_server.kernel.host.view import View as HostView
from xiangqi_server.kernel.store.values import AggregateId

LOBBY: Final = AggregateId("lobby", LOBBY_ID)
ANSWER_S: Final = 8.0
POOL: Final = "1+0"


def pairs_of(events: Iterable[object]) -> Iterator[Match | Paired]:
    """Every pair the lobby has made."""
    for event in events:
        if isinstance(event, Paired):
            yield event
        elif isinstance(event, Matched):
            yield from event.pairs


class View:
    """A person's look at one room through one node; a watcher of the host."""

    def __init__(self, node: Node, seen: HostView[Room, RoomEvent], ledger: Ledger) -> None:
        self.node = node
        self.seen = seen
        self.is_stale = False
        self.news = asyncio.Event()
        self._ledger = ledger
        self._version = seen.head.version
        assert node.host is not None
        node.host.watch(seen, self)

    @property
    def room(self) -> Room:
        """The room as it looks from here."""
        return self.seen.state

    def changed(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """See `Watcher.changed`."""
        if not self.node.is_dead:
            aggregate = self.seen.aggregate
            self._version = self._ledger.saw(aggregate, self._version, changes)
            self.news.set()

    def replaced(self) -> None:
        """See `Watcher.replaced`."""
        aggregate = self.seen.aggregate
        may_be = self.node.is_dead or aggregate in self._ledger.store.has_lost
        self._ledger.require(may_be, "no branch is lost", aggregate)
        self._version = self.seen.head.version
        self.news.set()

    def close(self) -> None:
        """Look away."""
        assert self.node.host is not None
        self.node.host.unwatch(self.seen, self)


class Person:
    """One player of one game after another."""

    def __init__(self, name: str, cluster: Cluster, ledger: Ledger) -> None:
        self.name = name
        self.chance: random.Random = cluster.trace.chance(name)
        self._cluster = cluster
        self.store = cluster.store
        self._ledger = ledger
        self._node = self.chance.choice(cluster.nodes)
        self._number = 0
        self._seeker = Seeker(name, has_account=True)

    # Ways to a room.

    async def register(self) -> None:
        """Be kept as a player."""
        await self.have_done(AggregateId("player", self.name), Register(self.name.encode()))

    async def invite(self) -> str:
        """Open a room for a friend; its id."""
        room = self.fresh_id()
        seconds = self.chance.randint(5, 90)
        clock: ClockTerms = self.chance.choice(
            (
                FischerClock(seconds * 1_000, self.chance.randint(0, 3) * 1_000),
                ByoyomiClock(seconds * 1_000, 3_000, 2),
                PerMoveClock(5_000),
            )
        )
        is_rated = self.chance.random() < 0.7
        seats = Seats(red=self.name) if self.chance.random() < 0.5 else Seats(black=self.name)
        await self.have_done(
            AggregateId("room", room), Open(GameTerms(clock, rated=is_rated), seats)
        )
        return room

    async def sit(self, room: str) -> None:
        """Take the free seat of a friend's room."""
        await self.have_done(AggregateId("room", room), Sit(self.name, has_account=True))

    async def seek(self) -> str:
        """Show an open offer in the lobby; its id."""
        seek = self.fresh_id()
        await self.have_done(
            LOBBY,
            OpenSeek(self._seeker, seek, GameTerms(FischerClock(60_000, 1_000), rated=True), "any"),
        )
        return seek

    async def take(self, seek: str) -> str:
        """Accept an open offer, if need be at several nodes: one may not have heard of it."""
        while (room := self._paired()) is None:
            await self.send(LOBBY, AcceptSeek(self._seeker, seek, self.fresh_id(), self._toss()))
            await self._move_on()
        return room

    async def queue(self) -> str:
        """Wait in a pool until somebody else comes; the room."""
        is_rated = True
        await self.have_done(
            LOBBY, Enqueue(self._seeker, POOL, is_rated, self.fresh_id(), self._toss())
        )
        return await self.wait_for_pair()

    async def wait_for_pair(self) -> str:
        """The room of the pair this person has become part of."""
        while (room := self._paired()) is None:
            await pass_ms(500)
        return room

    def _paired(self) -> str | None:
        pairs = self._cluster.store.facts(LOBBY_KIND, LOBBY)
        return next(
            (pair.room for pair in pairs_of(pairs) if self.name in (pair.red, pair.black)), None
        )

    def _toss(self) -> int:
        return self.chance.getrandbits(1)

    # A game.

    async def play(self, room: str) -> str | None:
        """Play the game in `room` to its end; the room of the rematch, if there is one."""
        patience = 6
        while True:
            view = await self._view(room)
            try:
                while not view.node.is_dead:
                    if view.room.status is Status.OVER:
                        if view.room.series.next is not None or not patience:
                            return view.room.series.next
                        patience -= 1
                    if await self._act(view):
                        return None
                    if not await self._news(view):
                        break
            finally:
                view.close()
            await self._move_on()

    async def _act(self, view: View) -> bool:
        """Do what comes to mind in this position; whether the person leaves for good."""
        room, draw = view.room, self.chance.random()
        aggregate = view.seen.aggregate
        side = room.seats.side_of(self.name)
        if side is None or room.status is Status.EMPTY:
            return False
        command: RoomCommand | None = self._answer_to_offer(room, side)
        if room.status is Status.OVER and command is None and draw < 0.3:
            command = self._offer(room, OfferKind.REMATCH)
        elif room.status is Status.READYING and not room.ready_check.is_ready[side]:
            if draw < 0.03:
                self._cluster.trace.add("never came", self.name, aggregate)
                return True
            command = Ready(self.name) if draw < 0.8 else self._move(room, draw)
        elif room.status is Status.PLAYING and command is None:
            if draw < 0.008:
                self._cluster.trace.add("left", self.name, aggregate)
                await self.send(aggregate, Absent(side))
                return True
            if draw < 0.012:
                command = Resign(self.name)
            elif draw < 0.016:
                command = Abort(self.name)
            elif draw < 0.04:
                kind = OfferKind.DRAW if draw < 0.02 else OfferKind.TAKEBACK
                command = self._offer(room, kind)
            elif draw < 0.05:
                command = GiveTime(self.name)
            elif draw < 0.06:
                command = Claim(self.name, ClaimKind.WIN)
            elif room.game.to_move is side:
                await pass_ms(int(self.chance.expovariate(1 / 400)))
                command = self._move(room, draw)
        if command is not None:
            await self.send(aggregate, command)
        return False

    def _answer_to_offer(self, room: Room, side: Side) -> RoomCommand | None:
        theirs = [offer for offer in room.offers.open if offer.side is not side]
        if not theirs or self.chance.random() < 0.5:
            return None
        if self.chance.random() < 0.4:
            return AcceptOffer(self.name, theirs[0].what, self.fresh_id())
        return DeclineOffer(self.name, theirs[0].what)

    def _offer(self, room: Room, what: OfferKind) -> MakeOffer:
        return MakeOffer(self.name, what, room.game.ply, self.fresh_id())

    def _move(self, room: Room, draw: float) -> PlayMove | None:
        """A legal move, now and then one that is none."""
        moves = room.game.legal_moves()
        if not moves:
            return None
        text = "a0a9" if draw > 0.98 else uci_of(self.chance.choice(moves))
        lag_ms = self.chance.choice((0, 0, 30, 900))
        return PlayMove(self.name, room.game.ply, text, premove=draw > 0.9, lag_ms=lag_ms)

    async def _view(self, room: str) -> View:
        while True:
            node = self._node
            seen = await node.look(key(ROOM, room))
            if seen is not None and not node.is_dead:
                return View(node, seen, self._ledger)
            await self._move_on()

    async def _news(self, view: View) -> bool:
        """Wait a while for something to happen; whether it did."""
        room = view.room
        if room.status is Status.PLAYING and room.game.to_move is room.seats.side_of(self.name):
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(self.chance.uniform(0.2, 2)):
                await view.news.wait()
        happened = view.news.is_set()
        view.news.clear()
        return happened

    # Commands.

    async def have_done(self, aggregate: AggregateId, command: object) -> None:
        """Send a command that cannot be refused.

        A node may not know of a room that was lost, as long as nobody has written it back.
        """
        answer = await self.send(aggregate, command)
        while self.store.may_lose and _is_unknown(answer):
            await self._move_on()
            answer = await self.send(aggregate, command)
        is_repeat = isinstance(answer, Rejected) and answer.code == RoomRefusal.ROOM_EXISTS
        self._ledger.require(isinstance(answer, Done) or is_repeat, "accepted", command, answer)

    async def send(self, aggregate: AggregateId, command: object) -> Done | Rejected:
        """Send a command under one id until it is answered; the answer."""
        self._number += 1
        ref = CommandRef(self.name, f"c{self._number}")
        while True:
            answer = await self._ask(aggregate, command, ref)
            if answer is None or (
                isinstance(answer, Rejected) and answer.code == CommonRefusal.UNAVAILABLE
            ):
                await self._move_on()
                continue
            self._cluster.trace.add("answer", ref, type(command).__name__, answer)
            if isinstance(answer, Done):
                self._ledger.acknowledged.append(Acknowledged(aggregate, ref, command, answer))
            return answer

    async def _ask(self, aggregate: AggregateId, command: object, ref: CommandRef) -> Answer | None:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def told(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        nodes = [self._node]
        if self.chance.random() < 0.1:
            nodes.append(self.chance.choice(self._cluster.nodes))
            self._cluster.trace.add("fault: command twice", ref)
        for node in nodes:
            node.submit(aggregate, command, ref, told)
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                return await answered
        return None

    async def _move_on(self) -> None:
        """Go to some node after a moment."""
        await pass_ms(self.chance.randint(20, 400))
        self._node = self.chance.choice(self._cluster.nodes)

    def fresh_id(self) -> str:
        """An id nobody has."""
        return f"{self.chance.getrandbits(60):x}"


def _is_unknown(answer: Done | Rejected) -> bool:
    return isinstance(answer, Rejected) and answer.code == RoomRefusal.NO_SUCH_ROOM
