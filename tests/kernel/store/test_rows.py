"""What every row store must do: one suite for the one in memory and for a real Valkey."""

import asyncio

import pytest

from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.rows import Page, Row, RowStore

GAMES = "games"


async def put(
    row_store: RowStore, row: str, version: int = 1, body: bytes = b"", **places: int
) -> None:
    """Put a row into lists by number; it says its own id unless told otherwise."""
    await row_store.put(GAMES, row, version, body or row.encode(), places=places, words={})


async def ids(row_store: RowStore, list_: str = "best", **how: bool) -> list[str]:
    """The ids of a whole list."""
    page = await row_store.page(GAMES, list_, limit=100, **how)  # type: ignore[arg-type]
    return [row.id for row in page.rows]


async def test_a_list_is_paged_by_score_from_either_end(row_store: RowStore) -> None:
    for number, row in enumerate("edcba"):
        await put(row_store, row, best=number)

    first = await row_store.page(GAMES, "best", limit=2, descending=True)
    second = await row_store.page(GAMES, "best", limit=2, descending=True, after=first.next)
    third = await row_store.page(GAMES, "best", limit=2, descending=True, after=second.next)
    rising = await row_store.page(GAMES, "best", limit=5)

    assert first.rows == (Row("a", 4, b"a"), Row("b", 3, b"b"))
    assert second.rows == (Row("c", 2, b"c"), Row("d", 1, b"d"))
    assert third == Page((Row("e", 0, b"e"),), None)
    assert [row.id for row in rising.rows] == ["e", "d", "c", "b", "a"]
    assert rising.next is None


async def test_rows_of_one_score_are_paged_without_gaps_or_repeats(row_store: RowStore) -> None:
    rows = sorted(f"g{number}" for number in range(60))
    await asyncio.gather(*(put(row_store, row, best=7) for row in rows))

    for descending in (False, True):
        seen, after = [], None
        while True:
            page = await row_store.page(GAMES, "best", limit=7, after=after, descending=descending)
            seen += [row.id for row in page.rows]
            if page.next is None:
                break
            after = page.next

        assert seen == sorted(rows, reverse=descending)


async def test_a_page_goes_on_where_the_last_one_ended_whatever_came_and_went(
    row_store: RowStore,
) -> None:
    for number, row in enumerate("abcdef"):
        await put(row_store, row, best=number)
    page = await row_store.page(GAMES, "best", limit=3)

    await row_store.remove(GAMES, "c", 2)
    await put(row_store, "new", best=1)

    rest = await row_store.page(GAMES, "best", limit=10, after=page.next)
    assert [row.id for row in rest.rows] == ["d", "e", "f"]


async def test_a_put_replaces_the_row_and_all_its_places(row_store: RowStore) -> None:
    await put(row_store, "a", 1, b"old", best=1, blitz=1)

    await put(row_store, "a", 2, b"new", best=5, rapid=3)

    assert (await row_store.page(GAMES, "best", limit=9)).rows == (Row("a", 5, b"new"),)
    assert await ids(row_store, "blitz") == []
    assert await ids(row_store, "rapid") == ["a"]


async def test_a_put_that_comes_twice_or_late_changes_nothing(row_store: RowStore) -> None:
    await put(row_store, "a", 2, b"new", best=5)

    await put(row_store, "a", 2, b"new", best=5)
    await put(row_store, "a", 1, b"old", best=1, blitz=1)

    assert (await row_store.page(GAMES, "best", limit=9)).rows == (Row("a", 5, b"new"),)
    assert await ids(row_store, "blitz") == []
    assert await row_store.count(GAMES, "best") == 1


async def test_a_removed_row_is_gone_and_a_late_put_does_not_bring_it_back(
    row_store: RowStore,
) -> None:
    await put(row_store, "a", 1, best=5)

    await row_store.remove(GAMES, "a", 2)
    await row_store.remove(GAMES, "a", 2)
    await put(row_store, "a", 1, best=5)

    assert await row_store.rows(GAMES, ["a"]) == (None,)
    assert await ids(row_store) == []


