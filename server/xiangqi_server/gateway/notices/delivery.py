"""Carries out a sending of a player's notices: looks at the present, words it, and sends it.

Theory of operation. The notices' alarm makes a sending, whose effect lies in the outbox until some
node has carried it out. That node claims the sending in the log first, so no other one sends it at
the same time. If the node dies, another one claims it half a minute later. A message that was sent
before the death is sent again then, under the same tag: a browser shows it once. A player who is
there sees everything on the page, so the sending is put off, three times at most.

A notice says what is so now. A game that waits no more, a challenge that was answered, or a letter
that was read is left out, and an empty message is not sent.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from xiangqi_server.aggregates.notices.channels import Channel
from xiangqi_server.aggregates.notices.decide import PUSH
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import (
    ClaimSending,
    EndSending,
    NoticesCommand,
    PutOffSending,
    SendNotice,
)
from xiangqi_server.aggregates.notices.news import Tell
from xiangqi_server.aggregates.notices.schedule import MOST_LOOKS
from xiangqi_server.aggregates.notices.state import Notices, Sending
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.notices.facts import NoticeFacts
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.effect_handler import EffectHandler
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.net.push.port import PushOutcome, PushService, Subscription
from xiangqi_server.texts.notices import Notice, notice_message

AT_ONCE: Final = 4
"""To how many players a node sends at the same time; the others wait in its outbox."""


class Delivery:
    """The effect handler of `SendNotice`. Owned by the gateway.

    Args:
        push: sends to browsers; None if the operator has set no keys.
        is_there: tells whether any node sees a player.
    """

    def __init__(
        self, node: Node, push: PushService | None, is_there: Callable[[str], Awaitable[bool]]
    ) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._push = push
        self._is_there = is_there
        self._facts = NoticeFacts(node)
        self._places = asyncio.Semaphore(AT_ONCE)
        node.host.take_effects(EffectHandler(PUSH, SendNotice, self._carry_out))

    async def _carry_out(self, player: str, command: SendNotice, _: int) -> None:
        """Send what waits for a player.

        Raises:
            StoreUnavailable: it must be tried again, or another node is sending it.
        """
        async with self._places:
            sending = await self._sending(player, command.number)
            if sending is None:
                return
            if sending.looks < MOST_LOOKS and await self._is_there(player):
                await self._report(player, PutOffSending(command.number))
            elif await self._claimed(player, command.number):
                await self._send(player, command.number)

    async def _sending(self, player: str, number: int) -> Sending | None:
        """The sending of that number, unless it is over or waits: then this is a repeat."""
        sending = (await self._notices(player)).sending
        is_due = sending is not None and sending.number == number and not sending.wait_ms
        return sending if is_due else None

    async def _notices(self, player: str) -> Notices:
        return (await self._host.view(key(NOTICES, player))).state

    async def _claimed(self, player: str, number: int) -> bool:
        """Whether this node is to send it; false if it was sent meanwhile.

        Raises:
            StoreUnavailable: another node is about to send it.
        """
        await self._report(player, ClaimSending(number, self._host.name))
        sending = await self._sending(player, number)
        if sending is not None and sending.node != self._host.name:
            raise StoreUnavailable("another node sends this notice")
        return sending is not None

    async def _send(self, player: str, number: int) -> None:
        notices = await self._notices(player)
        sending, now_ms = notices.sending, self._host.parts.now_ms(key(NOTICES, player))
        if sending is None:
            return
        shown = await self._facts.notices(notices, sending, now_ms)
        moved = await self._facts.moved(notices, sending, now_ms)
        outcomes = await self._outcomes(notices, sending, shown, now_ms)
        gone, later = (
            tuple(id_ for id_, outcome in outcomes if outcome is which)
            for which in (PushOutcome.GONE, PushOutcome.LATER)
        )
        await self._report(player, EndSending(number, gone, later))
        for news in moved:
            await self._report(player, Tell(news))

    async def _outcomes(
        self, notices: Notices, sending: Sending, shown: list[Notice], now_ms: int
    ) -> list[tuple[str, PushOutcome]]:
        """What became of a message in each channel it is for, all at the same time."""
        only = sending.channels
        wanted = [channel for channel in notices.channels if not only or channel.id in only]
        push = self._push
        if push is None or not shown:
            return []
        pushes = [_push_to(push, channel, shown, now_ms) for channel in wanted]
        outcomes = await asyncio.gather(*pushes)
        return list(zip((channel.id for channel in wanted), outcomes, strict=True))

    async def _report(self, player: str, command: NoticesCommand) -> None:
        try:
            await self._aggregates.decided(key(NOTICES, player), command)
        except Refused as refused:  # its only refusal is that the store is away
            raise StoreUnavailable(str(refused.code)) from refused


async def _push_to(
    push: PushService, channel: Channel, shown: list[Notice], now_ms: int
) -> PushOutcome:
    """Send to a browser; one that has not come for half a year counts as gone."""
    if not channel.is_alive(now_ms):
        return PushOutcome.GONE
    message = notice_message(shown, channel.language)
    subscription = Subscription(channel.endpoint, channel.key, channel.secret)
    return await push.send(subscription, message.body, ttl_s=message.ttl_s, topic=message.tag)
