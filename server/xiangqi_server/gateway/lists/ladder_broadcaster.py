"""What happens on the ladder, sent to its viewers and to the players concerned."""

from collections.abc import Iterable
from typing import Final

from xiangqi_server.aggregates.ladder import kind
from xiangqi_server.aggregates.ladder.messages import LadderEvent
from xiangqi_server.aggregates.ladder.state import LADDER_ID, Ladder, Step, players_concerned
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.ladder_views import challenge_view, step_view
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.wire.server import LadderChanged

LADDER: Final = key(kind.LADDER, LADDER_ID)


class LadderBroadcaster:
    """The connections of this node that hear of the ladder; its watcher while there are any.

    Those that follow the ladder hear everything; all others with an account, what concerns
    their player.
    """

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._tasks = node.tasks
        self._names = node.names
        self._clients: dict[str, set[Client]] = {}
        self._followers: set[Client] = set()
        self._view: View[Ladder, LadderEvent] | None = None
        self._before = Ladder()

    def on_account(self, client: Client) -> None:
        """The player of a connection has an account: tell it of a challenge that waits for it."""
        self._clients.setdefault(client.player, set()).add(client)
        self._tasks.start(self._show_challenge(client))

    async def follow(self, client: Client) -> None:
        """Tell a connection everything from now on.

        Raises:
            StoreUnavailable: there is no store.
        """
        if not client.is_gone:
            self._followers.add(client)
            await self._watch()

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self._followers.discard(client)
        clients = self._clients.get(client.player, set())
        clients.discard(client)
        if not clients:
            self._clients.pop(client.player, None)
        if self._view is not None and not self._clients and not self._followers:
            self._host.unwatch(self._view, self)
            self._view = None

    # The host calls these.

    def changed(self, changes: tuple[Change[Ladder, LadderEvent], ...]) -> None:
        """Send each change to the connections that it concerns."""
        for change in changes:
            before, self._before = self._before, change.state
            concerned = players_concerned(change.stamped.event, before)
            clients = {listener for who in concerned for listener in self._clients.get(who, ())}
            is_news = self._before.steps != before.steps
            step = self._before.steps[-1] if is_news else None
            self._tell(clients | self._followers, self._before, step)

    def replaced(self) -> None:
        """The other branch is sent with the next change."""
        if self._view is not None:
            self._before = self._view.state

    async def _show_challenge(self, client: Client) -> None:
        ladder = await self._watch()
        challenge = ladder.challenge_of(client.player)
        if challenge is not None and challenge.opponent == client.player and challenge.until_ms:
            self._tell((client,), ladder, None)

    async def _watch(self) -> Ladder:
        """Watch the ladder if any connection is to hear of it; gives the ladder as it stands."""
        view = await self._host.view(LADDER)
        if self._view is None and (self._clients or self._followers):
            self._view, self._before = view, view.state
            self._host.watch(view, self)
        return view.state

    def _tell(self, clients: Iterable[Client], ladder: Ladder, step: Step | None) -> None:
        """Tell each of these clients how the ladder stands for it, once all names are known."""
        listeners = tuple(clients)
        own = [
            challenge for client in listeners if (challenge := ladder.challenge_of(client.player))
        ]
        people = {who for challenge in own for who in (challenge.player, challenge.opponent)}
        people |= {who for who in (step.player, step.other) if who} if step else set()
        if self._names.at_hand(people):
            self._tell_known(listeners, ladder, step)
        else:
            self._tasks.start(self._tell_when_known(people, listeners, ladder, step))

    async def _tell_when_known(
        self, people: set[str], listeners: tuple[Client, ...], ladder: Ladder, step: Step | None
    ) -> None:
        await self._names.learn(people)
        self._tell_known(listeners, ladder, step)

    def _tell_known(self, listeners: tuple[Client, ...], ladder: Ladder, step: Step | None) -> None:
        for client in listeners:
            if not client.is_gone:
                client.send(self._shown(client, ladder, step))

    def _shown(self, client: Client, ladder: Ladder, step: Step | None) -> LadderChanged:
        rung, challenge = ladder.rung_of(client.player), ladder.challenge_of(client.player)
        told = LadderChanged(
            change=None if step is None else step_view(step, self._names),
            you=None if rung is None else rung + 1,
            challenge=None if challenge is None else challenge_view(challenge, self._names),
        )
        return earlier(told, self._host.parts.clock_offset_ms(LADDER))
