"""What every store must do: one suite for the store in memory and for a real Valkey."""

import asyncio
from itertools import chain

from msgspec import structs

from tests.support.memory_store import head_after
from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_all, append_group
from xiangqi_server.kernel.store.conflicts import MAX_TAIL_EVENTS
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    KEPT_OUTAGES,
    AggregateId,
    Appended,
    Conflict,
    Head,
    Loaded,
    PendingEffect,
    Restore,
    Snapshot,
    StoredEffect,
    StoredEvent,
    TooEarly,
    advance,
    kept_outages,
)

HOUR_MS = 3_600_000


async def test_logs_that_are_loaded_together_are_as_when_each_is_loaded_alone(
    store: Store,
) -> None:
    rooms = [a_room(), a_room(), a_room()]
    await store.logs.append(an_append(rooms[0], events=(b"1", b"2")))
    first = await store.logs.append(an_append(rooms[1]))
    assert isinstance(first, Appended)
    await store.logs.append(an_append(rooms[1], first.head, event_id="second", snapshot=b"whole"))

    together = await store.logs.load_all(rooms)

    assert list(together) == [await store.logs.load(room) for room in rooms]


async def test_a_log_never_written_is_empty(store: Store) -> None:
    room = a_room()

    assert await store.logs.load(room) == Loaded(None, (), EMPTY_HEAD)
    assert await store.logs.read(room, 0) == ()


async def test_an_append_is_stamped_by_the_store_and_found_again(store: Store) -> None:
    request = an_append(a_room(), events=(b"opened", b"moved"))
    before_ms = await store.servers.time_ms()

    result = await store.logs.append(request)

    after_ms = await store.servers.time_ms()
    assert isinstance(result, Appended)
    at_ms = result.head.at_ms
    assert before_ms <= at_ms <= after_ms
    assert result.head == head_after(request, at_ms)
    events = (StoredEvent(1, at_ms, "first", b"opened"), StoredEvent(2, at_ms, "first", b"moved"))
    assert await store.logs.load(request.aggregate) == Loaded(None, events, result.head)


async def test_events_may_hold_any_bytes(store: Store) -> None:
    body = bytes(range(256)) * 300
    request = an_append(a_room(), events=(b"", body), snapshot=body)

    await store.logs.append(request)

    loaded = await store.logs.load(request.aggregate)
    assert loaded.snapshot == Snapshot(EMPTY_HEAD, body)
    assert [event.body for event in await store.logs.read(request.aggregate, 0)] == [b"", body]


async def test_the_chain_of_a_whole_log_leads_to_its_head(store: Store) -> None:
    room = a_room()
    first = an_append(room, events=(b"1", b"2"))
    await store.logs.append(first)
    second = an_append(room, (await store.logs.load(room)).head, event_id="second", events=(b"3",))
    await store.logs.append(second)

    loaded = await store.logs.load(room)

    assert advance(EMPTY_HEAD, loaded.tail) == loaded.head


async def test_the_events_after_a_version_are_read_in_order(store: Store) -> None:
    room = a_room()
    await append_all(store, room, (b"%d" % number for number in range(12)))

    events = await store.logs.read(room, 9)

    assert [(event.version, event.body) for event in events] == [
        (10, b"9"),
        (11, b"10"),
        (12, b"11"),
    ]


async def test_a_long_log_is_read_part_by_part_packed_or_not(store: Store) -> None:
    room = a_room()
    await append_all(store, room, (b"%d" % number for number in range(12)))
    log = await store.logs.read(room, 0)

    parts = [await store.logs.read(room, after, 5) for after in (0, 5, 10, 12)]
    await store.tiers.pack(room)
    first = await store.logs.read(room, 0, 5)
    rest = await store.logs.read(room, first[-1].version, 12)

    assert parts == [log[:5], log[5:10], log[10:], ()]
    assert first + rest == log


async def test_logs_of_different_kinds_with_one_id_are_apart(store: Store) -> None:
    await store.logs.append(an_append(AggregateId("player", "same")))

    assert await store.logs.load(AggregateId("room", "same")) == Loaded(None, (), EMPTY_HEAD)


