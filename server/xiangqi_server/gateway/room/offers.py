"""Offers of games by days: opening one, the list of them, and sitting down.

An offer is a room that waits, so it outlives every connection and every node. The list is the read
model's; only the room decides whether its seat is free.
"""

from functools import partial

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Open
from xiangqi_server.aggregates.room.offer_row import ALL, OFFERS, player_list, read_row
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.offers import are_apart, offer_view, opened_offer, require_suited
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.room.auto_match import AutoMatch
from xiangqi_server.gateway.room.invitations import Invitations
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.limits import OFFERS_BY_DAYS
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts
from xiangqi_server.wire.limits import PAGE_ROWS
from xiangqi_server.wire.server import Done, OffersByDays


class OffersHandler:
    """Owned by the gateway."""

    def __init__(self, node: Node, online_players: OnlinePlayers, invitations: Invitations) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._names = node.names
        self._row_store = node.row_store
        self._toss = node.toss
        self._online_players = online_players
        self._invitations = invitations
        self._auto_match = partial(AutoMatch, node)

    def offer(self, client: Client, message: wire.OfferByDays, arrived_ms: int) -> Coro:
        """Open the room of an offer, or have the player sit down at that of another.

        Raises:
            Refused: nobody could take it.
        """
        player = self._online_players.own(client)
        command = opened_offer(message, player, self._toss(), self._clock.now_ms())
        return self._offer(client, message, command, arrived_ms)

    async def _offer(
        self, client: Client, message: wire.OfferByDays, command: Open, arrived_ms: int
    ) -> None:
        open_ = await self._row_store.count(OFFERS, player_list(client.player))

        def count(client: Client, command: Open, room: str) -> None:
            require(open_ < OFFERS_BY_DAYS.most, CommonRefusal.LIMIT_REACHED)
            self._invitations.count(client, command, room)

        if not message.match:
            await self._invitations.open(client, message, command, arrived_ms, count)
            return
        found = await self._auto_match(count).find(client, message, command)
        head = found.head
        client.send(Done(message.id, found.aggregate.id, head.version, head.digest.hex()))

    async def rating_to_sit(self, client: Client, room: Room) -> int:
        """The rating with which a client's player takes an offer.

        Raises:
            Refused: it does not suit the player, or its owner.
        """
        player = await self._aggregates.player(client.player)
        require_suited(player, await self._aggregates.player(room.seats.taken()[0]))
        return self._rating(player)

    def _rating(self, player: Player) -> int:
        now_ms = self._clock.now_ms()
        return round(player.ratings.rating_now(Speed.CORRESPONDENCE.value, now_ms).points)

    async def show(self, client: Client, message: wire.OffersByDays) -> OffersByDays:
        """A page of the list.

        Raises:
            BadCursor: the page begins nowhere.
        """
        reader = self._online_players.player(client.player) or Player.empty(client.player)
        list_ = player_list(client.player) if message.mine else ALL
        page = await self._row_store.page(
            OFFERS, list_, limit=PAGE_ROWS, after=message.after, descending=True, partly=True
        )
        rows = [(row.id, read_row(row.body)) for row in page.rows]
        await self._names.learn(row.player for _, row in rows)
        shown = [
            self._view(room, offer_view(room, row, self._names))
            for room, row in rows
            if not self._is_hidden(reader, row.player)
        ]
        return OffersByDays(message.id, shown, self._rating(reader), page.next, page.is_partial)

    def _view(self, room: str, info: parts.OfferInfo) -> parts.OfferInfo:
        return earlier(info, self._host.parts.clock_offset_ms(key(ROOM, room)))

    def _is_hidden(self, reader: Player, owner: str) -> bool:
        """Whether a reader does not see an offer, as if it were not there."""
        other = self._names.player(owner)
        return other is not None and are_apart(reader, other)
