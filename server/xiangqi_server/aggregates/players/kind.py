"""The two kinds of aggregates here: a player, and the claim to a name."""

from xiangqi_server.aggregates.players import claim
from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.claim import (
    ClaimCommand,
    ClaimEvent,
    ClaimRecord,
    NameClaim,
    WakeName,
)
from xiangqi_server.aggregates.players.decide import decide, due_at_ms
from xiangqi_server.aggregates.players.deletion import WakePlayer
from xiangqi_server.aggregates.players.messages import PlayerCommand, PlayerEvent
from xiangqi_server.aggregates.players.records import (
    FORMAT,
    PlayerRecord,
    from_record,
    to_record,
    upcast,
)
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.kernel.aggregate.kind import Kind, Records, Schedule

PLAYER: Kind[Player, PlayerCommand, PlayerEvent] = Kind(
    name="player",
    empty=Player.empty,
    decide=decide,
    apply=apply,
    commands=PlayerCommand,
    events=PlayerEvent,
    records=Records(
        PlayerRecord,
        to_record,
        from_record,
        FORMAT,
        upcast,
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
    records=Records(ClaimRecord, claim.to_record, claim.from_record, claim.FORMAT),
    schedule=Schedule(claim.due_at_ms, WakeName()),
)
