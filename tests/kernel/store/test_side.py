"""What is kept beside the logs, in every store: one suite for its five ports."""

import asyncio

import pytest

from tests.support.stores import a_room
from xiangqi_server.kernel.store.side import SideStores, StoredChatLine
from xiangqi_server.kernel.store.values import AggregateId

HOUR_MS = 3_600_000
SOON_MS = 40
PLAYER = AggregateId("player", "anna")


async def until_gone(ttl_ms: int) -> None:
    """Wait until what was to live for `ttl_ms` lives no longer."""
    await asyncio.sleep((ttl_ms + 10) / 1000)


async def test_a_player_is_seen_as_long_as_any_node_sees_it(side: SideStores) -> None:
    seen = [bool(await side.presence.holders(PLAYER))]
    await side.presence.add([PLAYER], "north", HOUR_MS)
    await side.presence.add([PLAYER], "south", HOUR_MS)
    seen.append(bool(await side.presence.holders(PLAYER)))
    await side.presence.remove([PLAYER], "north")
    seen.append(bool(await side.presence.holders(PLAYER)))
    await side.presence.remove([PLAYER], "south")
    seen.append(bool(await side.presence.holders(PLAYER)))

    assert seen == [False, True, True, False]


async def test_a_presence_that_is_not_refreshed_ends_by_itself(side: SideStores) -> None:
    await side.presence.add([PLAYER], "north", SOON_MS)

    await until_gone(SOON_MS)

    assert not (await side.presence.holders(PLAYER))


async def test_a_presence_of_another_node_does_not_keep_mine(side: SideStores) -> None:
    await side.presence.add([PLAYER], "north", SOON_MS)
    await side.presence.add([PLAYER], "south", HOUR_MS)
    await until_gone(SOON_MS)

    await side.presence.remove([PLAYER], "south")

    assert not (await side.presence.holders(PLAYER))


async def test_what_was_noted_is_found_by_its_aggregate_and_in_the_index(side: SideStores) -> None:
    room, other = a_room(), a_room()
    await side.notes.put(room, "anna", b"1", HOUR_MS)
    await side.notes.put(room, "benb", b"\x00\xff", HOUR_MS)
    await side.notes.put(room, "anna", b"2", HOUR_MS)

    assert await side.notes.get(room) == {"anna": b"2", "benb": b"\x00\xff"}
    assert await side.notes.get(other) == {}
    assert room in await side.notes.aggregates(1_000)
    assert other not in await side.notes.aggregates(1_000)


async def test_the_last_note_deleted_takes_the_aggregate_out_of_the_index(side: SideStores) -> None:
    room = a_room()
    await side.notes.put(room, "anna", b"1", HOUR_MS)
    await side.notes.put(room, "benb", b"2", HOUR_MS)

    deleted = [await side.notes.delete(room, "anna"), await side.notes.delete(room, "anna")]
    still_there = room in await side.notes.aggregates(1_000)
    deleted.append(await side.notes.delete(room, "benb"))

    assert deleted == [True, False, True]
    assert still_there
    assert room not in await side.notes.aggregates(1_000)


async def test_a_note_is_deleted_only_if_it_still_says_what_was_read(side: SideStores) -> None:
    room = a_room()
    await side.notes.put(room, "anna", b"new", HOUR_MS)

    deleted = await side.notes.delete(room, "anna", b"old")

    assert not deleted
    assert await side.notes.get(room) == {"anna": b"new"}
    assert await side.notes.delete(room, "anna", b"new")


async def test_notes_end_by_themselves(side: SideStores) -> None:
    room = a_room()
    await side.notes.put(room, "anna", b"1", SOON_MS)

    await until_gone(SOON_MS)

    assert await side.notes.get(room) == {}
    assert room not in await side.notes.aggregates(1_000)


async def test_lines_are_numbered_stamped_and_kept_in_order(side: SideStores) -> None:
    room = a_room()

    said = [
        await side.chat.add(room, "players", f"ref{n}", b"%d" % n, kept=10, ttl_ms=HOUR_MS)
        for n in range(3)
    ]

    assert [(line.number, line.body) for line in said] == [(1, b"0"), (2, b"1"), (3, b"2")]
    assert said == sorted(said, key=lambda line: line.at_ms)
    assert await side.chat.lines(room, ("spectators", "players")) == [[], said]


async def test_of_many_lines_the_last_are_kept_and_numbers_go_on(side: SideStores) -> None:
    room = a_room()
    for n in range(7):
        await side.chat.add(room, "players", f"ref{n}", b"%d" % n, kept=3, ttl_ms=HOUR_MS)

    (kept,) = await side.chat.lines(room, ("players",))

    assert [(line.number, line.body) for line in kept] == [(5, b"4"), (6, b"5"), (7, b"6")]


