"""The ladder for one connection at a time: pages of it, and what one does on it."""

import base64
from collections.abc import Callable
from typing import Final, cast

from server.aggregate.refusal import RefusalCode, require
from server.gateway.answers import have_decided
from server.gateway.client import Client
from server.gateway.errands import Errands, looked
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.ladder.messages import Answer, Challenge, Join, Quit, Withdraw
from server.ladder.state import LADDER_ID, Ladder
from server.players.state import Player
from server.session.catalogue_views import challenge_view, rung_view, step_view
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.limits import PAGE_ROWS
from server.wire.server import LadderShown

LADDER: Final = AggregateId("ladder", LADDER_ID)
CHANGES: Final = 20

Deed = (
    wire.JoinLadder
    | wire.LeaveLadder
    | wire.ChallengeUp
    | wire.AnswerChallenge
    | wire.WithdrawChallenge
)


class LadderDesk:
    """Takes what one does on the ladder to it. Owned by the gateway.

    Args:
        fresh_id: gives an unguessable id for a room.
        toss: gives a random bit.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        errands: Errands,
        names: Names,
        fresh_id: Callable[[], str],
        toss: Callable[[], int],
    ) -> None:
        self._host = host
        self._clock = clock
        self._errands = errands
        self._names = names
        self._fresh_id = fresh_id
        self._toss = toss

    def show(self, client: Client, message: wire.LadderPage) -> None:
        """Answer with a page."""
        self._errands.answer(client, message, self._page(client, message))

    def do(self, client: Client, message: Deed) -> None:
        """Have a deed decided; only players with an account step onto the ladder."""
        self._errands.answer(client, message, self._submit(client, message))

    async def _submit(self, client: Client, message: Deed) -> None:
        if isinstance(message, wire.JoinLadder):
            replica = await looked(self._host, AggregateId("player", client.player))
            has_account = cast("Player", replica.state).identity.has_account
            require(has_account, RefusalCode.NO_ACCOUNT)
        command = self._command(client.player, message)
        have_decided(self._host, LADDER, command, client, message, self._clock.now_ms())

    def _command(self, player: str, message: Deed) -> Join | Quit | Challenge | Answer | Withdraw:
        match message:
            case wire.JoinLadder():
                return Join(player)
            case wire.LeaveLadder():
                return Quit(player)
            case wire.ChallengeUp():
                return Challenge(player, message.player, self._fresh_id())
            case wire.AnswerChallenge():
                return Answer(player, message.accept, self._toss())
            case wire.WithdrawChallenge():
                return Withdraw(player)

    async def _page(self, client: Client, message: wire.LadderPage) -> None:
        ladder = cast("Ladder", (await looked(self._host, LADDER)).state)
        first = 0 if message.after is None else _read_cursor(message.after)
        end = min(first + PAGE_ROWS, len(ladder.rungs))
        steps = ladder.steps[: -CHANGES - 1 : -1] if first == 0 else ()
        own = ladder.challenge_of(client.player)
        shown = [ladder.rungs[number].player for number in range(first, end)]
        shown += [one for step in steps for one in (step.player, step.other) if one is not None]
        await self._names.learn([*shown, *((own.player, own.opponent) if own else ())])
        you = ladder.rung_of(client.player)
        client.send(
            LadderShown(
                id=message.id,
                rows=[rung_view(ladder, number, self._names) for number in range(first, end)],
                size=len(ladder.rungs),
                you=None if you is None else you + 1,
                challenge=None if own is None else challenge_view(own, self._names),
                changes=[step_view(step, self._names) for step in steps],
                next=_write_cursor(end) if end < len(ladder.rungs) else None,
            )
        )


def _write_cursor(number: int) -> str:
    return base64.urlsafe_b64encode(b"%d" % number).decode().rstrip("=")


def _read_cursor(text: str) -> int:
    """The rung a page begins with.

    Raises:
        Refused: it is no cursor of ours.
    """
    try:
        number = int(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        number = -1
    require(number >= 0, RefusalCode.BAD_CURSOR)
    return number
