import asyncio
import logging
from unittest.mock import ANY

import pytest

from tests.support.counters import COUNTER, TRAIL, Add, Break, Counter, Event, Look, Receive, Wake
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, Journal, P, T, a_host, ask, running, state_and_head, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import START_MS, pass_ms, store_ms
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.host.commit.commit_pipeline import WAITING_COMMANDS
from xiangqi_server.kernel.host.commit.draft import SNAPSHOT_BYTES, Done, Rejected
from xiangqi_server.kernel.host.outages.availability import REPLACED
from xiangqi_server.kernel.host.recent import COMMANDS_PER_ACTOR, CommandRef
from xiangqi_server.kernel.host.replicas import IDLE_MS
from xiangqi_server.kernel.host.view import Key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.records import MAX_RECORD_BYTES
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import PendingEffect


def a_store() -> FaultyStore:
    return FaultyStore(MemoryStore(store_ms))


# One append, one order of telling.


async def test_commands_that_waited_together_become_one_append() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()

    for name in "xyz":
        host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer(name))
    await host.drain()

    assert [len(request.events) for request in store.requests] == [3]
    assert journal.lines == ["x: done 1", "y: done 2", "z: done 3"]


async def test_a_long_queue_is_appended_in_parts() -> None:
    store = a_store()
    host = await a_host(store)

    for _ in range(COUNTER.limits.max_batch + 1):
        host.submit(A, Add(1), arrived_ms=store_ms())
    await host.drain()

    assert [len(request.events) for request in store.requests] == [COUNTER.limits.max_batch, 1]


async def test_an_aggregate_that_gathers_is_written_to_once_in_a_while() -> None:
    store = a_store()
    host = await a_host(store)
    times_ms: list[int] = []

    for wait_ms in (0, 50, 100, 300):
        await pass_ms(wait_ms)
        host.submit(P, Add(1), arrived_ms=store_ms(), answer=lambda _: times_ms.append(store_ms()))
    await host.drain()

    first_ms = times_ms[0]
    assert [at_ms - first_ms for at_ms in times_ms] == [0, 200, 200, 450]
    assert [len(request.events) for request in store.requests] == [1, 2, 1]


async def test_commands_that_come_during_an_append_wait_for_the_next_one() -> None:
    store = a_store()
    host = await a_host(store)
    await ask(host, Look())
    store.gate.clear()

    host.submit(A, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    host.submit(A, Add(1), arrived_ms=store_ms())
    host.submit(A, Add(1), arrived_ms=store_ms())
    store.gate.set()
    await host.drain()

    assert [len(request.events) for request in store.requests] == [1, 2]


async def test_nothing_is_told_before_the_store_has_accepted_and_watchers_hear_first() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    store.gate.clear()

    host.submit(A, Add(2), arrived_ms=store_ms(), answer=journal.answer("x"))
    await pass_ms(1_000)
    before = list(journal.lines)
    store.gate.set()
    await host.drain()

    assert before == []
    assert journal.lines == ["event 1: total 1", "event 2: total 2", "x: done 2"]


async def test_a_refusal_leaves_the_others_of_its_batch_alone() -> None:
    host = await a_host(a_store())
    journal = Journal()

    for name, command in (("x", Add(1)), ("y", Add(-1)), ("z", Add(1))):
        host.submit(A, command, arrived_ms=store_ms(), answer=journal.answer(name))
    await host.drain()

    assert journal.lines == ["x: done 1", "y: not_allowed 1", "z: done 2"]


async def test_a_command_that_changes_nothing_is_answered_without_an_append() -> None:
    store = a_store()
    host = await a_host(store)
    await ask(host, Add(1))

    answer = await ask(host, Look())

    _, head = await state_and_head(host)
    assert answer == Done(1, head.digest)
    assert len(store.requests) == 1


async def test_an_answer_names_the_last_event_of_its_own_command() -> None:
    host = await a_host(a_store())
    replica = await view_of(host)
    journal = Journal()

    host.submit(A, Add(2), arrived_ms=store_ms(), answer=journal.answer("x"))
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("y"))
    await host.drain()

    digests = [change.head.digest for change in replica.trail]
    assert journal.answers == [Done(2, digests[1]), Done(3, digests[2])]


async def test_the_latest_changes_stay_at_hand_and_no_more() -> None:
    host = await a_host(a_store())
    replica = await view_of(host)
    host.watch(replica, Journal())

    for _ in range(TRAIL + 3):
        await ask(host, Add(1))

    versions = [change.head.version for change in replica.trail]
    assert versions == list(range(4, TRAIL + 4))


