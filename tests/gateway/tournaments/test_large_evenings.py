"""A club evening of two hundred: how much of it a node does in one turn of its loop."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from tests.gateway.tournaments.test_exports import text_of
from tests.support.gateways import Peer, a_node
from tests.support.thinking import worked_out
from tests.support.tournament_peers import announce, members
from tests.support.virtual_time import pass_ms

ENTRANTS: Final = 200
BOARDS: Final = ENTRANTS // 2
AT_ONCE: Final = 30
WATCHERS: Final = 20
ASKED: Final = (
    "tournament_entrants",
    "tournament_standings",
    "tournament_round",
    "tournament_notes",
    "watch_tournament",
)
MOST_CALLS: Final = 30_000
"""Calls in a turn, of built-in functions too: some 4 ms. The store in memory is among them."""


class CallsATurn:
    """Counts what is called between two looks of the loop at its sockets.

    What a worker's process does in truth is left out.
    """

    def __init__(self) -> None:
        self.most = 0
        self._now = 0
        self._is_apart = False

    def note(self, frame: FrameType, event: str, called: object) -> None:
        """See `sys.setprofile`."""
        if frame.f_code is worked_out.__code__ and event in ("call", "return"):
            self._is_apart = event == "call"
        elif event == "c_call" and getattr(called, "__name__", "") == "poll":
            self.end_turn()
        elif event in ("call", "c_call") and not self._is_apart:
            self._now += 1

    def end_turn(self) -> None:
        """What is called from now on belongs to another turn."""
        self.most, self._now = max(self.most, self._now), 0


@contextmanager
def counted() -> Iterator[CallsATurn]:
    """The calls of the block."""
    calls = CallsATurn()
    sys.setprofile(calls.note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        calls.end_turn()


async def list_all(organiser: Peer, cup: str) -> None:
    """Two hundred people by name, as many at once as the wire allows."""
    for first in range(1, ENTRANTS + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, ENTRANTS + 1))
        rows = [{"name": f"李明 {n}", "rating": 2_500 - n, "club": "CLB"} for n in numbers]
        listed = await organiser.ask("list_entrants", tournament=cup, first=first, rows=rows)
        assert listed["type"] == "done", listed


async def write_all(organiser: Peer, cup: str) -> None:
    """All results of the first round."""
    for first in range(1, BOARDS + 1, AT_ONCE):
        boards = range(first, min(first + AT_ONCE, BOARDS + 1))
        results = [{"board": at, "result": ("red", "draw", "black")[at % 3]} for at in boards]
        written = await organiser.ask("enter_results", tournament=cup, round=1, results=results)
        assert written["type"] == "done", written


async def test_no_turn_of_the_loop_is_long_however_many_sit_at_boards() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        cup = await announce(node, ann, format={"type": "swiss", "rounds": 9}, at_boards=True)
        for _ in range(WATCHERS):
            await (await node.guest()).ask("watch_tournament", tournament=cup)
        most = {}
        with counted() as calls:
            await list_all(ann, cup)
            await pass_ms(2_000)
        most["list"] = calls.most
        with counted() as calls:
            pair = {"type": "round", "what": "pair"}
            await ann.ask("manage_tournament", tournament=cup, action=pair)
            await pass_ms(2_000)
        most["pair"] = calls.most
        with counted() as calls:
            await write_all(ann, cup)
            await pass_ms(2_000)
        most["write"] = calls.most
        for kind in ASKED:
            with counted() as calls:
                assert (await ann.ask(kind, tournament=cup))["type"] != "refused"
            most[kind] = calls.most
        for form in ("trf", "csv", "json", "pgn", "log"):
            with counted() as calls:
                assert await text_of(node, f"/tournament/{cup}.{form}")
            most[form] = calls.most

    assert {what: calls for what, calls in most.items() if calls > MOST_CALLS} == {}
