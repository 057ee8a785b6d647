"""The lobby's snapshot is the lobby, in the order people came."""

import json
from dataclasses import replace

import msgspec

from tests.support.golden import golden, still_says
from tests.support.lobbies import RunningLobby, a_wait
from xiangqi_server.aggregates.lobby.messages import Seek
from xiangqi_server.aggregates.lobby.no_shows import NoShows
from xiangqi_server.aggregates.lobby.pools import Queue
from xiangqi_server.aggregates.lobby.records import LobbyRecord, from_record, to_record
from xiangqi_server.aggregates.lobby.state import LOBBY_ID, Lobby
from xiangqi_server.aggregates.room.messages import Bar, Dissolve
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, NoClock, RuleTerms

SEEKS = (
    Seek("later", "ben", GameTerms(FischerClock(60_000, 1_000)), "red"),
    Seek(
        "early", "ann", GameTerms(NoClock(), RuleTerms("club", 1, forbid=True, count=True)), "any"
    ),
)


def a_busy_lobby() -> Lobby:
    """Two seeks, two who wait, two who were paired, and one who came back from a pair."""
    running = RunningLobby(Lobby({seek.id: seek for seek in SEEKS}))
    for player in ("cho", "dan", "eve", "fay"):
        running.enqueue(player, ignores=("ann",))
    running.tick()
    running.tell(Dissolve("eve-5+3", ("eve",)))
    running.enqueue("gus", "1+0", tilt=-3, last_opponent="cho")
    return running.lobby


def test_a_snapshot_is_the_lobby() -> None:
    lobby = a_busy_lobby()
    body = msgspec.msgpack.encode(to_record(lobby))
    thawed = from_record(LOBBY_ID, msgspec.msgpack.decode(body, type=LobbyRecord))

    assert thawed == lobby
    assert (list(thawed.seeks), list(thawed.pairs)) == (["later", "early"], ["cho-5+3"])
    assert {queue: list(waits) for queue, waits in thawed.queues.items() if waits} == {
        Queue("5+3", rated=False): ["eve"],
        Queue("1+0", rated=False): ["gus"],
    }


def test_a_snapshot_of_the_time_when_one_waited_in_each_pool_is_read() -> None:
    thawed = from_record(LOBBY_ID, msgspec.convert(golden("lobby_snapshots")["busy"], LobbyRecord))

    wait = a_wait("cho", since_ms=0, room="chox5+3")
    assert thawed.seeks == {seek.id: seek for seek in SEEKS}
    assert thawed.waits_of("cho") == ((Queue("5+3", rated=False), wait),)
    assert [queue for queue, _ in thawed.waits_of("ann")] == [Queue("1+0", rated=False)]


def test_snapshots_are_written_as_they_always_were_and_read() -> None:
    snapshot = golden("lobby_snapshots")["with queues and pairs"]

    assert still_says(json.loads(msgspec.json.encode(to_record(a_busy_lobby()))), snapshot)
    assert from_record(LOBBY_ID, msgspec.convert(snapshot, LobbyRecord)) == a_busy_lobby()


def test_a_pool_that_is_no_more_is_left_out() -> None:
    record = to_record(a_busy_lobby())
    gone = msgspec.structs.replace(record, queues=[(("7+7", False), [a_wait("ann")])])

    assert from_record(LOBBY_ID, gone).players() == {"ann", "ben"}


def test_who_is_barred_is_written_too() -> None:
    lobby = replace(a_busy_lobby(), bars={"hal": Bar("hal", 4, 1_700_000_000_000)})
    written = msgspec.msgpack.decode(msgspec.msgpack.encode(to_record(lobby)), type=LobbyRecord)

    assert from_record(LOBBY_ID, written) == lobby


def test_who_did_not_come_to_games_is_written_too() -> None:
    lobby = replace(a_busy_lobby(), no_shows={"hal": NoShows(3, 1_700_000_000_000)})
    written = msgspec.msgpack.decode(msgspec.msgpack.encode(to_record(lobby)), type=LobbyRecord)

    assert from_record(LOBBY_ID, written) == lobby


def test_the_empty_lobby_is_written_too() -> None:
    assert from_record(LOBBY_ID, to_record(Lobby.empty(LOBBY_ID))) == Lobby()
