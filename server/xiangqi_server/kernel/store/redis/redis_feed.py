"""Publications of Redis or Valkey, heard over a connection of their own.

There is one subscription an aggregate, so that a node is sent what it holds and nothing else. In
a cluster a channel is heard at the primary of its slot, over a connection to each. A server that
has it no more says so, and it is subscribed to anew where it is now.
"""

import asyncio
from contextlib import suppress
from functools import partial

from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.cluster.slots import slot_of
from xiangqi_server.kernel.store.client.places import THE_SERVER, Places
from xiangqi_server.kernel.store.client.subscriber import ALL, PLAIN, SHARDED, Subscriber, Words
from xiangqi_server.kernel.store.feed import MAX_FOLLOWED, Ephemeral, FeedListener
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.publications import event_id_of, read_publication
from xiangqi_server.kernel.store.values import AggregateId


class RedisFeed:
    """See `Feed`; made by the store, which closes it. It owns a subscriber a server, and a task."""

    def __init__(self, places: Places, keys: Keys, listener: FeedListener) -> None:
        self._places = places
        self._keys = keys
        self._listener = listener
        self._channels: dict[AggregateId, str] = {}
        self._followed: dict[str, AggregateId] = {}
        self._subscribers: dict[ServerAddress, Subscriber] = {}
        self._at: dict[str, Subscriber] = {}
        self._task: asyncio.Task[None] | None = None

    def follow(self, aggregate: AggregateId) -> None:
        """See `Feed.follow`.

        On a store that one node has for itself only tools publish, and seldom. All of that is
        heard, of whatever aggregate, and a lost publication is found by comparing heads.
        """
        if self._places.access is StoreAccess.EXCLUSIVE:
            if not self._subscribers:
                subscriber = self._subscribers[THE_SERVER] = self._subscriber_at(THE_SERVER, ALL)
                subscriber.add(self._keys.channels)
            return
        if aggregate in self._channels or len(self._channels) >= MAX_FOLLOWED:
            return
        channel = self._channels[aggregate] = self._keys.channel(aggregate)
        self._followed[channel] = aggregate
        self._subscribe(channel)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._arrange())

    def unfollow(self, aggregate: AggregateId) -> None:
        """See `Feed.unfollow`."""
        channel = self._channels.pop(aggregate, None)
        if channel is not None:
            del self._followed[channel]
            self._unsubscribe(channel)

    async def close(self) -> None:
        """Hear nothing more and let the connections go."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await asyncio.gather(*(subscriber.close() for subscriber in self._subscribers.values()))

    # What a subscriber tells: see `ChannelListener`.

    def on_subscribed(self, channel: str) -> None:
        """From now on a channel is heard."""
        aggregate = self._followed.get(channel)
        if aggregate is not None:
            self._listener.on_begin(aggregate)

    def on_message(self, channel: str, payload: bytes) -> None:
        """Something was published."""
        is_shared = self._places.access is StoreAccess.SHARED
        aggregate = self._followed.get(channel) if is_shared else self._keys.of_channel(channel)
        if aggregate is None:
            return
        event_id = event_id_of(payload)
        if event_id is not None and self._listener.is_own(event_id):
            return
        publication = read_publication(payload)
        if isinstance(publication, Ephemeral):
            self._listener.on_ephemeral(aggregate, publication)
        else:
            self._listener.on_publication(aggregate, publication)

    def on_moved(self, subscriber: Subscriber, slot: int) -> None:
        """A server no longer has the channels of a slot: they are subscribed to anew."""
        for channel in [followed for followed in subscriber.channels if slot_of(followed) == slot]:
            self._unsubscribe(channel)
        self._places.look_soon()

    # Which server each channel is heard at.

    async def _arrange(self) -> None:
        """Hear each channel where it is, after each look at the places; until cancelled."""
        while True:
            await self._places.next_look()
            for channel in self._followed:
                owner, subscriber = self._places.owner_of(channel), self._at.get(channel)
                if (
                    subscriber is None
                    or owner is None
                    or self._subscribers.get(owner) is not subscriber
                ):
                    self._unsubscribe(channel)
                    self._subscribe(channel)
            idle = [place for place, other in self._subscribers.items() if not other.channels]
            await asyncio.gather(*(self._subscribers.pop(place).close() for place in idle))

    def _subscribe(self, channel: str) -> None:
        owner = self._places.owner_of(channel)
        if owner is None:
            return  # somebody will have it, and `_arrange` finds out
        subscriber = self._subscribers.get(owner)
        if subscriber is None:
            words = SHARDED if self._places.is_sharded else PLAIN
            subscriber = self._subscribers[owner] = self._subscriber_at(owner, words)
        subscriber.add(channel)
        self._at[channel] = subscriber

    def _subscriber_at(self, owner: ServerAddress, words: Words) -> Subscriber:
        return Subscriber(partial(self._places.connect, owner), words, self)

    def _unsubscribe(self, channel: str) -> None:
        subscriber = self._at.pop(channel, None)
        if subscriber is not None:
            subscriber.remove(channel)
