"""What a messenger may know of games, people, tournaments and TV, to show beside their links."""

from typing import Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tv.state import TOP
from xiangqi_server.api.views.previews import (
    DrawnPosition,
    LinkPreview,
    game_preview,
    player_preview,
    shown_of,
    tournament_preview,
    tv_preview,
)
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.lists.tv import TV
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.kernel.host.view import key
from xiangqi_server.read_model.game_rows import GAMES, player_list, playing_list
from xiangqi_server.wire.terms import Language

PLAYER_ID_CHARS: Final = 16


class LinkPreviews:
    """Looks at what a link shows, as spectators know it. Owned by the gateway.

    Each function gives None where there is no such thing, and raises `StoreUnavailable` where
    that cannot be known.
    """

    def __init__(self, node: Node, rooms: RoomBroadcasters, standings: KnownStandings) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._row_store = node.row_store
        self._names = node.names
        self._rooms = rooms
        self._standings = standings

    async def game(self, room: str, ply: int | None, language: Language) -> LinkPreview | None:
        """A game as it stands, or after a ply that spectators know."""
        told = await self._told(room)
        if told is None:
            return None
        state, plies = told
        await self._names.learn(tuple(state.seats.taken()))
        shown_ply = ply if ply is not None and ply <= plies else None
        return game_preview(state, plies, self._names, language, ply=shown_ply)

    async def shown(self, room: str, ply: int | None) -> DrawnPosition | None:
        """The position of a game for its picture; None also after a later ply than they know."""
        told = await self._told(room)
        if told is None:
            return None
        state, plies = told
        at = plies if ply is None else ply
        return shown_of(state.game, at) if at <= plies else None

    async def player(self, name: str, language: Language) -> LinkPreview | None:
        """A player, by id or by name, with the game that is played or was played last."""
        id_: str | None = name
        if len(name) != PLAYER_ID_CHARS or not (await self._aggregates.player(name)).is_registered:
            id_ = (await self._aggregates.claim_of(name)).holder
        player = None if id_ is None else await self._aggregates.player(id_)
        if player is None or not player.is_registered:
            return None
        games = [
            row.id
            for list_ in (playing_list(player.id), player_list(player.id))
            for row in (
                await self._row_store.page(GAMES, list_, limit=1, descending=True, partly=True)
            ).rows
        ]
        return player_preview(player, next(iter(games), None), language)

    async def tournament(self, id_: str, language: Language) -> LinkPreview | None:
        """A tournament, with the game of its first board."""
        aggregate = key(TOURNAMENT, id_)
        if not (await self._host.history.head(aggregate)).version:
            return None
        standings = await self._standings.of((await self._host.view(aggregate)).state)
        await self._names.learn([entrant.player for entrant in standings.order[:1]])
        return tournament_preview(standings, self._names, language)

    async def tv(self, language: Language) -> LinkPreview:
        """TV, with the game that its first channel showed last."""
        room = (await self._host.view(TV)).state.shown.get(TOP)
        return tv_preview(None if room is None else await self.game(room, None, language), language)

    async def _told(self, room: str) -> tuple[Room, int] | None:
        """A game, and how many of its plies spectators know; None if there is no such game.

        In a game with a delay these are those that this node has sent, and none while this node has
        no spectator of it.
        """
        aggregate = key(ROOM, room)
        if not (await self._host.history.head(aggregate)).version:
            return None
        broadcaster = self._rooms.loaded(room)
        known = None if broadcaster is None else broadcaster.knowledge.of_spectators()
        if known is not None:
            return known.room, known.room.game.ply
        state = (await self._host.view(aggregate)).state
        is_late = state.terms.delay_ms > 0 and state.outcome is None
        return state, 0 if is_late else state.game.ply
