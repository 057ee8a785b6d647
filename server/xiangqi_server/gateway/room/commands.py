"""What the players of a room do there: their commands, and the moves that wait for their ply."""

from functools import partial

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.api.room.premove import premove
from xiangqi_server.api.room.room_messages import RoomMessage, room_command
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import Reply
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.offers import OffersHandler
from xiangqi_server.gateway.room.premoves import Premoves
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done


class RoomCommandHandler:
    """Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        rooms: RoomBroadcasters,
        premoves: Premoves,
        offers: OffersHandler,
    ) -> None:
        self._host = node.host
        self._fresh_id = node.fresh_id
        self._online_players = online_players
        self._rooms = rooms
        self._premoves = premoves
        self._offers = offers

    def sit(
        self, client: Client, message: wire.Sit | wire.AcceptChallenge, now_ms: int
    ) -> Coro | None:
        """Have the client's player, already stored, take a seat.

        In a room that is known to be no offer this waits for nothing, so what is sent next is
        decided after it.
        """
        if message.room in client.rooms:
            room = self._rooms.broadcaster(message.room).view.state
            if room.invitation.listing is None:
                self._sit(client, message, now_ms)
                return None
        return self._look_and_sit(client, message, now_ms)

    async def _look_and_sit(
        self, client: Client, message: wire.Sit | wire.AcceptChallenge, now_ms: int
    ) -> None:
        """Take a seat in a room that may be an offer.

        Raises:
            Refused: the offer does not suit the player, or its owner.
        """
        room = (await self._host.view(key(ROOM, message.room))).state
        is_offer = room.invitation.listing is not None and room.status is Status.WAITING
        rating = await self._offers.rating_to_sit(client, room) if is_offer else None
        if not client.is_gone:  # a client that comes back asks again
            self._sit(client, message, now_ms, rating)

    def _sit(
        self,
        client: Client,
        message: wire.Sit | wire.AcceptChallenge,
        now_ms: int,
        rating: int | None = None,
    ) -> None:
        has_account = self._online_players.own(client).identity.has_account
        self.submit(client, message, now_ms, has_account=has_account, rating=rating)

    def submit(
        self,
        client: Client,
        message: RoomMessage,
        arrived_ms: int,
        *,
        has_account: bool = False,
        rating: int | None = None,
    ) -> None:
        """Have a message decided by its room, and the result sent to its sender."""
        delivered_ms = 0
        if message.room in client.rooms:
            broadcaster = self._rooms.broadcaster(message.room)
            room = broadcaster.view.aggregate
            if isinstance(message, wire.Move):
                delivered_ms = broadcaster.turn_delivered_ms(message.ply)
        else:
            room = key(ROOM, message.room)
        fresh_id = self._fresh_id() if isinstance(message, wire.Offer | wire.Accept) else ""
        reply = Reply(client, message.id, message.room, self._rooms.version_of)
        self._host.submit(
            room,
            room_command(
                message,
                client.player,
                fresh_id,
                client.round_trips.lag_ms,
                delivered_ms=delivered_ms,
                has_account=has_account,
                rating=rating,
            ),
            arrived_ms=arrived_ms,
            ref=client.ref_of(message),
            answer=partial(self._rooms.after_delivery, message.room, reply),
        )

    def premove(self, client: Client, message: wire.Premove) -> Coro | None:
        """Have a move wait for its ply, unless it has been played already.

        Raises:
            Refused: it cannot wait for this ply.
        """
        view, ref = self._rooms.broadcaster(message.room).view, client.ref_of(message)
        played = view.version_of(ref)
        if played is not None:
            client.send(Done(message.id, message.room, played))
            return None
        now_ms = self._host.parts.now_ms(view.aggregate)
        waiting = premove(view.state, client.player, message, ref.id, now_ms)
        return self._kept(client, message, self._premoves.set(view, client.player, waiting))

    def cancel_premove(self, client: Client, message: wire.CancelPremove) -> Coro:
        """Have the player's move wait no longer."""
        view = self._rooms.broadcaster(message.room).view
        return self._kept(client, message, self._premoves.cancel(view, client.player))

    async def _kept(
        self, client: Client, message: wire.Premove | wire.CancelPremove, work: Coro
    ) -> None:
        await work
        client.send(Done(message.id, message.room))
