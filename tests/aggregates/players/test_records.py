"""A player's snapshot is the player; those of the first format are read as well."""

import json

import msgspec
import pytest

from tests.support.golden import golden
from xiangqi_server.aggregates.players.devices import Device, device_id
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.kind import PLAYER, upcast
from xiangqi_server.aggregates.players.naming import Naming
from xiangqi_server.aggregates.players.open_games import OpenGames
from xiangqi_server.aggregates.players.preferences import Preferences
from xiangqi_server.aggregates.players.profile import Profile
from xiangqi_server.aggregates.players.rating import Rating
from xiangqi_server.aggregates.players.ratings import RatingRecord, Ratings
from xiangqi_server.aggregates.players.recovery import KeyChange, Recovery
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.game.rules.board.encoding import Side

RECORDS = PLAYER.records
HASH = b"hash"
FIRST = Identity(HASH, devices=(Device(device_id(HASH), HASH, shown_ms=1),))
OF_FORMAT_1 = {
    "empty": Player.empty("annan"),
    "registered": Player("annan", FIRST),
    "experienced": Player("annan", FIRST, OpenGames({"room3": Side.RED}, ("room2", "room1"))),
    "playing": Player("annan", FIRST, OpenGames({"room2": Side.BLACK, "room1": Side.RED})),
}
PHONE = Device("abcd2345", b"phone", "Phone", 11, 12, 13, b"before", 14)
PLAYERS = {
    "empty": Player.empty("annan"),
    "guest": Player("annan", Identity(HASH, 10, (Device(device_id(HASH), HASH, "", 10, 10, 10),))),
    "account": Player(
        "annan",
        Identity(HASH, 10, (PHONE,), "$argon2id$..."),
        OpenGames({"room2": Side.BLACK, "room1": Side.RED}, ("room0",)),
        Naming("An Nan", "nameid", 15, 2, ("other.1",)),
        Profile("VN", "Plays at night."),
        Preferences(language="vi", sound=False),
    ),
    "rated": Player(
        "annan",
        ratings=Ratings({"blitz": RatingRecord(Rating(1512.25, 200.5, 0.06), 7, 16)}, ("room0",)),
    ),
    "recoverable": Player(
        "annan",
        Identity(HASH, 10, (PHONE,), "$argon2id$..."),
        recovery=Recovery("c0de", "re5e7", 17, (KeyChange("recovery_code_created", 16),)),
    ),
    "deleted": Player("annan", Identity(is_deleted=True, is_shed=True)),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_snapshot_is_the_player(player: Player) -> None:
    body = msgspec.msgpack.encode(RECORDS.to_record(player))

    thawed = RECORDS.from_record("annan", msgspec.msgpack.decode(body, type=RECORDS.shape))

    assert thawed == player
    assert list(thawed.open_games.games) == list(player.open_games.games)


@pytest.mark.parametrize(("name", "player"), PLAYERS.items(), ids=PLAYERS)
def test_snapshots_hold_what_they_always_held_and_are_read(name: str, player: Player) -> None:
    snapshot = golden("player_snapshots_2")[name]

    assert _holds(json.loads(msgspec.json.encode(RECORDS.to_record(player))), snapshot)
    assert RECORDS.from_record("annan", msgspec.convert(snapshot, RECORDS.shape)) == player


@pytest.mark.parametrize(("name", "player"), OF_FORMAT_1.items(), ids=OF_FORMAT_1)
def test_snapshots_of_the_first_format_are_read(name: str, player: Player) -> None:
    token_hash, *rest = golden("player_snapshots")[name]
    stored = [msgspec.convert(token_hash, bytes | None), *rest]

    record: object = msgspec.convert(upcast(1, stored), RECORDS.shape, builtin_types=(bytes,))

    assert RECORDS.from_record("annan", record) == player


def test_a_format_nobody_knows_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        upcast(0, [None, []])


def _holds(whole: object, part: object) -> bool:
    """Everything in `part` is in `whole`, which may have more fields."""
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(key in whole and _holds(whole[key], value) for key, value in part.items())
    if isinstance(whole, list) and isinstance(part, list):
        return len(whole) == len(part) and all(map(_holds, whole, part))
    return whole == part