async def test_aggregates_do_not_wait_for_each_other() -> None:
    store = a_store()
    host = await a_host(store)
    await ask(host, Look(), aggregate=A)
    await ask(host, Look(), aggregate=B)
    store.gate.clear()

    host.submit(A, Add(1), arrived_ms=store_ms())
    host.submit(B, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    waiting = {request.aggregate for request in store.requests}
    store.gate.set()
    await host.drain()

    assert waiting == {A, B}


# Repeats.


async def test_a_repeat_in_the_same_batch_is_answered_and_not_done_again() -> None:
    host = await a_host(a_store())
    journal = Journal()
    ref = CommandRef("ann", "1")

    for name in "xy":
        host.submit(A, Add(2), arrived_ms=store_ms(), ref=ref, answer=journal.answer(name))
    await host.drain()

    assert journal.lines == ["x: done 2", "y: done 2"]
    assert (await state_and_head(host))[0].total == 2


async def test_a_repeat_is_answered_like_the_first_time_whatever_came_between() -> None:
    host = await a_host(a_store())

    first = await ask(host, Add(2), ref=("ann", "1"))
    await ask(host, Add(5), ref=("ben", "1"))
    again = await ask(host, Add(2), ref=("ann", "1"))

    assert again == first
    assert (await state_and_head(host))[0].total == 7


async def test_another_node_recognises_a_repeat_from_the_log() -> None:
    store = a_store()
    first = await ask(await a_host(store, "n"), Add(2), ref=("ann", "1"))

    again = await ask(await a_host(store, "m"), Add(2), ref=("ann", "1"))

    assert again == first


@pytest.mark.parametrize("where", [A, T], ids=str)
async def test_another_node_recognises_a_repeat_from_a_snapshot(where: Key[Counter, Event]) -> None:
    store = a_store()
    host = await a_host(store, "n")
    await ask(host, Add(1), ref=("ann", "1"), aggregate=where)
    while store.requests[-1].snapshot is None:
        await ask(host, Add(1, "x" * 500), ref=("ben", "1" * len(store.requests)), aggregate=where)
    loaded = await store.load(where)

    other = await a_host(store, "m")
    again = await ask(other, Add(1), ref=("ann", "1"), aggregate=where)

    assert loaded.snapshot is not None
    assert again == Done(1, None)
    assert await state_and_head(other, where) == await state_and_head(host, where)


async def test_the_digest_of_a_repeat_is_missing_when_its_event_is_no_longer_at_hand() -> None:
    host = await a_host(a_store())
    await ask(host, Add(1), ref=("ann", "1"))
    await ask(host, Add(TRAIL), ref=("ben", "1"))

    again = await ask(host, Add(1), ref=("ann", "1"))

    assert again == Done(1, None)


async def test_only_the_latest_commands_of_an_actor_are_remembered() -> None:
    host = await a_host(a_store())
    for number in range(COMMANDS_PER_ACTOR + 1):
        await ask(host, Add(1), ref=("ann", str(number)))

    await ask(host, Add(1), ref=("ann", "1"))
    remembered = (await state_and_head(host))[0].total
    await ask(host, Add(1), ref=("ann", "0"))
    forgotten = (await state_and_head(host))[0].total

    assert (remembered, forgotten) == (COMMANDS_PER_ACTOR + 1, COMMANDS_PER_ACTOR + 2)


# Other nodes.


async def test_what_another_node_wrote_is_taken_told_and_decided_upon() -> None:
    store = a_store()
    here, there = await a_host(store, "n"), await a_host(store, "m")
    journal = Journal()
    host_replica = await view_of(here)
    here.watch(host_replica, journal)
    await ask(there, Add(2))

    here.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("x"))
    await here.drain()

    assert journal.lines == [
        "event 1: total 1",
        "event 2: total 2",
        "event 3: total 3",
        "x: done 3",
    ]
    assert await state_and_head(here) == (host_replica.state, host_replica.head)


async def test_two_nodes_that_write_at_once_agree_in_the_end() -> None:
    store = a_store()
    hosts = [await a_host(store, name) for name in "nm"]

    for number in range(50):
        for host in hosts:
            host.submit(A, Add(1), arrived_ms=store_ms(), ref=CommandRef("ann", str(number)))
        if number % 7 == 0:
            await pass_ms(1)
    for host in hosts:
        await host.drain()
        await ask(host, Look())

    loaded = await store.load(A)
    assert [event.version for event in loaded.tail] == list(range(1, len(loaded.tail) + 1))
    await ask(hosts[0], Add(1))
    await ask(hosts[1], Add(1))
    assert await state_and_head(hosts[1]) == await state_and_head(hosts[0])