async def test_a_row_may_come_back_with_a_newer_version(row_store: RowStore) -> None:
    await put(row_store, "a", 1, best=5)
    await row_store.remove(GAMES, "a", 2)

    await put(row_store, "a", 3, best=6)

    assert await ids(row_store) == ["a"]


async def test_a_late_removal_does_not_take_a_newer_row_away(row_store: RowStore) -> None:
    await put(row_store, "a", 3, best=6)

    await row_store.remove(GAMES, "a", 2)

    assert await ids(row_store) == ["a"]


async def test_rows_are_read_by_id(row_store: RowStore) -> None:
    await put(row_store, "a", body=b"\x00\xff")
    await put(row_store, "b")

    assert await row_store.rows(GAMES, ["b", "nobody", "a"]) == (b"b", None, b"\x00\xff")
    assert await row_store.rows("others", ["a"]) == (None,)


async def test_a_range_of_scores_is_paged_and_counted(row_store: RowStore) -> None:
    for number, row in enumerate("abcdef"):
        await put(row_store, row, best=number)

    page = await row_store.page(GAMES, "best", limit=2, low=1, high=3, descending=True)
    rest = await row_store.page(
        GAMES, "best", limit=2, low=1, high=3, descending=True, after=page.next
    )

    assert [row.id for row in (*page.rows, *rest.rows)] == ["d", "c", "b"]
    assert rest.next is None
    assert await row_store.count(GAMES, "best", 1, 3) == 3
    assert await row_store.count(GAMES, "best") == 6
    assert await row_store.count(GAMES, "nothing") == 0


async def test_scores_may_be_negative_and_as_large_as_a_date(row_store: RowStore) -> None:
    await put(row_store, "old", best=-5)
    await put(row_store, "late", best=1_700_000_000_001)
    await put(row_store, "early", best=1_700_000_000_000)

    page = await row_store.page(GAMES, "best", limit=9)

    assert [(row.id, row.score) for row in page.rows] == [
        ("old", -5),
        ("early", 1_700_000_000_000),
        ("late", 1_700_000_000_001),
    ]


async def test_the_rank_is_how_many_stand_before(row_store: RowStore) -> None:
    for row, score in (("a", 9), ("b", 5), ("c", 5), ("d", 1)):
        await put(row_store, row, best=score)

    rising = [await row_store.rank(GAMES, "best", row) for row in "dbca"]
    falling = [await row_store.rank(GAMES, "best", row, descending=True) for row in "acbd"]

    assert rising == [0, 1, 2, 3]
    assert falling == [0, 1, 2, 3]
    assert await row_store.rank(GAMES, "best", "nobody") is None


async def test_names_are_searched_by_their_beginning(row_store: RowStore) -> None:
    names = {"p1": "ann", "p2": "anna", "p3": "bert", "p4": "an", "p5": "陈", "p6": "ann"}
    for row, name in names.items():
        await row_store.put("people", row, 1, name.encode(), places={}, words={"name": name})

    page = await row_store.search("people", "name", "ann", limit=2)
    rest = await row_store.search("people", "name", "ann", limit=2, after=page.next)

    assert page.rows == (Row("p1", 0, b"ann"), Row("p6", 0, b"ann"))
    assert rest == Page((Row("p2", 0, b"anna"),), None)
    assert [row.id for row in (await row_store.search("people", "name", "陈", limit=9)).rows] == [
        "p5"
    ]
    assert len((await row_store.search("people", "name", "", limit=9)).rows) == 6


async def test_a_name_that_changes_is_found_under_the_new_one_only(row_store: RowStore) -> None:
    await row_store.put("people", "p", 1, b"", places={}, words={"name": "old"})

    await row_store.put("people", "p", 2, b"", places={}, words={"name": "new"})

    assert (await row_store.search("people", "name", "old", limit=9)).rows == ()
    assert [row.id for row in (await row_store.search("people", "name", "n", limit=9)).rows] == [
        "p"
    ]


