"""Calls that find the server that has their key: one grouped connection to each primary.

Theory of operation. A call goes to the primary of its slot as the topology has it, and leaves with
whatever else goes there. A server that has the slot no more names the one that has it, and the call
alone is sent there. While a slot is being moved that is so for one call (ASK), or its keys have to
be moved first (TRYAGAIN; see `moving`). Nothing was done by a call that was sent on. Whatever else
goes wrong is `StoreUnavailable` of that primary's part of the store, and only there. It makes the
topology look again, and the next call goes where it says.

A server that is no longer a primary is given a moment for what it still has to answer.
Then its calls are given up, their outcome unknown: it may have been stopped.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.cluster.electable import ElectableWaits
from xiangqi_server.kernel.store.client.cluster.moving import MovedAhead, as_moved
from xiangqi_server.kernel.store.client.cluster.slots import slot_of
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.client.connecting import Greet
from xiangqi_server.kernel.store.client.error_replies import BeingMoved, Redirected
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.replies import Reply, Told, answer_or_raise, read_scan
from xiangqi_server.kernel.store.client.requests import LISTED, Argument, Script, pack, packed_run
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

GRACE_S: Final = 0.5
"""How long a server that is no longer a primary may take to answer."""
WAITS_S: Final = (0.0, 0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""One for each time that a call is sent on: how long it waits if its keys are being moved."""

MOVING_S: Final = 10.0
"""How long slots count as being moved after an answer of a server that is being given its slot."""

_ASKING: Final = pack("ASKING")


_Run = tuple[Sequence[str], bytes, Told]
"""The keys of a run of a script, the run as it is sent, and what takes its answer."""


