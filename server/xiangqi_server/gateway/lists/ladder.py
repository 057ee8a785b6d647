"""What clients ask about the ladder: its pages, and what players do on it."""

from typing import Final

from xiangqi_server.aggregates.ladder.messages import (
    AnswerRungChallenge,
    ChallengeRung,
    Join,
    Quit,
    WithdrawRungChallenge,
)
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.ladder_views import challenge_view, rung_view, step_view
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.positions import page_at
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.lists.ladder_broadcaster import LADDER, LadderBroadcaster
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.limits import PAGE_ROWS
from xiangqi_server.wire.server import LadderShown

CHANGES: Final = 20


class LadderHandler:
    """Owned by the gateway."""

    def __init__(self, node: Node, broadcaster: LadderBroadcaster) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._names = node.names
        self._fresh_id = node.fresh_id
        self._toss = node.toss
        self._broadcaster = broadcaster

    async def join(self, client: Client, message: wire.JoinLadder) -> None:
        """Have a player step onto the ladder.

        Raises:
            Refused: it has no account.
            StoreUnavailable: there is no store.
        """
        player = await self._aggregates.player(client.player)
        require(player.identity.has_account, CommonRefusal.NO_ACCOUNT)
        self._submit(client, message, Join(client.player))

    def leave(self, client: Client, message: wire.LeaveLadder) -> None:
        """Have a player step off the ladder."""
        self._submit(client, message, Quit(client.player))

    def challenge(self, client: Client, message: wire.LadderChallenge) -> None:
        """Have a player ask for the rung of another."""
        challenge = ChallengeRung(client.player, message.player, self._fresh_id())
        self._submit(client, message, challenge)

    def answer(self, client: Client, message: wire.LadderAnswer) -> None:
        """Have a challenged player accept, or give up the rung."""
        answer = AnswerRungChallenge(client.player, message.accept, self._toss())
        self._submit(client, message, answer)

    def withdraw(self, client: Client, message: wire.LadderWithdraw) -> None:
        """Have a player take a challenge back."""
        self._submit(client, message, WithdrawRungChallenge(client.player))

    def _submit(self, client: Client, message: wire.Request, command: object) -> None:
        have_decided(self._host, LADDER, command, client, message, self._clock.now_ms())

    async def show(self, client: Client, message: wire.LadderPage) -> None:
        """Answer with a page, and tell what happens from then on if the client wants that.

        Raises:
            BadCursor: the page begins nowhere.
            StoreUnavailable: there is no store.
        """
        if message.follow:
            await self._broadcaster.follow(client)
        ladder = (await self._host.view(LADDER)).state
        numbers, next_ = page_at(range(len(ladder.rungs)), message.after, PAGE_ROWS)
        steps = ladder.steps[: -CHANGES - 1 : -1] if message.after is None else ()
        own, you = ladder.challenge_of(client.player), ladder.rung_of(client.player)
        shown = [ladder.rungs[number].player for number in numbers]
        shown += [
            player for step in steps for player in (step.player, step.other) if player is not None
        ]
        await self._names.learn([*shown, *((own.player, own.opponent) if own else ())])
        told = LadderShown(
            id=message.id,
            rows=[rung_view(ladder, number, self._names) for number in numbers],
            size=len(ladder.rungs),
            you=None if you is None else you + 1,
            challenge=None if own is None else challenge_view(own, self._names),
            changes=[step_view(step, self._names) for step in steps],
            next=next_,
        )
        client.send(earlier(told, self._host.parts.clock_offset_ms(LADDER)))
