"""Commands and views of aggregates that can be awaited, for code that needs several in turn."""

import asyncio

from xiangqi_server.aggregates.direct_messages.kind import MAILBOX
from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.aggregates.moderation.kind import MODERATION
from xiangqi_server.aggregates.moderation.state import MODERATION_ID, Moderation
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.aggregates.players.claim import NameClaim
from xiangqi_server.aggregates.players.kind import NAME, PLAYER
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.name_rules import name_ids
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import Answer, Rejected
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId


class AggregateClient:
    """Asks the aggregates of players and names one thing after another. Owned by the gateway.

    Every method raises `StoreUnavailable` without a store, or `Refused` with the code of a
    refusal.
    """

    def __init__(self, host: AggregateHost, clock: StoreClock) -> None:
        self._host = host
        self._clock = clock

    async def player(self, player: str) -> Player:
        """A player as it stands, after the commands that wait there."""
        return (await self._host.view(key(PLAYER, player))).state

    async def mailbox(self, player: str) -> Mailbox:
        """The mailbox of a player as it stands."""
        return (await self._host.view(key(MAILBOX, player))).state

    async def notices(self, player: str) -> Notices:
        """The notices of a player as they stand."""
        return (await self._host.view(key(NOTICES, player))).state

    async def moderation(self) -> Moderation:
        """Reports and actions as they stand."""
        return (await self._host.view(key(MODERATION, MODERATION_ID))).state

    async def claim(self, name_id: str) -> NameClaim:
        """A name as it stands."""
        return (await self._host.view(key(NAME, name_id))).state

    async def claim_of(self, name: str) -> NameClaim:
        """The claim to a name that somebody has, or the free claim under which it would be taken.

        It may have been claimed when the skeletons of names knew fewer letters.
        """
        claims = [await self.claim(id_) for id_ in name_ids(name)]
        return next((claim for claim in claims if claim.holder is not None), claims[0])

    async def tell_player(self, player: str, command: object) -> None:
        """Have a command of a player decided.

        Raises:
            Refused: nothing happened.
        """
        await self.decided(key(PLAYER, player), command)

    async def tell_claim(self, name_id: str, command: object) -> None:
        """Have a command of a name decided.

        Raises:
            Refused: nothing happened.
        """
        await self.decided(key(NAME, name_id), command)

    async def decided(
        self, aggregate: AggregateId, command: object, ref: CommandRef | None = None
    ) -> None:
        """Have any command decided.

        Raises:
            Refused: nothing happened.
        """
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def take(answer: Answer) -> None:
            if not answered.done():  # the waiting caller may have been cancelled
                answered.set_result(answer)

        now_ms = self._clock.now_ms()
        self._host.submit(aggregate, command, arrived_ms=now_ms, ref=ref, answer=take)
        answer = await answered
        if isinstance(answer, Rejected):
            raise Refused(answer.code, answer.detail, answer.retry_ms)
