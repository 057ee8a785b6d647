"""Commands and looks as something one can wait for, where several follow each other."""

import asyncio
from typing import cast

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.errands import looked
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.timebase import StoreClock
from server.mail.state import Mailbox
from server.players.claim import Claim
from server.players.state import Player
from server.store.base import AggregateId


class Asking:
    """The aggregates of players and names, asked one thing after another. Owned by the gateway.

    Every method raises `StoreUnavailable` without a store, or `Refused`, with the decision's code.
    """

    def __init__(self, host: AggregateHost, clock: StoreClock) -> None:
        self._host = host
        self._clock = clock

    async def player(self, player: str) -> Player:
        """A player as it stands, after all that waits for it."""
        return cast("Player", (await looked(self._host, AggregateId("player", player))).state)

    async def mailbox(self, player: str) -> Mailbox:
        """The letters of a player as they stand."""
        return cast("Mailbox", (await looked(self._host, AggregateId("mailbox", player))).state)

    async def claim(self, name_id: str) -> Claim:
        """A name as it stands."""
        return cast("Claim", (await looked(self._host, AggregateId("name", name_id))).state)

    async def tell_player(self, player: str, command: object) -> None:
        """Have a command of a player decided."""
        await self._decide(AggregateId("player", player), command)

    async def tell_claim(self, name_id: str, command: object) -> None:
        """Have a command of a name decided."""
        await self._decide(AggregateId("name", name_id), command)

    async def _decide(self, aggregate: AggregateId, command: object) -> None:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        now_ms = self._clock.now_ms()
        self._host.submit(aggregate, command, arrived_ms=now_ms, answer=answered.set_result)
        answer = await answered
        if isinstance(answer, Declined):
            raise Refused(RefusalCode(answer.code), answer.detail, answer.retry_ms)
