"""What an operator does about a player, until it holds on every node.

Theory of operation. Moderation stores the sanction; by effects it comes to the player, and from
there to every place where a game of the player may begin, whatever crashes. `done` must not
come before that, so the same commands are submitted here as well, and their answers are waited for;
each is recognised when it comes again. What is then still under way on a node that had not heard of
the sanction is refused by the lobby and the ladder, or called off by the player.
"""

import asyncio
from typing import Final

from xiangqi_server.aggregates.moderation import kind
from xiangqi_server.aggregates.moderation.messages import Moderate, Restrict, Sanction
from xiangqi_server.aggregates.moderation.state import MODERATION_ID, Moderation
from xiangqi_server.aggregates.players.sanctions import bar_orders
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done

MODERATION: Final = key(kind.MODERATION, MODERATION_ID)


class SanctionHandler:
    """Carries out what operators do about players. Part of the social handler."""

    def __init__(self, aggregates: AggregateClient) -> None:
        self._aggregates = aggregates

    async def impose(self, client: Client, message: wire.Moderate, command: Moderate) -> None:
        """Impose a sanction, or lift one, and answer when that holds.

        Raises:
            Refused: it may not be imposed.
            StoreUnavailable: it may not hold yet.
        """
        await self._aggregates.decided(MODERATION, command, client.ref_of(message))
        await self._hold(command)
        client.send(Done(message.id))

    async def _hold(self, command: Moderate) -> None:
        """Go on once the latest sanction about the player holds."""
        restrict = latest_restrict(await self._aggregates.moderation(), command)
        if restrict is None:
            return
        await self._aggregates.tell_player(command.about, restrict)
        player = await self._aggregates.player(command.about)
        if command.sanction not in (Sanction.BAN, Sanction.LIFT) or player.identity.is_deleted:
            return
        bars = bar_orders(player.id, player.sanctions, player.rooms())
        await asyncio.gather(*map(self._carried, bars))

    async def _carried(self, effect: Effect) -> None:
        """Go on once an effect has its answer, even if that is a refusal."""
        try:
            await self._aggregates.decided(AggregateId(effect.kind, effect.id), effect.command)
        except Refused as refused:
            if refused.code is CommonRefusal.UNAVAILABLE:
                raise


def latest_restrict(moderation: Moderation, command: Moderate) -> Restrict | None:
    """The command to the player that the latest action of this operator about it led to."""
    for action in reversed(moderation.actions):
        if (action.by, action.about) == (command.by, command.about) and action.sanction is not None:
            return Restrict(action.number, action.sanction, action.until_ms, action.text)
    return None