async def test_the_loser_of_a_race_is_told_what_it_missed(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    await store.logs.append(an_append(room, head, event_id="winner", events=(b"2", b"3")))

    result = await store.logs.append(an_append(room, head, event_id="loser", events=(b"2",)))

    assert isinstance(result, Conflict)
    assert [(event.version, event.event_id, event.body) for event in result.tail] == [
        (2, "winner", b"2"),
        (3, "winner", b"3"),
    ]
    assert advance(head, result.tail) == (await store.logs.load(room)).head


async def test_each_append_of_a_group_is_accepted_or_refused_by_itself(store: Store) -> None:
    won = an_append(a_room())
    first = await store.logs.append(won)
    requests = (
        an_append(a_room(), events=(b"1", b"2")),
        an_append(won.aggregate, event_id="lost"),
        an_append(a_room(), arrived_ms=await store.servers.time_ms() + HOUR_MS),
        won,
    )

    accepted, lost, early, again = await append_group(store.logs, requests)

    assert isinstance(accepted, Appended)
    assert accepted.head == (await store.logs.load(requests[0].aggregate)).head
    assert lost == Conflict(await store.logs.read(won.aggregate, 0))
    assert isinstance(early, TooEarly)
    assert again == first


async def test_a_caller_that_fails_keeps_no_other_from_its_result(store: Store) -> None:
    loop = asyncio.get_running_loop()
    result: asyncio.Future[object] = loop.create_future()
    loop.set_exception_handler(lambda *_: None)  # which would print the failure

    def fail(_: object) -> None:
        raise ArithmeticError

    store.logs.append_soon(an_append(a_room()), fail)
    store.logs.append_soon(an_append(a_room()), result.set_result)
    async with asyncio.timeout(PATIENCE_S):
        told = await result
    loop.set_exception_handler(None)

    assert isinstance(told, Appended)


async def test_a_refused_append_leaves_no_trace(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    before = await store.logs.load(room)

    await store.logs.append(
        an_append(
            room,
            Head(head.version - 1),
            event_id="loser",
            snapshot=b"wrong",
            due_in_ms=0,
            effects=(StoredEffect("wrong", b""),),
        )
    )

    assert await store.logs.load(room) == before
    assert await store.queues.due(10) == ()
    assert await store.queues.effects(10) == ()


async def test_a_retry_is_answered_like_the_first_time(store: Store) -> None:
    request = an_append(a_room(), events=(b"1", b"2"), effects=(StoredEffect("e", b"order"),))
    first = await store.logs.append(request)
    await store.queues.finish(request.aggregate, "e")

    again = await store.logs.append(request)

    assert again == first
    assert len(await store.logs.read(request.aggregate, 0)) == 2
    assert await store.queues.effects(10) == ()


async def test_a_retry_is_recognised_after_others_have_appended(store: Store) -> None:
    request = an_append(a_room())
    first = await store.logs.append(request)
    assert isinstance(first, Appended)
    await store.logs.append(an_append(request.aggregate, first.head, event_id="other"))

    assert await store.logs.append(request) == first


async def test_the_same_event_id_with_other_events_is_no_retry(store: Store) -> None:
    request = an_append(a_room(), events=(b"1",))
    await store.logs.append(request)

    result = await store.logs.append(an_append(request.aggregate, events=(b"2",)))

    assert isinstance(result, Conflict)
    assert [event.body for event in result.tail] == [b"1"]


async def test_a_writer_on_another_branch_is_sent_to_load_afresh(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1", b"2"])
    elsewhere = Head(1, b"x" * 32, head.at_ms)

    assert await store.logs.append(an_append(room, elsewhere)) == Conflict(())


async def test_a_writer_with_a_wrong_digest_is_sent_to_load_afresh(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    forged = Head(head.version, b"x" * 32, head.at_ms)

    assert await store.logs.append(an_append(room, forged, event_id="forged")) == Conflict(())


async def test_a_writer_ahead_of_the_log_is_sent_to_load_afresh(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    ahead = Head(head.version + 1, b"x" * 32, head.at_ms)

    assert await store.logs.append(an_append(room, ahead, event_id="ahead")) == Conflict(())


async def test_a_writer_far_behind_is_sent_to_load_afresh(store: Store) -> None:
    room = a_room()
    many = tuple(b"%d" % number for number in range(MAX_TAIL_EVENTS + 1))
    await store.logs.append(an_append(room, events=many))

    assert await store.logs.append(an_append(room, event_id="behind")) == Conflict(())


async def test_each_version_is_won_by_one_of_the_racing_writers(store: Store) -> None:
    room = a_room()

    async def write(name: str) -> list[bytes]:
        """Have ten events accepted, deciding again after each lost race."""
        head, accepted = EMPTY_HEAD, list[bytes]()
        while len(accepted) < 10:
            body = f"{name}{len(accepted)}".encode()
            request = an_append(room, head, event_id=body.decode(), events=(body,))
            match await store.logs.append(request):
                case Appended(head):
                    accepted.append(body)
                case Conflict(tail):
                    head = advance(head, tail)
        return accepted

    by_writer = await asyncio.gather(*(write(name) for name in ("a", "b", "c", "d")))

    loaded = await store.logs.load(room)
    assert sorted(event.body for event in loaded.tail) == sorted(chain.from_iterable(by_writer))
    assert [event.version for event in loaded.tail] == list(range(1, 41))
    assert advance(EMPTY_HEAD, loaded.tail) == loaded.head


async def test_an_alarm_is_refused_before_its_time(store: Store) -> None:
    room = a_room()
    now_ms = await store.servers.time_ms()

    result = await store.logs.append(an_append(room, not_before_ms=now_ms + HOUR_MS))

    assert isinstance(result, TooEarly)
    assert now_ms <= result.now_ms < now_ms + HOUR_MS
    assert await store.logs.load(room) == Loaded(None, (), EMPTY_HEAD)


async def test_an_alarm_is_accepted_when_its_time_has_come(store: Store) -> None:
    now_ms = await store.servers.time_ms()

    result = await store.logs.append(an_append(a_room(), not_before_ms=now_ms, arrived_ms=now_ms))

    assert isinstance(result, Appended)


async def test_a_command_cannot_arrive_in_the_future(store: Store) -> None:
    now_ms = await store.servers.time_ms()

    result = await store.logs.append(an_append(a_room(), arrived_ms=now_ms + HOUR_MS))

    assert isinstance(result, TooEarly)


async def test_a_lost_race_counts_before_an_early_alarm(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])

    result = await store.logs.append(
        an_append(room, event_id="late", not_before_ms=head.at_ms + HOUR_MS)
    )

    assert isinstance(result, Conflict)


async def test_a_snapshot_saves_the_events_before_it_from_being_loaded(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1", b"2"])
    request = an_append(room, head, event_id="second", events=(b"3",), snapshot=b"two events")
    second = await store.logs.append(request)
    assert isinstance(second, Appended)

    loaded = await store.logs.load(room)

    tail = (StoredEvent(3, second.head.at_ms, "second", b"3"),)
    assert loaded == Loaded(Snapshot(head, b"two events"), tail, second.head)
    assert len(await store.logs.read(room, 0)) == 3


async def test_the_latest_snapshot_replaces_the_one_before_and_then_stays(store: Store) -> None:
    room = a_room()
    heads = [await append_all(store, room, [b"1"])]
    for number, snapshot in enumerate((b"one", b"two", None), start=2):
        request = an_append(room, heads[-1], event_id=f"next{number}", snapshot=snapshot)
        result = await store.logs.append(request)
        assert isinstance(result, Appended)
        heads.append(result.head)

    loaded = await store.logs.load(room)

    assert loaded.snapshot == Snapshot(heads[1], b"two")
    assert [event.version for event in loaded.tail] == [3, 4]
    assert loaded.head == heads[3]


async def test_a_trimmed_log_begins_after_its_snapshot(store: Store) -> None:
    lobby = AggregateId("lobby", "main")
    head = await append_all(store, lobby, [b"1", b"2"])
    request = an_append(lobby, head, event_id="third", snapshot=b"two", trim=True)
    third = await store.logs.append(request)
    assert isinstance(third, Appended)
    await store.logs.append(an_append(lobby, third.head, event_id="fourth"))

    loaded = await store.logs.load(lobby)

    assert loaded.snapshot == Snapshot(head, b"two")
    assert [event.version for event in loaded.tail] == [3, 4]
    assert await store.logs.read(lobby, 0) == loaded.tail
    assert [event.version for event in await store.logs.read(lobby, 3)] == [4]
    assert advance(head, loaded.tail) == loaded.head


async def test_a_writer_whose_tail_was_trimmed_is_sent_to_load_afresh(store: Store) -> None:
    lobby = AggregateId("lobby", "main")
    head = await append_all(store, lobby, [b"1", b"2"])
    await store.logs.append(an_append(lobby, head, event_id="third", snapshot=b"two", trim=True))

    assert await store.logs.append(an_append(lobby, event_id="behind")) == Conflict(())


async def test_without_a_snapshot_nothing_is_trimmed(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])

    await store.logs.append(an_append(room, head, event_id="second", trim=True))

    assert [event.version for event in await store.logs.read(room, 0)] == [1, 2]


async def test_an_alarm_rings_once_the_time_has_come(store: Store) -> None:
    now, later, never = a_room(), a_room(), a_room()

    await store.logs.append(an_append(now, due_in_ms=0))
    await store.logs.append(an_append(later, due_in_ms=HOUR_MS))
    await store.logs.append(an_append(never))

    assert await store.queues.due(10) == (now,)


async def test_the_next_append_moves_or_clears_the_alarm(store: Store) -> None:
    moved, cleared = a_room(), a_room()
    for room, due_in_ms in ((moved, HOUR_MS), (cleared, None)):
        first = await store.logs.append(an_append(room, due_in_ms=0))
        assert isinstance(first, Appended)
        await store.logs.append(an_append(room, first.head, event_id="next", due_in_ms=due_in_ms))

    assert await store.queues.due(10) == ()


async def test_no_more_alarms_are_told_than_asked_for(store: Store) -> None:
    rooms = [a_room() for _ in range(8)]
    for room in rooms:
        await store.logs.append(an_append(room, due_in_ms=0))

    some = await store.queues.due(5)

    assert len(set(some)) == 5
    assert set(some) < set(rooms)
    assert set(await store.queues.due(100)) == set(rooms)


async def test_all_aggregates_of_a_kind_are_listed_in_pages(store: Store) -> None:
    rooms = {AggregateId("room", f"r{number}") for number in range(250)}
    for aggregate in (*rooms, AggregateId("roomy", "r1"), AggregateId("player", "r1")):
        await store.logs.append(an_append(aggregate))

    found, after = set[AggregateId](), None
    while True:
        page = await store.logs.listing("room", after)
        found |= {*page.aggregates}
        after = page.next
        if after is None:
            break

    assert found == rooms


async def test_effects_wait_in_the_outbox_until_they_are_finished(store: Store) -> None:
    lobby, room = AggregateId("lobby", "main"), a_room()
    await store.logs.append(
        an_append(lobby, effects=(StoredEffect("1", b"open"), StoredEffect("2", b"\x00\xff")))
    )
    await store.logs.append(an_append(room, effects=(StoredEffect("1", b"rate"),)))

    await store.queues.finish(lobby, "1")
    await store.queues.finish(lobby, "1")

    left = {
        PendingEffect(lobby, StoredEffect("2", b"\x00\xff")),
        PendingEffect(room, StoredEffect("1", b"rate")),
    }
    assert set(await store.queues.effects(10)) == left


async def test_no_more_effects_are_told_than_asked_for(store: Store) -> None:
    rooms = [a_room() for _ in range(8)]
    for room in rooms:
        await store.logs.append(an_append(room, effects=(StoredEffect("1", b""),)))

    assert len(set(await store.queues.effects(5))) == 5
    assert len(await store.queues.effects(100)) == 8


async def test_a_beat_after_a_short_silence_writes_nothing_down(store: Store) -> None:
    known = await store.servers.heartbeat(HOUR_MS)

    assert (await store.servers.heartbeat(HOUR_MS)).outages == known.outages


async def test_a_heartbeat_is_answered_with_the_time(store: Store) -> None:
    before_ms = await store.servers.time_ms()

    told = await store.servers.heartbeat(HOUR_MS)

    assert before_ms <= told.at_ms <= await store.servers.time_ms()


async def test_a_silence_is_written_down_once_by_the_first_beat_after_it(store: Store) -> None:
    known = (await store.servers.heartbeat(HOUR_MS)).outages
    fell_silent_ms = await store.servers.time_ms()

    told = (await store.servers.heartbeat(-1)).outages

    heard_again_ms = await store.servers.time_ms()
    assert told[:-1] == known[-KEPT_OUTAGES + 1 :]
    assert told[-1].from_ms <= fell_silent_ms <= told[-1].to_ms <= heard_again_ms
    assert (await store.servers.heartbeat(HOUR_MS)).outages == told


async def test_of_many_outages_the_latest_are_kept_and_older_ones_only_if_they_were_long(
    store: Store,
) -> None:
    before = (await store.servers.heartbeat(HOUR_MS)).outages

    for _ in range(KEPT_OUTAGES + 3):
        told = (await store.servers.heartbeat(-1, -1)).outages

    assert told == kept_outages(told, told[-1].to_ms)
    assert len(told) == KEPT_OUTAGES
    assert not set(before) & set(told)


async def test_two_outages_that_are_close_are_one(store: Store) -> None:
    await store.servers.heartbeat(0)
    first = (await store.servers.heartbeat(-1)).outages
    (second,) = (await store.servers.heartbeat(-1, 60_000)).outages

    assert (first[-1].from_ms, len(first)) == (second.from_ms, 1)
    assert second.to_ms >= first[-1].to_ms


async def test_only_the_latest_outages_are_kept(store: Store) -> None:
    for _ in range(KEPT_OUTAGES + 1):
        told = (await store.servers.heartbeat(-1)).outages

    assert len(told) == KEPT_OUTAGES
    assert list(told) == sorted(told)


async def test_a_packed_log_is_the_same_log_and_may_go_on(store: Store) -> None:
    room = a_room()
    head = await append_all(store, room, (b"%d" % number for number in range(5)))
    before, log = await store.logs.load(room), await store.logs.read(room, 0)

    await store.tiers.pack(room)
    await store.tiers.pack(room)

    packed = await store.logs.load(room)
    assert (packed.tail, packed.head) == (before.tail, head)
    assert await store.logs.read(room, 0) == log
    assert await store.logs.read(room, 3) == log[3:]
    assert await store.logs.read(room, 5) == ()
    assert isinstance(await store.logs.append(an_append(room, head, event_id="late")), Appended)
    assert [event.version for event in await store.logs.read(room, 0)] == [1, 2, 3, 4, 5, 6]
    await store.tiers.pack(room)
    assert [event.version for event in (await store.logs.load(room)).tail] == [1, 2, 3, 4, 5, 6]


async def test_a_log_is_packed_while_others_write_it_and_their_alarm_still_rings(
    store: Store,
) -> None:
    room = a_room()
    heads = [EMPTY_HEAD]
    for number in range(4):
        request = an_append(room, heads[-1], event_id=f"e{number}", due_in_ms=0)
        appended = await store.logs.append(request)
        assert isinstance(appended, Appended)
        heads.append(appended.head)
    late = an_append(room, heads[2], event_id="late")
    again = structs.replace(request, events=request.events)

    await store.tiers.pack(room)
    behind = await store.logs.append(late)
    repeated = await store.logs.append(again)
    due = await store.queues.due(1_000)
    follows = await store.logs.append(an_append(room, heads[-1], event_id="next"))
    gap = await store.logs.append(late)

    for answer in (behind, gap):  # with all that it has not seen, or nothing: load it again
        assert isinstance(answer, Conflict)
        assert [event.event_id for event in answer.tail][:2] in ([], ["e2", "e3"])
    assert repeated in (Appended(heads[-1]), Conflict(()))
    assert room in due
    assert isinstance(follows, Appended)
    assert [event.event_id for event in await store.logs.read(room, 2)] == ["e2", "e3", "next"]
    assert advance(EMPTY_HEAD, (await store.logs.load(room)).tail) == follows.head


async def test_a_trimmed_log_and_one_never_written_are_not_packed(store: Store) -> None:
    room, nothing = a_room(), a_room()
    head = await append_all(store, room, (b"%d" % number for number in range(3)))
    trimmed = an_append(room, head, event_id="trim", snapshot=b"whole", trim=True)
    await store.logs.append(trimmed)
    before = await store.logs.load(room)

    await store.tiers.pack(room)
    await store.tiers.pack(nothing)

    assert await store.logs.load(room) == before
    assert await store.logs.load(nothing) == Loaded(None, (), EMPTY_HEAD)


async def _lost(store: Store, room: AggregateId) -> Restore:
    """What a node holds of a log of which the store has the begin alone."""
    head = await append_all(store, room, (b"1", b"2"))
    kept = await store.logs.read(room, 0)
    events = (
        StoredEvent(3, head.at_ms + 5, "third", b"3"),
        StoredEvent(4, head.at_ms + 9, "fourth", b"4"),
    )
    assert advance(EMPTY_HEAD, kept) == head
    return Restore(room, head, events, advance(head, events).digest)


async def test_lost_events_are_written_back_with_the_stamps_they_had(store: Store) -> None:
    room = a_room()
    lost = await _lost(store, room)

    assert await store.logs.restore(lost)

    loaded = await store.logs.load(room)
    assert loaded.tail[2:] == lost.events
    assert loaded.head == Head(4, lost.digest, lost.events[-1].at_ms)
    assert advance(EMPTY_HEAD, loaded.tail) == loaded.head
    assert isinstance(
        await store.logs.append(an_append(room, loaded.head, event_id="next")), Appended
    )


async def test_whoever_writes_the_same_back_again_changes_nothing(store: Store) -> None:
    room = a_room()
    lost = await _lost(store, room)
    await store.logs.restore(lost)
    before = await store.logs.load(room)

    assert await store.logs.restore(lost)

    assert await store.logs.load(room) == before


async def test_a_log_that_has_gone_on_is_not_written_back_into(store: Store) -> None:
    room = a_room()
    lost = await _lost(store, room)
    await store.logs.append(an_append(room, lost.head, event_id="else", events=(b"other",)))
    before = await store.logs.load(room)

    assert not await store.logs.restore(lost)

    assert await store.logs.load(room) == before


async def test_a_log_whose_last_stamp_differs_is_another_one(store: Store) -> None:
    room = a_room()
    lost = await _lost(store, room)
    head = Head(lost.head.version, lost.head.digest, lost.head.at_ms + 1)

    assert not await store.logs.restore(structs.replace(lost, head=head))

    assert (await store.logs.load(room)).head == lost.head


async def test_a_log_that_was_lost_as_a_whole_is_written_back(store: Store) -> None:
    room = a_room()
    events = (StoredEvent(1, 1_000, "first", b"1"),)
    digest = advance(EMPTY_HEAD, events).digest

    assert await store.logs.restore(Restore(room, EMPTY_HEAD, events, digest))

    assert await store.logs.load(room) == Loaded(None, events, Head(1, digest, 1_000))


async def test_alarm_and_effects_come_back_with_the_events(store: Store) -> None:
    room = a_room()
    lost = await _lost(store, room)
    effect = StoredEffect("4-0", b"tell")
    due_at_ms = await store.servers.time_ms()

    await store.logs.restore(structs.replace(lost, due_at_ms=due_at_ms, effects=(effect,)))

    assert room in await store.queues.due(1_000)
    assert PendingEffect(room, effect) in await store.queues.effects(1_000)


async def test_an_alarm_that_the_lost_events_had_cleared_is_cleared_again(store: Store) -> None:
    room = a_room()
    first = await store.logs.append(an_append(room, due_in_ms=0))
    assert isinstance(first, Appended)
    events = (StoredEvent(2, first.head.at_ms, "second", b"2"),)
    digest = advance(first.head, events).digest

    await store.logs.restore(Restore(room, first.head, events, digest))

    assert room not in await store.queues.due(1_000)