class RoutedCalls:
    """See `store.calls.Calls`. Made by `open_store`, closed by the store.

    Args:
        deadline_s: longest wait for a batch at one server.
        greet: what to make sure of whenever a connection was opened.
        waits: for the copies of what is lasting; None: a primary alone is enough.
        gather_s: see `GroupedConnection`.

    Attributes:
        is_moving: see `Calls.is_moving`; found anew whenever the topology was looked at.
    """

    def __init__(
        self,
        topology: Topology,
        deadline_s: float,
        greet: Greet | None = None,
        waits: ElectableWaits | None = None,
        *,
        gather_s: float = 0.0,
    ) -> None:
        self._gather_s = gather_s
        self._waits = waits
        self._topology = topology
        self._deadline_s = deadline_s
        self._greet = greet
        self._links: dict[ServerAddress, GroupedConnection] = {}
        self._ahead = MovedAhead(self._exchange, topology.address)
        self._gathered: dict[tuple[Script, ServerAddress | None], list[_Run]] = {}
        self._groups: set[asyncio.Task[None]] = set()
        self._now_s = asyncio.get_running_loop().time
        self._moved_s = -MOVING_S
        self.is_moving = False
        self._pruner = asyncio.get_running_loop().create_task(self._prune())

    async def call(self, *arguments: Argument) -> Reply:
        """See `Calls.call`."""
        return await self.call_at(str(arguments[1]), *arguments)

    async def call_at(self, key: str, *arguments: Argument) -> Reply:
        """See `Calls.call_at`."""
        return answer_or_raise(await self._send((key,), pack(*arguments), None))

    async def call_each(self, *arguments: Argument) -> list[Reply]:
        """See `Calls.call_each`."""
        packed = (pack(*arguments),)
        links = [self._link(primary) for primary in self._topology.map.primaries]
        answers = await asyncio.gather(*(link.exchange(packed, None) for link in links))
        return [answer_or_raise(answer) for (answer,) in answers]

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Reply:
        """See `Calls.run`."""
        script = self.dialect(script)
        packed = packed_run(script, keys, arguments)
        return answer_or_raise(await self._send(keys, packed, script))

    async def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> list[Reply | StoreError]:
        """See `Calls.run_all`; the calls to one server leave together."""
        promotions, by_slot = self._topology.promotions, self._topology.map.owners
        # The last key is most often one that all of a shard have, so its slot is at hand.
        owners = [by_slot[slot_of(own_keys[-1])] for own_keys in keys]
        owner = owners[0] if owners and owners.count(owners[0]) == len(owners) else None
        link = None if owner is None else self._links.get(owner)
        if link is not None:  # as nearly always
            answers = await link.exchange(packed, script)
        else:
            answers = await self._spread(owners, packed, script)
        for answer in answers:
            if isinstance(answer, StoreUnavailable):
                return await self._sent_on(answers, keys, packed, script, promotions)
        return answers

    def run_soon(self, script: Script, keys: Sequence[str], packed: bytes, told: Told) -> None:
        """See `Calls.run_soon`: what one server gets in a turn of the loop is one group."""
        group = script, self._topology.map.owners[slot_of(keys[-1])]
        if group not in self._gathered:
            self._gathered[group] = []
            task = asyncio.get_running_loop().create_task(self._run_group(group))
            self._groups.add(task)
            task.add_done_callback(self._groups.discard)
        self._gathered[group].append((keys, packed, told))

    async def _run_group(self, group: tuple[Script, ServerAddress | None]) -> None:
        keys, packed, told = zip(*self._gathered.pop(group), strict=True)
        answers: list[Reply | StoreError] = [StoreError("nobody has read the answer")] * len(packed)
        try:
            answers = await self.run_all(group[0], keys, packed)
        finally:  # after a bug nobody must wait for ever
            for tell, answer in zip(told, answers, strict=True):
                asyncio.get_running_loop().call_soon(tell, answer)

    async def _sent_on(
        self,
        answers: list[Reply | StoreError],
        keys: Sequence[Sequence[str]],
        packed: Sequence[bytes],
        script: Script | None,
        promotions: int,
    ) -> list[Reply | StoreError]:
        """The answers, with those of the right server in place of what sends a call there.

        Nothing is sent on if there has been a promotion since `promotions` were counted.
        """
        self._topology.look_soon()
        if promotions != self._topology.promotions:
            return answers
        moved = [
            at for at, answer in enumerate(answers) if isinstance(answer, (Redirected, BeingMoved))
        ]
        sent = (self._send(keys[place], packed[place], script) for place in moved)
        for place, answer in zip(moved, await asyncio.gather(*sent), strict=True):
            answers[place] = answer
        return answers

    async def _spread(
        self,
        owners: Sequence[ServerAddress | None],
        packed: Sequence[bytes],
        script: Script | None,
    ) -> list[Reply | StoreError]:
        """The answers to calls of many servers, in their order."""
        places: dict[ServerAddress | None, list[int]] = {}
        for place, owner in enumerate(owners):
            places.setdefault(owner, []).append(place)
        answers: list[Reply | StoreError] = [None] * len(packed)

        async def send(owner: ServerAddress | None, own: Sequence[int]) -> None:
            told = await self._exchange(owner, [packed[place] for place in own], script)
            for place, answer in zip(own, told, strict=True):
                answers[place] = answer

        await asyncio.gather(*(send(owner, own) for owner, own in places.items()))
        return answers

    async def scan(self, pattern: str, cursor: str | None) -> tuple[str | None, list[Reply]]:
        """See `Calls.scan`: the keys of one slot, from the start if it was moved meanwhile.

        Raises:
            StoreUnavailable: also while the slot is being moved, key by key: some could be missed
                without a sign.
        """
        slot = slot_of(pattern)
        # Of a key that is not there a server answers for itself only if it has the whole slot.
        has_whole = pack("EXISTS", pattern)
        for _ in WAITS_S:
            owner = self._topology.owner(slot)
            before, _, at = (cursor or "").rpartition(" ")
            scan = pack(
                "SCAN", at if before == str(owner) else "0", "MATCH", pattern, "COUNT", LISTED
            )
            found, whole = await self._exchange(owner, (scan, has_whole), None)
            if isinstance(whole, Redirected) and not whole.is_asking:
                self._topology.learn(slot, self._named_by(whole, owner))
            elif isinstance(whole, StoreError):
                raise StoreUnavailable(f"this part of the store cannot be listed now: {whole}")
            else:
                following, keys = read_scan(answer_or_raise(found))
                return None if following is None else f"{owner} {following}", keys
        raise StoreUnavailable(f"slot {slot} is being moved")

    def publish(self, channel: str, payload: bytes) -> None:
        """See `Calls.publish`."""
        owner = self._topology.owner_of(channel)
        if owner is not None:
            word = "SPUBLISH" if self._topology.is_sharded else "PUBLISH"
            self._link(owner).post(word, channel, payload)

    def dialect(self, script: Script) -> Script:
        """See `Calls.dialect`."""
        return script.sharded if self._topology.is_sharded else script

    def part_of(self, key: str) -> int:
        """See `Calls.part_of`; from 0, as long as no primary changes."""
        owner = self._topology.owner_of(key)
        return -1 if owner is None else self._topology.map.primaries.index(owner)

    def primary_of(self, key: str) -> str:
        """See `Calls.primary_of`."""
        owner = self._topology.owner_of(key)
        return "" if owner is None else str(owner)

    @property
    def promotions(self) -> int:
        """See `Calls.promotions`."""
        return self._topology.promotions

    def promotions_of(self, key: str) -> int:
        """See `Calls.promotions_of`."""
        return self._topology.promotions_of(slot_of(key))

    async def close(self) -> None:
        """See `Calls.close`."""
        self._pruner.cancel()
        with suppress(asyncio.CancelledError):
            await self._pruner
        await asyncio.gather(*(link.close() for link in self._links.values()))

    async def _send(
        self, keys: Sequence[str], packed: bytes, script: Script | None
    ) -> Reply | StoreError:
        """The answer to one call, wherever its slot turns out to be."""
        words: tuple[bytes, ...] = (packed,)
        slot, runs = slot_of(keys[0]), script
        owner, term = self._topology.owner(slot), self._topology.promotions_of(slot)
        for wait_s in WAITS_S:
            answer = (await self._exchange(owner, words, runs))[-1]
            if isinstance(answer, BeingMoved):
                target = await self._move_ahead(keys, script)
                if target is not None and script is not None:
                    as_one, runs = as_moved(packed, script, len(keys))
                    owner, words = target, (_ASKING, as_one)
                else:
                    await asyncio.sleep(wait_s)
                    owner, words, runs = self._topology.owner(slot), (packed,), script
            elif isinstance(answer, Redirected):
                owner = self._named_by(answer, owner)
                if not answer.is_asking and not await self._is_known(owner):
                    return StoreUnavailable(f"{owner} is not known to be a primary")
                words, runs = (_ASKING, packed) if answer.is_asking else (packed,), script
                if not answer.is_asking:
                    self._topology.learn(slot, owner)
            else:
                if words[0] is _ASKING:
                    self.is_moving, self._moved_s = True, self._now_s()
                return answer
            if term != self._topology.promotions_of(slot):
                return StoreUnavailable(f"{owner} was promoted")
        return StoreUnavailable(f"slot {slot} is being moved")

    async def _move_ahead(self, keys: Sequence[str], script: Script | None) -> ServerAddress | None:
        """Where the keys of a call are now that are being moved; None: wait until they are."""
        source = self._topology.owner_of(keys[0])
        if script is None or source is None:
            return None
        return await self._ahead.move(keys, source)

    async def _is_known(self, owner: ServerAddress) -> bool:
        """Whether a server has slots by the topology, which alone tells if it was promoted."""
        if not self._topology.is_primary(owner):
            self._topology.look_soon()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._deadline_s):
                    await self._topology.next_look()
        return self._topology.is_primary(owner)

    async def _exchange(
        self, owner: ServerAddress | None, packed: Sequence[bytes], script: Script | None = None
    ) -> list[Reply | StoreError]:
        """The answers of one server; where one says that it cannot, the topology is looked at."""
        if owner is None:
            self._topology.look_soon()
            return [StoreUnavailable("no server has this part of the store")] * len(packed)
        answers = await self._link(owner).exchange(packed, script)
        if any(isinstance(answer, StoreUnavailable) for answer in answers):
            self._topology.look_soon()
        return answers

    def _link(self, endpoint: ServerAddress) -> GroupedConnection:
        link = self._links.get(endpoint)
        if link is None:
            wire = self._topology.connect(endpoint)
            wait = None if self._waits is None else self._waits.at(endpoint)
            link = GroupedConnection(
                wire, self._deadline_s, self._greet, wait, gather_s=self._gather_s
            )
            self._links[endpoint] = link
        return link

    async def _prune(self) -> None:
        """Close the links to servers that are not primaries any more."""
        known = set(self._topology.map.primaries)
        while True:
            await self._topology.next_look()
            self.is_moving = self._now_s() - self._moved_s < MOVING_S
            primaries = set(self._topology.map.primaries)
            gone = [link for old in known - primaries if (link := self._links.pop(old, None))]
            was, known = known, primaries
            try:
                if any(link.is_busy for link in gone):
                    await asyncio.sleep(GRACE_S)
            finally:
                await asyncio.gather(*(link.abandon() for link in gone))
            if self._waits is not None:
                for old in was - primaries:
                    self._waits.forget(old)

    @staticmethod
    def _named_by(redirected: Redirected, asked: ServerAddress | None) -> ServerAddress:
        host = redirected.host or (asked.host if asked is not None else "")
        return ServerAddress(host, redirected.port)
