"""The lobby's snapshot is the lobby, in the order people came."""

import json

import msgspec

from server.lobby.messages import Seek
from server.lobby.records import LobbyRecord, freeze, thaw
from server.lobby.state import LOBBY_ID, Lobby
from server.room.terms import Fischer, NoClock, Rules, Terms
from tests.support.golden import golden, still_says

SEEKS = (
    Seek("later", "ben", Terms(Fischer(60_000, 1_000)), "red"),
    Seek("early", "ann", Terms(NoClock(), Rules("club", 1, forbid=True, count=True)), "any"),
)
LOBBY = Lobby({seek.id: seek for seek in SEEKS}, {"5+3": "cho", "1+0": "ann"})


def test_a_snapshot_is_the_lobby() -> None:
    body = msgspec.msgpack.encode(freeze(LOBBY))
    thawed = thaw(LOBBY_ID, msgspec.msgpack.decode(body, type=LobbyRecord))

    assert thawed == LOBBY
    assert list(thawed.seeks) == ["later", "early"]


def test_snapshots_are_written_as_they_always_were_and_read() -> None:
    snapshot = golden("lobby_snapshots")["busy"]

    assert still_says(json.loads(msgspec.json.encode(freeze(LOBBY))), snapshot)
    assert thaw(LOBBY_ID, msgspec.convert(snapshot, LobbyRecord)) == LOBBY


def test_the_empty_lobby_is_written_too() -> None:
    assert thaw(LOBBY_ID, freeze(Lobby.empty(LOBBY_ID))) == Lobby()
