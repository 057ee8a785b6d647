"""Finding an opponent by days among the offers, or waiting there for one.

Theory of operation. There is no pool but the rooms in the list of offers. A player sits down at the
nearest that suits both. Without one the player opens a room, writes its row, and looks once more.
Of two players doing so at once, on any two nodes, at least one sees the other's row. Then the
younger offer is withdrawn and its owner sits down at the older one. The rooms decide which of them
came first, so a seat is taken once; a player that came too late begins again.
"""

from typing import Any, Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Open, RoomEvent, Sit, WithdrawChallenge
from xiangqi_server.aggregates.room.offer_row import (
    OFFERS,
    OfferRow,
    put_offer,
    read_row,
    row_of,
    terms_list,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.names.ids import id_by_command
from xiangqi_server.api.offers import are_apart, suitable
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.invitations import Count
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.wire import client as wire

TRIES: Final = 8
LOOKED_AT: Final = 50
"""How many offers on each side of one's rating are looked at."""
LATEST_GAMES: Final = 8
"""Among so many of the player's latest games that of an earlier copy of the command is sought."""

Found = View[Room, RoomEvent]


class AutoMatch:
    """Owned by the handler of offers.

    Args:
        count: counts a room that a client opens.
    """

    def __init__(self, node: Node, count: Count) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._row_store = node.row_store
        self._count = count

    async def find(self, client: Client, message: wire.OfferByDays, mine: Open) -> Found:
        """The room of a game that an offer led to, or the own one that waits now.

        Raises:
            Refused: it is one too many, or others were faster each time.
            StoreUnavailable: the command may be sent again.
        """
        ref = client.ref_of(message)
        found = await self._found_before(client, ref)
        for number in range(TRIES) if found is None else ():
            found = await self._taken(client, message, mine, ref)
            if found is None:
                found = await self._opened(client, message, mine, ref, number)
            if found is not None:
                break
        if found is None:
            raise Refused(CommonRefusal.UNAVAILABLE)
        return found

    async def _found_before(self, client: Client, ref: CommandRef) -> Found | None:
        """The room that an earlier copy of the command has led to."""
        own = [id_by_command(client.token_hash, ref.id, number) for number in range(TRIES)]
        games = (await self._aggregates.player(client.player)).open_games.games
        for room in [*own, *list(games)[-LATEST_GAMES:]]:
            view = await self._room(room)
            is_open = view.state.status not in (Status.EMPTY, Status.OVER)
            if is_open and view.version_of(ref) is not None:
                return view
        return None

    async def _room(self, room: str) -> Found:
        return await self._host.view(key(ROOM, room))

    async def _rows(self, mine: Open) -> list[tuple[str, OfferRow]]:
        """The offers on the same terms, those whose ratings are nearest."""
        rating = 0 if mine.listing is None else mine.listing.rating
        places: tuple[dict[str, Any], ...] = (
            {"high": rating, "descending": True},
            {"low": rating + 1},
        )
        list_ = terms_list(mine.terms)
        pages = [
            await self._row_store.page(OFFERS, list_, limit=LOOKED_AT, partly=True, **place)
            for place in places
        ]
        return [(row.id, read_row(row.body)) for page in pages for row in page.rows]

    async def _taken(
        self, client: Client, message: wire.OfferByDays, mine: Open, ref: CommandRef
    ) -> Found | None:
        """The room of an offer of somebody else in which the player sits now."""
        rows = await self._rows(mine)
        owners = {room: row.player for room, row in rows}
        player = await self._aggregates.player(client.player)
        rating = None if mine.listing is None else mine.listing.rating
        sit = Sit(client.player, player.identity.has_account, rating=rating)
        for room in suitable(rows, message, mine):
            if are_apart(player, await self._aggregates.player(owners[room])):
                continue
            try:
                await self._aggregates.decided(key(ROOM, room), sit, ref)
            except Refused:  # somebody was faster, or it was withdrawn
                continue
            return await self._room(room)
        return None

    async def _opened(
        self, client: Client, message: wire.OfferByDays, mine: Open, ref: CommandRef, number: int
    ) -> Found | None:
        """The player's own room, if no older offer suits by then; else None, and it is closed."""
        at = key(ROOM, id_by_command(client.token_hash, ref.id, number))
        if (await self._room(at.id)).head.version > 0:
            return None
        if client.is_gone:  # a client that comes back asks again
            raise Refused(CommonRefusal.UNAVAILABLE)
        self._count(client, mine, at.id)
        await self._aggregates.decided(at, mine, ref)
        view = await self._room(at.id)
        row = row_of(view.state)
        if row is None or not await self._is_younger(at.id, row, message, mine):
            return view
        try:
            await self._aggregates.decided(at, WithdrawChallenge(client.player))
        except Refused:  # somebody sits there
            return view
        return None

    async def _is_younger(
        self, room: str, row: OfferRow, message: wire.OfferByDays, mine: Open
    ) -> bool:
        """Whether an offer that suits stood before that of a room, whose row is written first.

        The effect of its opening writes the same row once more.
        """
        put = put_offer(room, row)
        await self._row_store.put(OFFERS, room, 1, put.body, places=put.places, words={})
        rows = await self._rows(mine)
        suited = set(suitable(rows, message, mine))
        return any(
            other in suited and (theirs.opened_ms, other) < (row.opened_ms, room)
            for other, theirs in rows
        )
