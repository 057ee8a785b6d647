"""The aggregates of a store, for commands that work beside the nodes that serve on it."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.api.names.ids import ID_BYTES, id_from
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.read_model.projections import effect_handlers


@asynccontextmanager
async def aggregates_of(store: RedisStore) -> AsyncIterator[tuple[AggregateClient, StoreClock]]:
    """The aggregates of a store, and its clock, for as long as the block.

    A node need not hear of what is done: it reads the store as it does when another node has
    written.

    Raises:
        StoreError: the store cannot be used.
    """
    clock = StoreClock()
    await clock.measure(store.servers)
    domain = Domain(KINDS, effect_handlers(store, store.row_store))
    host = AggregateHost(store, clock, domain, id_from(secrets.token_bytes(ID_BYTES)))
    await host.downtime.begin()
    yield AggregateClient(host, clock), clock
    await host.drain()
