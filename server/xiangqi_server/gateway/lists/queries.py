"""Answers questions about games, past and present, and ratings, from the read model."""

import asyncio
from collections.abc import Sequence
from typing import Final

from xiangqi_server.aggregates.players.ratings import DAYS, Ratings, read_day
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.views.games_views import game_info
from xiangqi_server.api.views.openings import opening_of
from xiangqi_server.api.views.ratings_views import ranked, speed_ratings
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.waiting_places import WaitingPlaces
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.shared_answers import SharedAnswers
from xiangqi_server.gateway.lists.ladder_broadcaster import LADDER
from xiangqi_server.gateway.lists.live_positions import LivePositions
from xiangqi_server.gateway.lists.viewer_counts import WATCHED, watched_list, watcher_counts
from xiangqi_server.gateway.room.exports.export_queue import RETRY_MS, ExportQueue
from xiangqi_server.gateway.room.exports.game_texts import GameTexts
from xiangqi_server.kernel.store.rows import Page
from xiangqi_server.limits import SEARCHED, SEARCHED_OF_ADDRESS, SEARCHERS, SEARCHERS_OF_ONE
from xiangqi_server.read_model.game_rows import live_list
from xiangqi_server.read_model.game_search import Wanted
from xiangqi_server.read_model.games import FoundGame, Games
from xiangqi_server.read_model.leaderboard import Leaderboard, RankedPlayer
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.limits import PAGE_ROWS

PGN_GAMES: Final = 10
"""How many games one message holds."""
DAY_ROWS: Final = 200


