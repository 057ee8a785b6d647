"""A player's snapshot is the player; those of the first format are read as well."""

import json

import msgspec
import pytest

from server.players.about import About
from server.players.devices import Device, device_id
from server.players.engagement import Engagement
from server.players.identity import Identity
from server.players.naming import Naming
from server.players.preferences import Preferences
from server.players.rating import Rating
from server.players.records import PlayerRecord, freeze, thaw, upcast
from server.players.standing import Standing, Standings
from server.players.state import Player
from server.rules.board import Side
from tests.support.golden import golden

HASH = b"hash"
FIRST = Identity(HASH, devices=(Device(device_id(HASH), HASH, shown_ms=1),))
OF_FORMAT_1 = {
    "empty": Player.empty("annan"),
    "registered": Player("annan", FIRST),
    "experienced": Player("annan", FIRST, Engagement({"room3": Side.RED}, ("room2", "room1"))),
    "playing": Player("annan", FIRST, Engagement({"room2": Side.BLACK, "room1": Side.RED})),
}
PHONE = Device("abcd2345", b"phone", "Phone", 11, 12, 13, b"before", 14)
PLAYERS = {
    "empty": Player.empty("annan"),
    "guest": Player("annan", Identity(HASH, 10, (Device(device_id(HASH), HASH, "", 10, 10, 10),))),
    "account": Player(
        "annan",
        Identity(HASH, 10, (PHONE,), "$argon2id$..."),
        Engagement({"room2": Side.BLACK, "room1": Side.RED}, ("room0",)),
        Naming("An Nan", "nameid", 15, 2, ("other.1",)),
        About("VN", "Plays at night."),
        Preferences(language="vi", sound=False),
    ),
    "rated": Player(
        "annan",
        standings=Standings({"blitz": Standing(Rating(1512.25, 200.5, 0.06), 7, 16)}, ("room0",)),
    ),
    "deleted": Player("annan", Identity(is_deleted=True, is_shed=True)),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_snapshot_is_the_player(player: Player) -> None:
    body = msgspec.msgpack.encode(freeze(player))

    thawed = thaw("annan", msgspec.msgpack.decode(body, type=PlayerRecord))

    assert thawed == player
    assert list(thawed.engagement.games) == list(player.engagement.games)


@pytest.mark.parametrize(("name", "player"), PLAYERS.items(), ids=PLAYERS)
def test_snapshots_hold_what_they_always_held_and_are_read(name: str, player: Player) -> None:
    snapshot = golden("player_snapshots_2")[name]

    assert _holds(json.loads(msgspec.json.encode(freeze(player))), snapshot)
    assert thaw("annan", msgspec.convert(snapshot, PlayerRecord)) == player


@pytest.mark.parametrize(("name", "player"), OF_FORMAT_1.items(), ids=OF_FORMAT_1)
def test_snapshots_of_the_first_format_are_read(name: str, player: Player) -> None:
    token_hash, *rest = golden("player_snapshots")[name]
    stored = [msgspec.convert(token_hash, bytes | None), *rest]

    record = msgspec.convert(upcast(1, stored), PlayerRecord, builtin_types=(bytes,))

    assert thaw("annan", record) == player


def test_a_format_nobody_knows_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        upcast(0, [None, []])


def _holds(whole: object, part: object) -> bool:
    """Everything in `part` is in `whole`, which may have more fields."""
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(key in whole and _holds(whole[key], value) for key, value in part.items())
    return whole == part