@pytest.mark.parametrize("cursor", ["?", "a", "YWJj", "x" * 500])
async def test_what_is_no_cursor_is_said_so(row_store: RowStore, cursor: str) -> None:
    with pytest.raises(ValueError, match="not a cursor"):
        await row_store.page(GAMES, "best", limit=1, after=cursor)


async def test_a_row_leaves_some_lists_if_it_still_says_what_it_did(row_store: RowStore) -> None:
    await put(row_store, "a", 1, b"old", best=1, blitz=1)
    await put(row_store, "b", 1, b"new", best=2, blitz=2)

    await row_store.unlist(GAMES, "a", b"old", ["best"])
    await row_store.unlist(GAMES, "b", b"old", ["best"])

    assert await ids(row_store, "best") == ["b"]
    assert await ids(row_store, "blitz") == ["a", "b"]
    await put(row_store, "a", 2, b"newer", best=3)
    assert await ids(row_store, "best") == ["b", "a"]


async def test_a_row_is_moved_within_a_list_that_it_is_in_while_it_says_the_same(
    row_store: RowStore,
) -> None:
    await put(row_store, "a", 1, b"old", best=1, blitz=1)
    await put(row_store, "b", 1, b"new", best=2)

    await row_store.move(GAMES, "a", b"old", "best", 3)
    await row_store.move(GAMES, "b", b"old", "best", 4)
    await row_store.move(GAMES, "a", b"old", "rapid", 5)

    assert await ids(row_store, "best") == ["b", "a"]
    assert await ids(row_store, "blitz") == ["a"]
    assert await ids(row_store, "rapid") == []
    await put(row_store, "a", 2, b"newer", best=1)
    assert await ids(row_store, "best") == ["a", "b"]
    await row_store.remove(GAMES, "a", 3)
    assert await ids(row_store, "best") == ["b"]


async def test_a_row_that_is_held_stays_for_as_long_as_anybody_holds_it(
    row_store: RowStore,
) -> None:
    for holder, until_ms in (("a", 5_000), ("b", 4_000)):
        await row_store.hold("here", "p", holder, "people", now_ms=1_000, until_ms=until_ms)
    both = await row_store.page("here", "people", limit=9)

    await row_store.release("here", "p", "a", now_ms=2_000)
    one = await row_store.page("here", "people", limit=9)
    await row_store.release("here", "p", "b", now_ms=2_000)
    await row_store.release("here", "p", "b", now_ms=2_000)
    none = await row_store.page("here", "people", limit=9)

    assert both.rows == (Row("p", 5_000, b"5000"),)
    assert one.rows == (Row("p", 4_000, b"4000"),)
    assert none.rows == ()
    assert await row_store.rows("here", ["p"]) == (None,)


async def test_what_a_holder_said_that_is_over_holds_nothing(row_store: RowStore) -> None:
    await row_store.hold("here", "p", "dead", "people", now_ms=1_000, until_ms=4_000)
    await row_store.hold("here", "p", "b", "people", now_ms=3_000, until_ms=6_000)

    await row_store.release("here", "p", "b", now_ms=4_000)

    assert await row_store.count("here", "people") == 0


async def test_a_row_that_is_held_stands_in_the_list_that_was_said_last(
    row_store: RowStore,
) -> None:
    for list_, until_ms in (("people", 5_000), ("bots", 6_000), ("bots", 7_000)):
        await row_store.hold("here", "p", "a", list_, now_ms=1_000, until_ms=until_ms)

    lists = [(await row_store.page("here", list_, limit=9)).rows for list_ in ("people", "bots")]

    assert lists == [(), (Row("p", 7_000, b"7000"),)]


async def test_who_is_held_next_clears_a_list_of_those_whose_time_is_over(
    valkey_url: str, prefix: str
) -> None:
    store = await open_store(valkey_url, prefix=prefix)
    for number in range(200):  # in every part
        await store.row_store.hold("here", f"p{number}", "a", "all", now_ms=1_000, until_ms=5_000)

    for number in range(200, 400):
        await store.row_store.hold("here", f"p{number}", "a", "all", now_ms=5_000, until_ms=9_000)

    assert await store.row_store.count("here", "all") == 200
    await store.close()
