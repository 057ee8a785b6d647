"""What is being found out about players, and holds back what is decided in their turns."""

import asyncio
from collections.abc import Awaitable

from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import View


class Inquiries:
    """The inquiries that are not settled, by player. Owned by `Failover`."""

    def __init__(self, host: AggregateHost) -> None:
        self._by_player: dict[str, set[asyncio.Future[None]]] = {}
        host.pre_decide(self._settled)

    def begin(self, player: str) -> asyncio.Future[None]:
        """Hold back what is to be decided in the turn of a player, until `end`."""
        done = asyncio.get_running_loop().create_future()
        self._by_player.setdefault(player, set()).add(done)
        return done

    def end(self, player: str, done: asyncio.Future[None]) -> None:
        """Go on, as everything owed to the player waits to be decided; once is enough."""
        if not done.done():
            done.set_result(None)
            self._by_player[player].discard(done)
            if not self._by_player[player]:
                del self._by_player[player]

    def _settled(self, view: View[object, object]) -> Awaitable[None] | None:
        """See `AggregateHost.pre_decide`."""
        if not self._by_player:
            return None
        player = mover(view.state) if isinstance(view.state, Room) else None
        inquiries = None if player is None else self._by_player.get(player)
        if not inquiries:
            return None
        (first, *others) = inquiries
        return _all_done((first, *others)) if others else first


def mover(room: Room) -> str | None:
    """The player whose turn runs in a room; None if it is not played."""
    return room.seats.of(room.game.to_move) if room.status is Status.PLAYING else None


async def _all_done(inquiries: tuple[asyncio.Future[None], ...]) -> None:
    await asyncio.wait(inquiries)
