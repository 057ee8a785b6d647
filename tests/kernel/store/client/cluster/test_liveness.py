"""Which servers could be promoted, by when each was seen."""

import asyncio

from tests.support.server_process import free_port
from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.cluster.discovery import SlotMap
from xiangqi_server.kernel.store.client.cluster.liveness import Liveness, ended_of

FIRST, SECOND, THIRD = (ServerAddress("127.0.0.1", port) for port in (1, 2, 3))
LEASE_MS = 21_000
NOW_MS = 5_000


def _led_by(primary: ServerAddress, *replicas: ServerAddress, **silent_ms: int) -> SlotMap:
    """What Sentinels say; `first` and `third` name silent servers."""
    names = {"first": FIRST, "third": THIRD}
    return SlotMap(
        replicas={primary: replicas},
        lease_ms=LEASE_MS,
        silent_ms={names[name]: age_ms for name, age_ms in silent_ms.items()},
    )


def test_a_former_primary_counts_until_it_has_been_silent_for_the_lease() -> None:
    liveness = Liveness()
    liveness.take(_led_by(FIRST, SECOND, THIRD), (), NOW_MS)

    liveness.take(_led_by(SECOND, THIRD, first=2_000), (), NOW_MS)

    last_ms = NOW_MS - 2_000 + LEASE_MS
    assert liveness.electable(SECOND, last_ms) == [FIRST, THIRD]
    assert liveness.electable(SECOND, last_ms + 1) == [THIRD]


def test_a_server_that_has_been_silent_for_longer_does_not_hold_up_who_starts_now() -> None:
    liveness = Liveness()

    liveness.take(_led_by(SECOND, THIRD, first=LEASE_MS + 1), (), NOW_MS)

    assert liveness.electable(SECOND, NOW_MS) == [THIRD]


def test_a_server_that_has_ended_counts_no_more_until_it_is_seen_again() -> None:
    liveness = Liveness()
    liveness.take(_led_by(SECOND, THIRD), (), NOW_MS)

    liveness.take(_led_by(SECOND, third=700, first=700), (FIRST, THIRD), NOW_MS)
    ended = liveness.electable(SECOND, NOW_MS)
    liveness.take(_led_by(SECOND, FIRST), (), NOW_MS)

    assert (ended, liveness.electable(SECOND, NOW_MS)) == ([], [FIRST])


def test_a_server_that_a_sentinel_sees_counts_although_we_find_nothing_there() -> None:
    liveness = Liveness()

    liveness.take(_led_by(SECOND, THIRD, third=700), (THIRD,), NOW_MS)

    assert liveness.electable(SECOND, NOW_MS) == [THIRD]


def test_a_server_counts_since_it_was_last_seen_by_whichever_sentinel_saw_it_last() -> None:
    liveness = Liveness()
    liveness.take(_led_by(SECOND, THIRD), (), NOW_MS)

    liveness.take(_led_by(SECOND, third=4_000), (), NOW_MS + 1_000)

    assert liveness.electable(SECOND, NOW_MS + LEASE_MS) == [THIRD]
    assert liveness.electable(SECOND, NOW_MS + LEASE_MS + 1) == []


async def test_only_where_nothing_listens_a_server_has_ended_for_certain() -> None:
    silent = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    standing = ServerAddress(*silent.sockets[0].getsockname())
    gone, unknown = ServerAddress("127.0.0.1", free_port()), ServerAddress("no-such-host.test", 1)
    long_gone = ServerAddress("127.0.0.1", free_port())
    silent_ms = dict.fromkeys((standing, gone, unknown), LEASE_MS) | {long_gone: LEASE_MS + 1}

    ended = await ended_of(SlotMap(lease_ms=LEASE_MS, silent_ms=silent_ms))

    assert ended == {gone}
    silent.close()
    await silent.wait_closed()
