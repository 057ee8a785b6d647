"""The two kinds of aggregates here: a player, and the claim to a name."""

from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.players import claim
from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.claim import ClaimCommand, ClaimEvent, NameClaim, WakeName
from xiangqi_server.aggregates.players.decide import decide, due_at_ms
from xiangqi_server.aggregates.players.deletion import WakePlayer
from xiangqi_server.aggregates.players.devices import device_id
from xiangqi_server.aggregates.players.messages import PlayerCommand, PlayerEvent
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.kernel.aggregate.derived import records_without_id
from xiangqi_server.kernel.aggregate.kind import Kind, Schedule

FORMAT: Final = 2
"""1: a list of the token's hash, the open games and those that are over."""


class _First(Struct, frozen=True, array_like=True):
    """A player in format 1; `games` are pairs of room and side."""

    token_hash: bytes | None
    games: list[tuple[str, int]]
    released: list[str] = []


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


PLAYER: Kind[Player, PlayerCommand, PlayerEvent] = Kind(
    name="player",
    empty=Player.empty,
    decide=decide,
    apply=apply,
    commands=PlayerCommand,
    events=PlayerEvent,
    records=records_without_id(
        Player,
        format=FORMAT,
        upcast=upcast,
        forces_snapshot=lambda player: player.identity.is_deleted and not player.identity.is_shed,
    ),
    schedule=Schedule(due_at_ms, WakePlayer()),
)

NAME: Kind[NameClaim, ClaimCommand, ClaimEvent] = Kind(
    name="name",
    empty=NameClaim,
    decide=claim.decide,
    apply=claim.apply,
    commands=ClaimCommand,
    events=ClaimEvent,
    records=records_without_id(NameClaim),
    schedule=Schedule(claim.due_at_ms, WakeName()),
)