async def test_a_line_sent_again_is_the_line_of_then(side: SideStores) -> None:
    room = a_room()

    async def say(ref: str, body: bytes) -> StoredChatLine:
        return await side.chat.add(room, "players", ref, body, kept=10, ttl_ms=HOUR_MS)

    first = await say("anna.1", b"hello")
    await say("benb.1", b"hello")

    assert await say("anna.1", b"hello") == first
    (kept,) = await side.chat.lines(room, ("players",))
    assert len(kept) == 2


@pytest.mark.parametrize("again", [b"", "将军 \U0001f409".encode()])
async def test_chat_that_went_quiet_is_forgotten(side: SideStores, again: bytes) -> None:
    room = a_room()
    await side.chat.add(room, "players", "r1", b"old", kept=10, ttl_ms=SOON_MS)
    await until_gone(SOON_MS)

    assert await side.chat.lines(room, ("players",)) == [[]]
    line = await side.chat.add(room, "players", "r2", again, kept=10, ttl_ms=HOUR_MS)
    assert (line.number, line.body) == (1, again)


async def test_chat_is_kept_for_longer_but_never_for_a_shorter_time(side: SideStores) -> None:
    room = a_room()
    for stream in ("players", "spectators"):
        await side.chat.add(room, stream, "r1", b"said", kept=10, ttl_ms=SOON_MS)

    await side.chat.keep(room, ("players",), HOUR_MS)
    await side.chat.keep(room, ("players", "nothing said"), 1)
    await until_gone(SOON_MS)

    players, spectators, nothing = await side.chat.lines(
        room, ("players", "spectators", "nothing said")
    )
    assert ([line.body for line in players], spectators, nothing) == ([b"said"], [], [])


async def test_when_each_node_was_last_heard_of_is_known_to_all(side: SideStores) -> None:
    first = await side.membership.heartbeat("north", HOUR_MS)
    await asyncio.sleep(0.01)
    second = await side.membership.heartbeat("south", HOUR_MS)
    await side.membership.leave("north")
    third = await side.membership.heartbeat("south", HOUR_MS)

    assert list(first) == ["north"]
    assert second["north"] == first["north"] < second["south"]
    assert list(third) == ["south"]


async def test_a_node_long_silent_is_forgotten(side: SideStores) -> None:
    await side.membership.heartbeat("north", HOUR_MS)
    await until_gone(SOON_MS)

    assert list(await side.membership.heartbeat("south", SOON_MS)) == ["south"]


async def test_a_count_that_is_not_refreshed_ends_by_itself(side: SideStores) -> None:
    room = a_room()
    await side.counters.put(room, "north", 5, SOON_MS)
    await until_gone(SOON_MS)

    assert await side.counters.put(room, "south", 2, HOUR_MS) == 2


async def test_numbers_of_many_are_written_together_and_each_is_added_up(side: SideStores) -> None:
    rooms = [a_room() for _ in range(150)]
    heard = await side.counters.put_all(dict(zip(rooms, range(150), strict=True)), "north", HOUR_MS)
    sums = await side.counters.put_all(dict.fromkeys(rooms, 1), "south", HOUR_MS)

    assert heard == {room: number for number, room in enumerate(rooms)}
    assert sums == {room: number + 1 for number, room in enumerate(rooms)}


async def test_a_node_holds_what_it_said_last_and_others_hold_what_they_said(
    side: SideStores,
) -> None:
    players = [AggregateId("player", f"p{number}") for number in range(100)]
    await side.presence.hold(players, "north", HOUR_MS)
    await side.presence.add(players[:1], "south", HOUR_MS)
    await side.presence.hold(players[1:50], "north", HOUR_MS)
    await side.presence.add(players[60:61], "north", HOUR_MS)
    await side.presence.hold(players[1:50] + players[60:61], "north", HOUR_MS)

    held = [await side.presence.holders(player) for player in players]
    held_by_one_call = await side.presence.holders_of(players)

    nobody, north = frozenset[str](), frozenset({"north"})
    assert held == [frozenset({"south"}), *[north] * 49, *[nobody] * 10, north, *[nobody] * 39]
    assert held_by_one_call == dict(zip(players, held, strict=True))


async def test_what_a_node_holds_ends_when_it_says_so_no_more(side: SideStores) -> None:
    await side.presence.hold([PLAYER], "north", SOON_MS)
    await until_gone(SOON_MS)
    gone = await side.presence.holders(PLAYER)

    await side.presence.hold([PLAYER], "north", HOUR_MS)

    assert (gone, await side.presence.holders(PLAYER)) == (frozenset(), frozenset({"north"}))
