"""How a whole player is written into a snapshot, and read back.

The parts are written as they are, each field under its name: a part may get a further field
with a default, and no field ever changes its meaning.
"""

from typing import Final

import msgspec
from msgspec import Struct

from server.players.about import About
from server.players.challenges import Challenges
from server.players.circle import Circle
from server.players.devices import device_id
from server.players.engagement import Engagement
from server.players.identity import Identity
from server.players.naming import Naming
from server.players.preferences import Preferences
from server.players.restraint import Restraint
from server.players.standing import Standings
from server.players.state import Player

FORMAT: Final = 2
"""1: a list of the token's hash, the open games and those that are over."""


class PlayerRecord(Struct, frozen=True):
    """A player at one version; its id is the key it is kept under."""

    identity: Identity = Identity()
    engagement: Engagement = Engagement()
    naming: Naming = Naming()
    about: About = About()
    preferences: Preferences = Preferences()
    circle: Circle = Circle()
    restraint: Restraint = Restraint()
    standings: Standings = Standings()
    challenges: Challenges = Challenges()


class _First(Struct, frozen=True, array_like=True):
    """A player in format 1; `games` are pairs of room and side."""

    token_hash: bytes | None
    games: list[tuple[str, int]]
    released: list[str] = []


def freeze(player: Player) -> PlayerRecord:
    """The record of a player."""
    return PlayerRecord(
        player.identity,
        player.engagement,
        player.naming,
        player.about,
        player.preferences,
        player.circle,
        player.restraint,
        player.standings,
        player.challenges,
    )


def thaw(id_: str, record: PlayerRecord) -> Player:
    """The player a record was made of."""
    return Player(
        id_,
        record.identity,
        record.engagement,
        record.naming,
        record.about,
        record.preferences,
        record.circle,
        record.restraint,
        record.standings,
        record.challenges,
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
