"""What one server says of the owners of slots: a server of a cluster, or a Sentinel.

A primary behind Sentinels has one range of slots: all. A Sentinel is set to look and to speak more
often than it does by itself: a primary that stood still is theirs to make a replica again, and
until then it could be elected without what was written meanwhile.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, cast

from xiangqi_server.kernel.store.client.address import ServerAddress, Shape
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.replies import (
    Reply,
    as_bytes,
    as_list,
    as_number,
    pairs,
    read_facts,
)
from xiangqi_server.kernel.store.client.requests import Ask, pack
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

_CLUSTER_INFO: Final = pack("CLUSTER", "INFO")
_CLUSTER_SLOTS: Final = pack("CLUSTER", "SLOTS")
_LOOK_OFTEN: Final = ("SENTINEL", "DEBUG", "INFO-PERIOD", 1_000, "PUBLISH-PERIOD", 500)
"""In ms. It is forgotten when a Sentinel ends, so it is said at each connection."""
_UNKNOWN: Final = b"?"
_NEVER_MS: Final = 1 << 40
_DOWN: Final = frozenset({"s_down", "o_down", "disconnected"})
"""What Sentinels say of a replica that does not answer them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlotMap:
    """The owners of the slots.

    Fields:
        owners: the primary of each slot, None for a slot without one.
        replicas: of each primary, its replicas that are believed to live.
        silent_ms: of servers that Sentinels list besides, for how long each has not answered.
        epoch: number of the last failover that was known to the server that says this.
        is_sound: the server that says this sees most of the others, or the primary.
        lease_ms: for how long a replica that is gone may still be promoted; None: not told here.
        primaries: the servers with slots, in a fixed order.
    """

    owners: tuple[ServerAddress | None, ...] = (None,) * SLOTS
    replicas: Mapping[ServerAddress, tuple[ServerAddress, ...]] = field(default_factory=dict)
    epoch: int = -1
    is_sound: bool = False
    lease_ms: int | None = None
    silent_ms: Mapping[ServerAddress, int] = field(default_factory=dict)
    primaries: tuple[ServerAddress, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Count the primaries once."""
        object.__setattr__(self, "primaries", tuple(sorted(self.replicas)))

    def with_owner(self, slot: int, owner: ServerAddress) -> "SlotMap":
        """The same, except one slot."""
        owners = (*self.owners[:slot], owner, *self.owners[slot + 1 :])
        return replace(self, owners=owners, replicas={owner: (), **self.replicas})

    def joined_with(self, other: "SlotMap") -> "SlotMap":
        """The same, with what another one knows of the replicas of these primaries."""
        replicas = {
            primary: tuple(dict.fromkeys((*known, *other.replicas.get(primary, ()))))
            for primary, known in self.replicas.items()
        }
        silent_ms = dict(other.silent_ms)
        for server, age_ms in self.silent_ms.items():
            silent_ms[server] = min(age_ms, silent_ms.get(server, age_ms))
        is_sound = self.is_sound and other.is_sound
        return replace(self, replicas=replicas, silent_ms=silent_ms, is_sound=is_sound)


class Look(Protocol):
    """How one server is asked."""

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """What a server says.

        Raises:
            StoreUnavailable: it does not answer, or knows nothing now.
            StoreError: it is not what the address says; the text names the word to use.
        """
        ...


class AskCluster:
    """What a server of a cluster says.

    Args:
        is_tls: whether it is asked over TLS.
    """

    def __init__(self, *, is_tls: bool) -> None:
        self._wanted = Shape.CLUSTER, is_tls

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """See `Look`."""
        told, ranges = await link.exchange((_CLUSTER_INFO, _CLUSTER_SLOTS), None)
        if isinstance(told, StoreError) or isinstance(ranges, StoreError):
            error = told if isinstance(told, StoreError) else ranges
            raise await _worded(cast("StoreError", error), link, asked, self._wanted)
        facts = read_facts(told)
        owners: list[ServerAddress | None] = [None] * SLOTS
        replicas: dict[ServerAddress, tuple[ServerAddress, ...]] = {}
        for range_ in as_list(ranges):
            first, last, *servers = as_list(range_)
            primary, *others = (_server(server, asked) for server in servers)
            if primary is None:
                continue
            start, end = as_number(first), as_number(last) + 1
            owners[start:end] = [primary] * (end - start)
            replicas[primary] = tuple(other for other in others if other is not None)
        is_sound = facts.get("cluster_state") == "ok"
        epoch = int(facts.get("cluster_current_epoch", "0"))
        if not replicas:
            raise StoreUnavailable(f"{asked} is of a cluster in which nobody has slots")
        return SlotMap(tuple(owners), replicas, epoch, is_sound)


class AskSentinel:
    """What a Sentinel says of one primary.

    Args:
        name: what it is called.
        is_tls: whether the Sentinel is asked over TLS.
    """

    def __init__(self, name: str, *, is_tls: bool) -> None:
        self._name = name
        self._wanted = Shape.SENTINEL, is_tls

    async def __call__(self, link: GroupedConnection, asked: ServerAddress) -> SlotMap:
        """See `Look`."""
        words = ("MASTER", "REPLICAS", "GET-MASTER-ADDR-BY-NAME")
        questions = [pack("SENTINEL", word, self._name) for word in words]
        told, known, current = await link.exchange(questions, None)
        if isinstance(told, StoreError) or isinstance(known, StoreError):
            if "No such master" in str(told):
                raise StoreError(f"the Sentinel {asked} knows no primary called {self._name}")
            error = told if isinstance(told, StoreError) else known
            raise await _worded(cast("StoreError", error), link, asked, self._wanted)
        facts = _named(told)
        primary = _endpoint_of(facts)
        if not isinstance(current, StoreError):  # in a failover it is the new one before that ends
            host, port = map(as_bytes, as_list(current))
            primary = ServerAddress(host.decode(), int(port))
        listed = (facts, *map(_named, as_list(known)))
        others = [replica for replica in listed if _endpoint_of(replica) != primary]
        replicas = tuple(_endpoint_of(replica) for replica in others if _is_electable(replica))
        silent_ms = {
            _endpoint_of(replica): int(replica.get("last-ok-ping-reply", "0"))
            for replica in others
            if not _is_electable(replica)
        }
        epoch = int(facts.get("config-epoch", "0"))
        down_after_ms = facts.get("down-after-milliseconds")
        lease_ms = None if down_after_ms is None else 10 * int(down_after_ms) + 1_000
        is_sound = "s_down" not in _flags(facts)
        owners = (primary,) * SLOTS
        return SlotMap(owners, {primary: replicas}, epoch, is_sound, lease_ms, silent_ms)


async def greet_sentinel(ask: Ask) -> None:
    """Have a Sentinel look and speak often, if it lets us.

    Raises:
        StoreUnavailable: it does not answer.
    """
    try:
        await ask(*_LOOK_OFTEN)
    except StoreUnavailable:
        raise
    except StoreError as error:
        log.info("a Sentinel is not told to look more often", extra={"reason": str(error)})


async def shape_at(link: GroupedConnection) -> Shape | None:
    """What a server says that it is; None if it does not say so."""
    try:
        facts = read_facts(await link.call("INFO", "server"))
    except StoreUnavailable:
        raise
    except StoreError:  # its operator does not let us ask
        return None
    mode = facts.get("redis_mode", facts.get("server_mode", ""))
    return {"standalone": Shape.SINGLE, "cluster": Shape.CLUSTER, "sentinel": Shape.SENTINEL}.get(
        mode
    )


def word_for(shape: Shape, endpoint: str, *, is_tls: bool) -> str:
    """How to write the address of what was found."""
    plain, with_tls, what, name = {
        Shape.SINGLE: ("redis", "rediss", "one server", ""),
        Shape.CLUSTER: ("cluster", "clusters", "part of a cluster", ""),
        Shape.SENTINEL: ("sentinel", "sentinels", "a Sentinel", "/NAME-OF-THE-PRIMARY"),
    }[shape]
    return f"is {what}: use {with_tls if is_tls else plain}://{endpoint}{name}"


async def _worded(
    error: StoreError, link: GroupedConnection, asked: ServerAddress, wanted: tuple[Shape, bool]
) -> StoreError:
    """An error of a server; if it is not of the wanted shape, by the word for it.

    With the shape comes whether the server is asked over TLS.
    """
    if isinstance(error, StoreUnavailable):
        return error
    shape, (expected, is_tls) = await shape_at(link), wanted
    if shape in (None, expected):
        return error
    return StoreError(f"{asked} {word_for(shape, str(asked), is_tls=is_tls)}")


def _server(told: Reply, asked: ServerAddress) -> ServerAddress | None:
    """A server as CLUSTER SLOTS tells it; one without an address is the one that was asked."""
    host, port, *_ = as_list(told)
    if host == _UNKNOWN:
        return None
    name = as_bytes(host).decode() if host else asked.host
    return ServerAddress(name, as_number(port))


def _named(told: Reply) -> dict[str, str]:
    return {name.decode(): fact.decode() for name, fact in pairs(told)}


def _flags(facts: Mapping[str, str]) -> set[str]:
    return set(facts.get("flags", "").split(","))


def _is_electable(facts: Mapping[str, str]) -> bool:
    """Whether a Sentinel could elect a server: it answers, and has said at least once how it is.

    Of one that has said nothing yet the Sentinel tells as the age of that 0, or the time of day.
    """
    age_ms = int(facts.get("info-refresh", "1"))
    return 0 < age_ms < _NEVER_MS and not _DOWN & _flags(facts)


def _endpoint_of(facts: Mapping[str, str]) -> ServerAddress:
    return ServerAddress(facts["ip"], int(facts["port"]))
