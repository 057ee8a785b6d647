"""How a whole player is written into a snapshot, and read back.

The parts are written as they are, each field under its name: a part may get a further field
with a default, and no field ever changes its meaning.
"""

from typing import Final

import msgspec
from msgspec import Struct, field

from xiangqi_server.aggregates.players.challenges import Challenges
from xiangqi_server.aggregates.players.devices import device_id
from xiangqi_server.aggregates.players.friends import Friends
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.naming import Naming
from xiangqi_server.aggregates.players.open_games import OpenGames
from xiangqi_server.aggregates.players.preferences import Preferences
from xiangqi_server.aggregates.players.profile import Profile
from xiangqi_server.aggregates.players.ratings import Ratings
from xiangqi_server.aggregates.players.recovery import Recovery
from xiangqi_server.aggregates.players.sanctions import Sanctions
from xiangqi_server.aggregates.players.state import Player

FORMAT: Final = 2
"""1: a list of the token's hash, the open games and those that are over."""


class PlayerRecord(Struct, frozen=True):
    """A player at one version; its id is the key it is kept under."""

    identity: Identity = Identity()
    open_games: OpenGames = field(default=OpenGames(), name="engagement")
    naming: Naming = Naming()
    profile: Profile = field(default=Profile(), name="about")
    preferences: Preferences = Preferences()
    friends: Friends = field(default=Friends(), name="circle")
    sanctions: Sanctions = field(default=Sanctions(), name="restraint")
    ratings: Ratings = field(default=Ratings(), name="standings")
    challenges: Challenges = Challenges()
    recovery: Recovery = Recovery()


class _First(Struct, frozen=True, array_like=True):
    """A player in format 1; `games` are pairs of room and side."""

    token_hash: bytes | None
    games: list[tuple[str, int]]
    released: list[str] = []


def to_record(player: Player) -> PlayerRecord:
    """The record of a player."""
    return PlayerRecord(
        player.identity,
        player.open_games,
        player.naming,
        player.profile,
        player.preferences,
        player.friends,
        player.sanctions,
        player.ratings,
        player.challenges,
        player.recovery,
    )


def from_record(id_: str, record: PlayerRecord) -> Player:
    """The player a record was made of."""
    return Player(
        id_,
        record.identity,
        record.open_games,
        record.naming,
        record.profile,
        record.preferences,
        record.friends,
        record.sanctions,
        record.ratings,
        record.challenges,
        record.recovery,
    )


def upcast(format_: int, value: object) -> object:
    """The record of a player in format `format_` as one of today; events are what they were.

    Raises:
        msgspec.ValidationError: it is no such record.
    """
    if format_ != 1:
        raise msgspec.ValidationError(f"a player of format {format_}")
    first = msgspec.convert(value, _First, builtin_types=(bytes,))
    identity: dict[str, object] = {"token_hash": first.token_hash}
    if first.token_hash is not None:
        device = {"id": device_id(first.token_hash), "token_hash": first.token_hash}
        identity["devices"] = [device | {"shown_ms": 1}]
    engagement = {"games": dict(first.games), "released": first.released}
    return {"identity": identity, "engagement": engagement}