# The store's absence.


class OnceSilent(MemoryStore):
    """Does not answer once when it is asked for effects."""

    is_silent = False

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        if self.is_silent:
            self.is_silent = False
            raise StoreUnavailable("it did not answer in time")
        return await super().effects(limit, share)


async def test_a_store_that_a_sweep_finds_away_is_asked_again_at_once() -> None:
    store = OnceSilent(store_ms)
    host = await a_host(store)
    told: list[tuple[bool, int]] = []
    host.availability.on_pause(lambda is_paused: told.append((is_paused, store_ms())))

    async with running(host):
        await pass_ms(1_000)
        store.is_silent = True
        await pass_ms(3_000)

    (_, paused_ms), (_, resumed_ms) = told
    assert paused_ms == resumed_ms


async def test_a_lost_answer_is_unknown_to_the_sender_and_the_retry_is_recognised() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    host.availability.on_pause(journal.paused)
    store.answers_to_lose = 1

    lost = await ask(host, Add(1), ref=("ann", "1"))
    async with running(host):
        await pass_ms(10)
        again = await ask(host, Add(1), ref=("ann", "1"))

    assert lost == Rejected(CommonRefusal.UNAVAILABLE, "", 0)
    assert again == Done(1, (await state_and_head(host))[1].digest)
    assert journal.lines == ["paused", "resumed", "event 1: total 1"]
    assert (await state_and_head(host))[0].total == 1


async def test_without_a_store_commands_are_refused_at_once_and_come_back_with_it() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    host.availability.on_pause(journal.paused)

    async with running(host):
        await pass_ms(500)
        store.is_away = True
        host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("first"))
        await pass_ms(60_000)
        asked_ms = store_ms()
        await ask(host, Add(1))
        refused_after_ms = store_ms() - asked_ms
        host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("second"))
        store.is_away = False
        await pass_ms(250)
        host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("third"))
        await host.drain()

    assert refused_after_ms == 0
    assert journal.lines == [
        "paused",
        "first: unavailable 0",
        "second: unavailable 0",
        "resumed",
        "third: done 1",
    ]


