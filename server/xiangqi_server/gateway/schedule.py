"""What a node does by itself for its connections, and how often."""

from typing import Final

from xiangqi_server.gateway.connection.client import PING_MS, TICK_MS
from xiangqi_server.gateway.connection.clients import Clients
from xiangqi_server.gateway.connection.limits.address_limits import TELL_MS
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.handlers import Handlers
from xiangqi_server.gateway.lobby.absentees import Absentees
from xiangqi_server.gateway.pings import Pings
from xiangqi_server.gateway.shared_parts import SharedParts
from xiangqi_server.gateway.tick_loop import TickLoop, TickStep

REFRESH_MS: Final = 4_000
"""How often a node looks through the players that it sees: a tournament misses one within that."""
FORGET_MS: Final = 60_000
"""How often what nobody has asked for meanwhile is forgotten."""


def tick_loop(node: Node, clients: Clients, shared: SharedParts, handlers: Handlers) -> TickLoop:
    """The loop that does it all.

    Args:
        clients: everybody with a connection.
    """
    online_players, rooms, presence = shared.online_players, shared.rooms, shared.presence
    absentees = Absentees(node, shared.lobby, online_players, presence.seen)
    steps = (
        TickStep("lobby", TICK_MS, shared.player_count.tick),
        TickStep("lobby", TICK_MS, shared.lobby.tell_changes),
        TickStep("room", TICK_MS, shared.game_streams.end_finished),
        TickStep("tournaments", TICK_MS, handlers.tournaments.tell_changes),
        TickStep("tournaments", 1_000, shared.attendance.look_around),
        TickStep("tournaments", 6_000, shared.attendance.find),
        TickStep("players", 400, shared.failover.beat),
        TickStep("room", 400, handlers.lists.boards.tell_changes),
        TickStep("limits", TELL_MS, node.address_limits.tell),
        TickStep("players", 1_000, presence.look_around),
        TickStep("players", 1_000, handlers.ready_checks.answer_all),
        TickStep("lobby", PING_MS, absentees.look_around),
        TickStep("players", 3_000, handlers.lists.refresh),
        TickStep("players", REFRESH_MS, presence.refresh),
        TickStep("players", 4_000, handlers.social.renew),
        TickStep("players", 10_000, shared.premoves.sweep),
        TickStep("players", FORGET_MS, shared.forget_names),
    )
    after_pause = (
        presence.started,
        presence.refresh,
        shared.premoves.sweep,
        absentees.follow,
        shared.attendance.find,
    )
    pings = Pings(node, clients, rooms, online_players, shared.looked_for)
    return TickLoop(node, pings, rooms, steps, after_pause)
