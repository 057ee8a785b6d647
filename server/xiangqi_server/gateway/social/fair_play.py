"""How a reported player plays, beside other games of like strength: for operators alone."""

from collections.abc import Sequence

from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.fair_play import GAMES, NEAR_POINTS, PEERS, Measured, compared, figures_of
from xiangqi_server.api.names.naming import player_ref
from xiangqi_server.api.reviews import state_name
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.read_model.game_rows import GameRow
from xiangqi_server.read_model.game_search import Wanted
from xiangqi_server.read_model.games import SCAN_ROWS, SCANS, FoundGame, Games
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts, server


class FairPlayHandler:
    """Reads games and their reviews, one after another. Part of the social handler."""

    def __init__(self, node: Node, operators: Operators) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._names = node.names
        self._archive = Games(node.row_store)
        self._operators = operators

    async def show(self, client: Client, message: wire.FairPlay) -> server.FairPlay:
        """Compare a player's games with others.

        Raises:
            Refused: this is no operator.
            StoreUnavailable: there is no store.
        """
        asker = await self._aggregates.player(client.player)
        require(self._operators.is_operator(asker), CommonRefusal.NOT_ALLOWED)
        speed = message.speed or await self._latest_speed(message.player)
        found = await self._found(message.player, speed, GAMES) if speed else []
        if not found:
            return server.FairPlay(message.id, message.player, speed, 0, 0, [])
        points = _points(found[0].row, _side(found[0].row, message.player)) or 0
        peers = await self._peers(message.player, speed, points)
        await self._names.learn({who for _, row in found for who in (row.red, row.black)})
        games = [await self._game(game, message.player, peers) for game in found]
        return server.FairPlay(message.id, message.player, speed, points, len(peers), games)

    async def _latest_speed(self, player: str) -> Speed | None:
        found = await self._found(player, None, 1)
        return Speed(found[0].row.speed) if found else None

    async def _found(
        self, player: str | None, speed: Speed | None, limit: int
    ) -> Sequence[FoundGame]:
        wanted = Wanted(player, speed=speed, rated=True)
        return (await self._archive.search(wanted, limit=limit, after=None)).rows

    async def _peers(self, player: str, speed: Speed | None, points: int) -> list[Measured]:
        """The figures of others of like strength in the latest games of a speed."""
        latest = await self._found(None, speed, SCANS * SCAN_ROWS)
        near = [
            (room, side)
            for room, row in latest
            for side in Side
            if player != (row.red, row.black)[side] and _is_near(_points(row, side), points)
        ]
        return [figures_of(*await self._read(room), side) for room, side in near[:PEERS]]

    async def _game(
        self, found: FoundGame, player: str, peers: Sequence[Measured]
    ) -> parts.FairPlayGame:
        room, review = await self._read(found.room)
        side = _side(found.row, player)
        opponent = (found.row.red, found.row.black)[side.opponent]
        return parts.FairPlayGame(
            found.room,
            side_name(side),
            player_ref(opponent, self._names),
            found.row.ended_ms,
            state_name(review, self._clock.now_ms()),
            compared(figures_of(room, review, side), peers),
        )

    async def _read(self, id_: str) -> tuple[Room, Review]:
        room: Room = (await self._host.view(key(ROOM, id_))).state
        review: Review = (await self._host.view(key(REVIEW, id_))).state
        return room, review


def _side(row: GameRow, player: str) -> Side:
    return Side.RED if row.red == player else Side.BLACK


def _points(row: GameRow, side: Side) -> int | None:
    return (row.red_points, row.black_points)[side]


def _is_near(points: int | None, own: int) -> bool:
    return points is not None and abs(points - own) <= NEAR_POINTS