async def test_in_the_place_of_its_store_another_one_is_not_served_from(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    host.availability.on_pause(journal.paused)
    before = await ask(host, Add(1))

    async with running(host):
        store.is_replaced = True
        await pass_ms(1_000)
        paused_for = host.availability.pause_reason
        answer = await ask(host, Add(1))
        await pass_ms(600_000)
        written = len(store.requests)
        still_paused_for = host.availability.pause_reason
        store.is_replaced = False
        await pass_ms(1_000)
        after = await ask(host, Add(1))

    assert (paused_for, still_paused_for, host.availability.pause_reason) == (
        REPLACED,
        REPLACED,
        "",
    )
    assert (before, answer) == (Done(1, ANY), Rejected(CommonRefusal.UNAVAILABLE, "", 0))
    assert written == 1
    assert after == Done(2, ANY)
    assert journal.lines == ["paused", "resumed"]
    errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == [REPLACED]


async def test_a_store_that_goes_and_comes_back_as_another_one_is_told_of_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = a_store()
    host = await a_host(store)

    async with running(host):
        store.is_away = True
        await pass_ms(5_000)
        reason_away = host.availability.pause_reason
        store.is_away, store.is_replaced = False, True
        await pass_ms(5_000)

    assert (reason_away, host.availability.pause_reason) == ("the store is away", REPLACED)
    messages = [record.message for record in caplog.records]
    assert messages == ["store unavailable", REPLACED]


async def test_watchers_get_what_they_missed_while_the_store_was_away_from_this_node() -> None:
    inner = MemoryStore(store_ms)
    ours, theirs = FaultyStore(inner), FaultyStore(inner)
    here, there = await a_host(ours, "n"), await a_host(theirs, "m")
    journal = Journal()
    here.watch(await view_of(here), journal)
    await ask(here, Add(1))

    async with running(here):
        ours.is_away = True
        await ask(here, Add(1))
        await ask(there, Add(2))
        ours.is_away = False
        await pass_ms(1_000)

    assert journal.lines == ["event 1: total 1", "event 2: total 2", "event 3: total 3"]


async def test_watchers_of_what_was_never_written_get_what_they_missed_too() -> None:
    inner = MemoryStore(store_ms)
    ours = FaultyStore(inner)
    here, there = await a_host(ours, "n"), await a_host(inner, "m")
    journal = Journal()
    here.watch(await view_of(here), journal)

    async with running(here):
        ours.is_away = True
        await ask(here, Add(1))
        await ask(there, Add(1))
        ours.is_away = False
        await pass_ms(1_000)

    assert journal.lines == ["event 1: total 1"]


async def test_looking_without_a_store_gives_what_is_at_hand_or_nothing() -> None:
    store = a_store()
    host = await a_host(store)
    at_hand = await view_of(host, A)
    store.is_away = True
    await ask(host, Add(1), aggregate=B)

    assert await host.view(A) is at_hand
    with pytest.raises(StoreUnavailable):
        await host.view(B)


async def test_a_log_that_continues_another_branch_replaces_what_was_held(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    await ask(host, Add(3))
    promoted = MemoryStore(store_ms)
    await ask(await a_host(promoted, "m"), Add(2))

    store.inner = promoted
    answer = await ask(host, Add(1))

    assert journal.lines[3:] == ["replaced", "event 3: total 3"]
    assert isinstance(answer, Done)
    assert answer.version == 3
    assert [record.message for record in caplog.records] == ["log is on another branch"]


async def test_a_log_trimmed_by_another_node_replaces_what_was_held_without_an_alarm(
    caplog: pytest.LogCaptureFixture,
) -> None:
    inner = MemoryStore(store_ms)
    ours = FaultyStore(inner)
    here, there = await a_host(ours, "n"), await a_host(inner, "m")
    journal = Journal()
    await ask(here, Add(1), aggregate=T)
    here.watch(await view_of(here, T), journal)
    async with running(here):
        ours.is_away = True
        await ask(here, Add(1), aggregate=T)
        while (await inner.load(T)).snapshot is None:
            await ask(there, Add(1, "x" * 500), aggregate=T)
        ours.is_away = False
        await pass_ms(1_000)

        state, _ = await state_and_head(here, T)
        told, _ = await state_and_head(there, T)

    assert journal.lines == ["replaced"]
    assert state == told
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_an_outage_of_all_nodes_is_offered_before_anything_else_is_decided() -> None:
    inner = MemoryStore(store_ms)
    theirs = FaultyStore(inner)
    dead = await a_host(theirs, "dead")
    await ask(dead, Wake(10_000))
    theirs.is_away = True
    await pass_ms(60_000)

    host = await a_host(inner, "m")
    journal = Journal()
    host.watch(await view_of(host), journal)
    await ask(host, Add(1))

    state, head = await state_and_head(host)
    assert (state.rings, state.due_at_ms, head.version) == (0, START_MS + 70_000, 3)
    assert journal.lines == ["event 3: total 1"]


async def test_a_node_that_was_stopped_asks_what_it_missed_before_an_alarm_is_decided() -> None:
    host = await a_host(MemoryStore(store_ms))
    await ask(host, Wake(10_000))

    await pass_ms(10_000)  # nobody beats, as in a process that is stopped
    await host.drain()

    state, head = await state_and_head(host)
    assert (state.rings, state.due_at_ms, head.version) == (0, START_MS + 20_000, 2)


async def test_an_outage_whose_outcome_is_unknown_is_taken_once() -> None:
    store = a_store()
    host = await a_host(store)
    host.watch(await view_of(host), Journal())
    await ask(host, Wake(60_000))

    async with running(host):
        store.is_away = True
        await ask(host, Add(1))
        await pass_ms(10_000)
        store.answers_to_lose = 1
        store.is_away = False
        await pass_ms(5_000)

    state, head = await state_and_head(host)
    silence_ms = host.downtime.outages[0].to_ms - host.downtime.outages[0].from_ms
    assert (state.due_at_ms, head.version) == (START_MS + 60_000 + silence_ms, 2)


async def test_a_full_queue_refuses() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()

    for _ in range(WAITING_COMMANDS):
        host.submit(A, Add(1), arrived_ms=store_ms())
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("one too many"))
    host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("another"))
    await host.drain()

    assert journal.lines == ["one too many: unavailable 0", "another: done 1"]