class Queries:
    """Looks things up for connections: each function gives the answer. Owned by the gateway."""

    def __init__(self, node: Node, texts: GameTexts, positions: LivePositions) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._row_store = node.row_store
        self._boards = Leaderboard(node.row_store)
        self._archive = Games(node.row_store)
        self._searches = node.address_limits.senders(SEARCHED, SEARCHED_OF_ADDRESS)
        self._searching = asyncio.Lock()
        self._searchers = WaitingPlaces(SEARCHERS.most, SEARCHERS_OF_ONE.most, RETRY_MS)
        self._exporters = ExportQueue()
        self._names = node.names
        self._texts = texts
        self._positions = positions
        now_ms = node.clock.now_ms
        self._board_pages: SharedAnswers[Page[RankedPlayer]]
        self._board_pages = SharedAnswers(now_ms, lambda page: not page.is_partial)
        self._live_pages: SharedAnswers[Page[parts.GameInfo]]
        self._live_pages = SharedAnswers(now_ms, lambda page: not page.is_partial)

    # Ratings.

    async def ratings(self, client: Client, message: wire.Ratings) -> server.Ratings:
        """How strong a player is."""
        player = message.player or client.player
        ratings = (await self._aggregates.player(player)).ratings
        ladder = (await self._host.view(LADDER)).state
        rung = ladder.rung_of(player)
        await self._names.learn([player])
        shown = shown_rating(ratings, player, self._names, client.player) or Ratings()
        return server.Ratings(
            message.id,
            player,
            speed_ratings(shown, self._clock.now_ms()),
            None if rung is None else rung + 1,
            hidden=ratings.is_hidden,
        )

    async def rating_history(
        self, client: Client, message: wire.RatingHistory
    ) -> server.RatingHistory:
        """How a rating went, day by day; no days if its player hides it from the one who asks.

        Raises:
            BadCursor: the page begins nowhere.
        """
        await self._names.learn([message.player])
        list_ = f"{message.player}.{message.speed}"
        page = await self._row_store.page(
            DAYS, list_, limit=DAY_ROWS, after=message.after, descending=True, partly=True
        )
        days = [
            parts.RatingDay(day, round(row.points), row.games)
            for _, day, body in page.rows
            for row in [read_day(body)]
        ]
        days = shown_rating(days, message.player, self._names, client.player) or []
        next_ = page.next if days else None
        return server.RatingHistory(
            message.id, message.player, message.speed, days, next_, page.is_partial
        )

    async def leaderboard(self, client: Client, message: wire.Leaderboard) -> server.Leaderboard:
        """The strongest players of a speed."""
        speed, now_ms = message.speed, self._clock.now_ms()
        page = await self._board_pages.get(
            (speed, message.after),
            lambda: self._boards.page(speed, now_ms, limit=PAGE_ROWS, after=message.after),
        )
        asks = client.player  # "" for a program without a token
        own = await self._boards.place_of(speed, asks) if asks else None
        people = [place.player for place in page.rows]
        await self._names.learn([*people, *([asks] if own else [])])
        rows = [ranked(*place, self._names) for place in page.rows]
        you = None if own is None else ranked(*own, self._names)
        return server.Leaderboard(message.id, speed, rows, you, page.next, page.is_partial)

    # Games.

    async def _search(
        self, client: Client, wanted: Wanted, after: str | None, *, limit: int, partly: bool = True
    ) -> Page[FoundGame]:
        """Search the archive, one search at a time: each may go through hundreds of games.

        Raises:
            Refused: it is one too many.
        """
        with self._searchers.place(client.player or client.address):
            self._searches.count(client.player, client.address, self._clock.now_ms())
            async with self._searching:
                return await self._archive.search(wanted, limit=limit, after=after, partly=partly)

    async def games(self, client: Client, message: wire.Games) -> server.Games:
        """Games that are over."""
        wanted = Wanted(
            message.player,
            message.opponent,
            message.result,
            message.rules,
            message.speed,
            message.rated,
            message.opening or opening_of(message.moves),
            message.from_ms,
            message.to_ms,
            message.tournament,
        )
        found = await self._search(client, wanted, message.after, limit=PAGE_ROWS)
        infos = await self._infos(found.rows)
        return server.Games(message.id, infos, found.next, found.is_partial)

    async def export(self, client: Client, message: wire.ExportGames) -> server.Pgns:
        """Some of the player's own games as one file."""
        wanted = Wanted(player=client.player)
        with self._exporters.place(client.player):
            found = await self._search(client, wanted, message.after, limit=PGN_GAMES, partly=False)
            texts = [await self._texts.pgn(room, message.notation) for room, _ in found.rows]
        return server.Pgns(message.id, message.notation, "\n".join(texts), len(texts), found.next)

    async def live_games(self, _: Client, message: wire.LiveGames) -> server.LiveGames:
        """Games that are being played."""
        asked = (message.order, message.speed, message.after)
        page = await self._live_pages.get(asked, lambda: self._live_page(message))
        return server.LiveGames(message.id, list(page.rows), page.next, page.is_partial)

    async def _live_page(self, message: wire.LiveGames) -> Page[parts.GameInfo]:
        if message.order == "watchers":
            list_ = watched_list(message.speed)
            page = await self._row_store.page(
                WATCHED, list_, limit=PAGE_ROWS, after=message.after, descending=True, partly=True
            )
            watched = await self._archive.of([row.id for row in page.rows])
            is_live = [game for game in watched if game.row.is_live]
            found = Page(is_live, page.next, page.is_partial)
        else:
            list_ = live_list(message.speed, newest=message.order == "newest")
            found = await self._archive.page(list_, limit=PAGE_ROWS, after=message.after)
        return Page(await self._infos(found.rows), found.next, found.is_partial)

    async def _infos(self, games: Sequence[FoundGame]) -> list[parts.GameInfo]:
        await self._names.learn([player for _, row in games for player in (row.red, row.black)])
        live = [room for room, row in games if row.is_live]
        watchers = await watcher_counts(self._row_store, live)
        boards = await self._positions.of(live)
        return [
            game_info(room, row, watchers.get(room, 0), self._names, boards.get(room))
            for room, row in games
        ]

    async def info(self, room: str) -> parts.GameInfo | None:
        """A game as lists show it; None if it is not in any."""
        found = await self._archive.of([room])
        return (await self._infos(found))[0] if found else None
