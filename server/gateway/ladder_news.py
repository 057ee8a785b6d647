"""What happens on the ladder, told to those who look at it and to those whom it concerns."""

from collections.abc import Iterable
from functools import partial
from typing import cast

from server.gateway.client import Client
from server.gateway.ladder_desk import LADDER
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.ladder.messages import Accepted, Challenged, Closed, LadderEvent
from server.ladder.state import Ladder, Step
from server.session.catalogue_views import challenge_view, step_view
from server.wire.server import LadderChanged


class LadderNews:
    """The connections of this node that hear of the ladder; a watcher of it while there are any.

    Those who follow hear everything; all others with an account, what they have a part in.
    """

    def __init__(self, host: AggregateHost, names: Names) -> None:
        self._host = host
        self._names = names
        self._clients: dict[str, set[Client]] = {}
        self._followers: set[Client] = set()
        self._replica: Replica | None = None
        self._before = Ladder()

    def met(self, client: Client) -> None:
        """The player of a connection has an account: tell it who waits for its answer."""
        self._clients.setdefault(client.player, set()).add(client)
        self._host.look(LADDER, partial(self._seen, client))

    def follow(self, client: Client) -> None:
        """Tell a connection everything from now on."""
        self._followers.add(client)
        self._host.look(LADDER, self._watch)

    def gone(self, client: Client) -> None:
        """The connection is gone."""
        self._followers.discard(client)
        clients = self._clients.get(client.player, set())
        clients.discard(client)
        if not clients:
            self._clients.pop(client.player, None)
        if self._replica is not None and not self._clients and not self._followers:
            self._host.unwatch(self._replica, self)
            self._replica = None

    # The host calls these.

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell each change to whom it concerns."""
        for change in changes:
            before, self._before = self._before, cast("Ladder", change.state)
            event = cast("LadderEvent", change.stamped.event)
            concerned = _concerned(event, before)
            clients = {one for who in concerned for one in self._clients.get(who, ())}
            is_news = self._before.steps != before.steps
            step = self._before.steps[-1] if is_news else None
            self._tell(clients | self._followers, self._before, step)

    def replaced(self, replica: Replica) -> None:
        """Take the other branch; it is told with the next change."""
        self._replica, self._before = replica, cast("Ladder", replica.state)

    def _seen(self, client: Client, replica: Replica | None) -> None:
        self._watch(replica)
        if replica is None or client.is_gone:
            return
        ladder = cast("Ladder", replica.state)
        one = ladder.challenge_of(client.player)
        if one is not None and one.opponent == client.player and one.until_ms:
            self._tell((client,), ladder, None)

    def _watch(self, replica: Replica | None) -> None:
        has_listeners = self._clients or self._followers
        if replica is not None and self._replica is None and has_listeners:
            self._replica, self._before = replica, cast("Ladder", replica.state)
            self._host.watch(replica, self)

    def _tell(self, clients: Iterable[Client], ladder: Ladder, step: Step | None) -> None:
        """Tell how the ladder is for each of these, once all in it are known by name."""
        listeners = tuple(clients)
        own = [one for client in listeners if (one := ladder.challenge_of(client.player))]
        people = {who for one in own for who in (one.player, one.opponent)}
        people |= {who for who in (step.player, step.other) if who} if step else set()

        def known() -> None:
            for client in listeners:
                if not client.is_gone:
                    client.send(self._view(client, ladder, step))

        self._names.when_known(people, known)

    def _view(self, client: Client, ladder: Ladder, step: Step | None) -> LadderChanged:
        rung, one = ladder.rung_of(client.player), ladder.challenge_of(client.player)
        return LadderChanged(
            change=None if step is None else step_view(step, self._names),
            you=None if rung is None else rung + 1,
            challenge=None if one is None else challenge_view(one, self._names),
        )


def _concerned(event: LadderEvent, before: Ladder) -> tuple[str, ...]:
    """Who has a part in an event that happens to a ladder."""
    match event:
        case Challenged(_, player, opponent):
            return player, opponent
        case Accepted(id_) | Closed(id_):
            one = before.challenges.get(id_)
            return () if one is None else (one.player, one.opponent)
        case _:
            return (event.player,)
