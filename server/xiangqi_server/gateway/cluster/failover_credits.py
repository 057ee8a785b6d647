"""The credits by which a room gives back what a death or an outage has cost a player.

The room takes each moment only once. So the same time may be credited again by anybody who finds
out about it, and by every node.
"""

from collections.abc import Iterable

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.decisions.downtime import wants_failover
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import TakeFailover
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.cluster.nodes import Nodes
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId, Outage


class FailoverCredits:
    """Gives rooms the commands that credit a player. Owned by `Failover`."""

    def __init__(self, host: AggregateHost, clock: StoreClock, nodes: Nodes) -> None:
        self._host = host
        self._clock = clock
        self._nodes = nodes

    def credit_first(
        self, player: str, games: tuple[str, ...], time: Outage, away_ms: int = 0
    ) -> None:
        """Credit a player in all its games, before anything else that waits there."""
        for game in games:
            self.credit(key(ROOM, game), player, time, away_ms=away_ms, is_first=True)

    def credit(
        self,
        room: AggregateId,
        player: str,
        time: Outage,
        *,
        away_ms: int = 0,
        is_first: bool = False,
    ) -> None:
        """Credit a player in one room, unless that owes it nothing as far as this node knows."""
        if time.from_ms >= time.to_ms:
            return
        command = self._command(room, player, time, away_ms)
        if self._may_concern(room, command):
            now_ms = self._clock.now_ms()
            self._host.submit(room, command, arrived_ms=now_ms, is_first=is_first)

    def credit_return(
        self,
        player: str,
        games: tuple[str, ...],
        *,
        left_ms: int,
        died_ms: int | None,
        at_ms: int,
    ) -> None:
        """Credit a player who came what the death of its node, or the outage of its part, cost.

        Args:
            left_ms: when the player last left this node; 0 if not lately.
            died_ms: when the last of its nodes died; None if none did.
            at_ms: when the player came.
        """
        served_ms = max(left_ms, died_ms or 0)
        kept_out = self._kept_out(player, served_ms, at_ms)
        if died_ms is not None and left_ms < died_ms:
            times = {Outage(died_ms, at_ms): _sum_ms(kept_out)}
        else:
            times = {time: _sum_ms([time]) for time in kept_out}
        for time, away_ms in times.items():
            self.credit_first(player, games, time, away_ms)

    def outage_owed_to(self, player: str, room: Room, left_ms: int) -> bool:
        """Credit what a player who is not here is owed for the outage of its part.

        Args:
            left_ms: when the player last left this node; 0 if not lately.

        Returns:
            Whether the room has to decide about that.
        """
        for time in self._kept_out(player, left_ms, self._clock.now_ms()):
            aggregate = key(ROOM, room.id)
            command = self._command(aggregate, player, time, away_ms=_sum_ms([time]))
            if wants_failover(room, command):
                self.credit(aggregate, player, time, away_ms=_sum_ms([time]), is_first=True)
                return True
        return False

    def _kept_out(self, player: str, served_ms: int, at_ms: int) -> list[Outage]:
        """The outages of a player's part after it was served last, up to a moment."""
        return [
            Outage(max(outage.from_ms, served_ms), min(outage.to_ms, at_ms))
            for outage in self._host.parts.outages_of(key(PLAYER, player))
            if served_ms < outage.to_ms and outage.from_ms < at_ms
        ]

    def _command(
        self, room: AggregateId, player: str, time: Outage, away_ms: int = 0
    ) -> TakeFailover:
        from_ms, to_ms = (self._host.parts.to_shard_time(room, moment_ms) for moment_ms in time)
        return TakeFailover(player, from_ms, to_ms, away_ms)

    def _may_concern(self, room: AggregateId, command: TakeFailover) -> bool:
        """Whether a room may owe a player a credit: it owes none to a player who is not on move.

        If other nodes write to the room, only its log can tell, which `submit` asks; if no other
        node can, the room at hand tells.
        """
        view = self._host.at_hand(key(ROOM, room.id)) if self._nodes.is_only else None
        return view is None or wants_failover(view.state, command)


def _sum_ms(times: Iterable[Outage]) -> int:
    return sum(time.to_ms - time.from_ms for time in times)
