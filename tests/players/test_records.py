"""A player's snapshot is the player."""

import json

import msgspec
import pytest

from server.players.records import PlayerRecord, freeze, thaw
from server.players.state import Player
from server.rules.board import Side
from tests.support.golden import golden

PLAYERS = {
    "empty": Player.empty("annan"),
    "registered": Player("annan", b"hash"),
    "experienced": Player("annan", b"hash", {"room3": Side.RED}, ("room2", "room1")),
    "playing": Player("annan", b"hash", {"room2": Side.BLACK, "room1": Side.RED}),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_snapshot_is_the_player(player: Player) -> None:
    body = msgspec.msgpack.encode(freeze(player))

    thawed = thaw("annan", msgspec.msgpack.decode(body, type=PlayerRecord))

    assert thawed == player
    assert list(thawed.games) == list(player.games)


@pytest.mark.parametrize(("name", "player"), PLAYERS.items(), ids=PLAYERS)
def test_snapshots_begin_as_they_always_did_and_are_read(name: str, player: Player) -> None:
    snapshot = golden("player_snapshots")[name]

    assert json.loads(msgspec.json.encode(freeze(player)))[: len(snapshot)] == snapshot
    assert thaw("annan", msgspec.convert(snapshot, PlayerRecord)) == player
