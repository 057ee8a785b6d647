"""What is kept beside the logs, in every store: sightings, notes and lines."""

import asyncio

import pytest

from server.store.base import AggregateId
from server.store.notes import Line, Notes
from tests.support.stores import a_room

HOUR_MS = 3_600_000
SOON_MS = 40
PLAYER = AggregateId("player", "anna")


async def until_gone(ttl_ms: int) -> None:
    """Wait until what was to live for `ttl_ms` lives no longer."""
    await asyncio.sleep((ttl_ms + 10) / 1000)


async def test_a_player_is_seen_as_long_as_any_node_sees_it(notes: Notes) -> None:
    seen = [bool(await notes.seen_by(PLAYER))]
    await notes.see(PLAYER, "north", HOUR_MS)
    await notes.see(PLAYER, "south", HOUR_MS)
    seen.append(bool(await notes.seen_by(PLAYER)))
    await notes.lose_sight(PLAYER, "north")
    seen.append(bool(await notes.seen_by(PLAYER)))
    await notes.lose_sight(PLAYER, "south")
    seen.append(bool(await notes.seen_by(PLAYER)))

    assert seen == [False, True, True, False]


async def test_a_sighting_that_is_not_refreshed_ends_by_itself(notes: Notes) -> None:
    await notes.see(PLAYER, "north", SOON_MS)

    await until_gone(SOON_MS)

    assert not (await notes.seen_by(PLAYER))


async def test_a_sighting_of_another_node_does_not_keep_mine(notes: Notes) -> None:
    await notes.see(PLAYER, "north", SOON_MS)
    await notes.see(PLAYER, "south", HOUR_MS)
    await until_gone(SOON_MS)

    await notes.lose_sight(PLAYER, "south")

    assert not (await notes.seen_by(PLAYER))


async def test_what_was_noted_is_found_by_its_aggregate_and_in_the_index(notes: Notes) -> None:
    room, other = a_room(), a_room()
    await notes.note(room, "anna", b"1", HOUR_MS)
    await notes.note(room, "benb", b"\x00\xff", HOUR_MS)
    await notes.note(room, "anna", b"2", HOUR_MS)

    assert await notes.notes(room) == {"anna": b"2", "benb": b"\x00\xff"}
    assert await notes.notes(other) == {}
    assert room in await notes.noted(1_000)
    assert other not in await notes.noted(1_000)


async def test_the_last_note_struck_takes_the_aggregate_out_of_the_index(notes: Notes) -> None:
    room = a_room()
    await notes.note(room, "anna", b"1", HOUR_MS)
    await notes.note(room, "benb", b"2", HOUR_MS)

    struck = [await notes.strike(room, "anna"), await notes.strike(room, "anna")]
    still_there = room in await notes.noted(1_000)
    struck.append(await notes.strike(room, "benb"))

    assert struck == [True, False, True]
    assert still_there
    assert room not in await notes.noted(1_000)


async def test_a_note_is_struck_only_if_it_still_says_what_was_read(notes: Notes) -> None:
    room = a_room()
    await notes.note(room, "anna", b"new", HOUR_MS)

    struck = await notes.strike(room, "anna", b"old")

    assert not struck
    assert await notes.notes(room) == {"anna": b"new"}
    assert await notes.strike(room, "anna", b"new")


async def test_notes_end_by_themselves(notes: Notes) -> None:
    room = a_room()
    await notes.note(room, "anna", b"1", SOON_MS)

    await until_gone(SOON_MS)

    assert await notes.notes(room) == {}
    assert room not in await notes.noted(1_000)


async def test_lines_are_numbered_stamped_and_kept_in_order(notes: Notes) -> None:
    room = a_room()

    said = [
        await notes.say(room, "players", f"ref{n}", b"%d" % n, kept=10, ttl_ms=HOUR_MS)
        for n in range(3)
    ]

    assert [(line.number, line.body) for line in said] == [(1, b"0"), (2, b"1"), (3, b"2")]
    assert said == sorted(said, key=lambda line: line.at_ms)
    assert await notes.lines(room, "players") == said
    assert await notes.lines(room, "spectators") == []


async def test_of_many_lines_the_last_are_kept_and_numbers_go_on(notes: Notes) -> None:
    room = a_room()
    for n in range(7):
        await notes.say(room, "players", f"ref{n}", b"%d" % n, kept=3, ttl_ms=HOUR_MS)

    kept = await notes.lines(room, "players")

    assert [(line.number, line.body) for line in kept] == [(5, b"4"), (6, b"5"), (7, b"6")]


async def test_a_line_sent_again_is_the_line_of_then(notes: Notes) -> None:
    room = a_room()

    async def say(ref: str, body: bytes) -> Line:
        return await notes.say(room, "players", ref, body, kept=10, ttl_ms=HOUR_MS)

    first = await say("anna.1", b"hello")
    await say("benb.1", b"hello")

    assert await say("anna.1", b"hello") == first
    assert len(await notes.lines(room, "players")) == 2


@pytest.mark.parametrize("again", [b"", "将军 \U0001f409".encode()])
async def test_talk_that_went_quiet_is_forgotten(notes: Notes, again: bytes) -> None:
    room = a_room()
    await notes.say(room, "players", "r1", b"old", kept=10, ttl_ms=SOON_MS)
    await until_gone(SOON_MS)

    assert await notes.lines(room, "players") == []
    line = await notes.say(room, "players", "r2", again, kept=10, ttl_ms=HOUR_MS)
    assert (line.number, line.body) == (1, again)


async def test_when_each_node_was_last_heard_of_is_known_to_all(notes: Notes) -> None:
    first = await notes.attend("north", HOUR_MS)
    await asyncio.sleep(0.01)
    second = await notes.attend("south", HOUR_MS)
    await notes.dismiss("north")
    third = await notes.attend("south", HOUR_MS)

    assert list(first) == ["north"]
    assert second["north"] == first["north"] < second["south"]
    assert list(third) == ["south"]


async def test_a_node_long_silent_is_forgotten(notes: Notes) -> None:
    await notes.attend("north", HOUR_MS)
    await until_gone(SOON_MS)

    assert list(await notes.attend("south", SOON_MS)) == ["south"]


async def test_a_count_that_is_not_refreshed_ends_by_itself(notes: Notes) -> None:
    room = a_room()
    await notes.count(room, "north", 5, SOON_MS)
    await until_gone(SOON_MS)

    assert await notes.count(room, "south", 2, HOUR_MS) == 2