@pytest.mark.makes_faults
async def test_a_bug_in_one_aggregate_stops_no_other_and_not_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = await a_host(a_store())
    journal = Journal()

    host.submit(A, Break(), arrived_ms=store_ms(), answer=journal.answer("bug"))
    host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("other"))
    await host.drain()
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("later"))
    await host.drain()

    assert sorted(journal.lines) == ["bug: unavailable 0", "later: done 1", "other: done 1"]
    assert [vars(record)["about"] for record in caplog.records] == [str(A)]


# What is held.


async def test_a_snapshot_is_taken_when_the_tail_weighs_as_much_as_the_last_one() -> None:
    store = a_store()
    host = await a_host(store)

    for _ in range(60):
        await ask(host, Add(1, "x" * 200))

    taken = [number for number, request in enumerate(store.requests) if request.snapshot]
    weight_bytes = sum(
        len(body) for request in store.requests[: taken[0]] for body in request.events
    )
    assert SNAPSHOT_BYTES <= weight_bytes < SNAPSHOT_BYTES + 300
    assert len(taken) == 60 * 200 // SNAPSHOT_BYTES


@pytest.mark.makes_faults
@pytest.mark.parametrize("where", [A, T], ids=str)
async def test_a_state_too_large_for_a_snapshot_goes_on_and_is_tried_again_seldom(
    where: Key[Counter, Event], caplog: pytest.LogCaptureFixture
) -> None:
    store = a_store()
    host = await a_host(store)
    gifts = [str(number) * (MAX_RECORD_BYTES // 4) for number in range(9)]

    answers = [await ask(host, Receive(1, gift), aggregate=where) for gift in gifts]
    answers += [await ask(host, Add(1, "x" * 200), aggregate=where) for _ in range(60)]
    held, rebuilt = await view_of(host, where), await view_of(await a_host(store, "m"), where)

    assert all(isinstance(answer, Done) for answer in answers)
    assert host.faults.counts["snapshot"] == 2
    assert vars(caplog.records[-1])["about"] == str(where)
    assert (rebuilt.state, rebuilt.head) == (held.state, held.head)


@pytest.mark.parametrize("where", [A, T], ids=str)
async def test_a_rebuild_gives_the_same_at_every_cut_of_the_log(where: Key[Counter, Event]) -> None:
    store = a_store()
    host = await a_host(store, "n")
    refs: list[CommandRef] = []

    for number in range(40):
        actor = "abcdef"[number * number % 6]
        note = "x" * (number * 37 % 300)
        await ask(host, Add(number % 3 + 1, note), ref=(actor, str(number)), aggregate=where)
        held = await view_of(host, where)
        rebuilt = await view_of(await a_host(store, "m"), where)
        refs.append(CommandRef(actor, str(number)))

        assert (rebuilt.state, rebuilt.head) == (held.state, held.head)
        assert [*map(rebuilt.version_of, refs)] == [*map(held.version_of, refs)]
    assert any(request.snapshot for request in store.requests)


async def test_only_a_trimmed_kind_forgets_its_events() -> None:
    store = a_store()
    host = await a_host(store)

    for where in (A, T):
        for _ in range(30):
            await ask(host, Add(1, "x" * 200), aggregate=where)

    assert len(await store.read(A, 0)) == 30
    assert len(await store.read(T, 0)) < 30


async def test_an_aggregate_nobody_looks_at_is_let_go_after_a_while() -> None:
    host = await a_host(a_store())
    journal = Journal()
    watched = await view_of(host, A)
    host.watch(watched, journal)
    await ask(host, Add(1), aggregate=B)

    async with running(host):
        await pass_ms(IDLE_MS - 5_000)
        early = host.held(A.kind)
        await pass_ms(10_000)
        late = host.held(A.kind)
        host.unwatch(watched, journal)
        await pass_ms(IDLE_MS + 5_000)
        later = host.held(A.kind)

    assert (early, late, later) == (2, 1, 0)
    assert (await state_and_head(host, B))[0].total == 1


async def test_a_watcher_that_left_hears_nothing_more() -> None:
    host = await a_host(a_store())
    journal = Journal()
    replica = await view_of(host)
    host.watch(replica, journal)
    host.unwatch(replica, journal)

    await ask(host, Add(1))

    assert journal.lines == []


async def test_draining_waits_for_every_answer() -> None:
    store = a_store()
    host = await a_host(store)
    journal = Journal()
    store.gate.clear()
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("x"))

    asyncio.get_running_loop().call_later(3.0, store.gate.set)
    await host.drain()

    assert journal.lines == ["x: done 1"]
