"""Answers what is asked of games, past and present, and of ratings, out of the shelf.

A search goes through one list of the catalogue, `SCANS` pages of it at most for one answer;
an answer may therefore hold fewer rows than a page, and still have a next one.
"""

from collections.abc import Awaitable, Iterable
from typing import Final, cast

from server.aggregate.spans import DAY_MS
from server.catalogue.rows import GAMES, LIVE, GameRow, read_row
from server.catalogue.search import Wanted
from server.gateway.audience import WATCHED, watcher_counts
from server.gateway.client import Client
from server.gateway.errands import Errands, looked
from server.gateway.exports import Exports
from server.gateway.ladder_desk import LADDER
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.ladder.state import Ladder
from server.players.standing import BOARD, DAYS, read_board, read_day
from server.players.state import Player
from server.session.catalogue_views import game_info, ranked, speed_ratings
from server.session.openings import opening_of
from server.store.base import AggregateId
from server.store.shelf import Place, Row, Shelf, write_cursor
from server.wire import client as wire
from server.wire import parts, server
from server.wire.limits import PAGE_ROWS

SCANS: Final = 5
SCAN_ROWS: Final = 100
PGN_GAMES: Final = 10
"""Games in one message."""
DAY_ROWS: Final = 200
SWEEP_MS: Final = 60_000
ACTIVE_DAYS: Final = {"correspondence": 90}
"""Who has not played a speed for so long is not on its leaderboard; 30 days if not listed."""
ACTIVE_DAYS_ELSE: Final = 30

Query = (
    wire.Ratings
    | wire.RatingHistory
    | wire.Leaderboard
    | wire.Games
    | wire.ExportGames
    | wire.LiveGames
)


class Library:
    """Looks things up for connections. Owned by the gateway."""

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        shelf: Shelf,
        errands: Errands,
        names: Names,
        exports: Exports,
    ) -> None:
        self._host = host
        self._clock = clock
        self._shelf = shelf
        self._errands = errands
        self._names = names
        self._exports = exports
        self._swept_ms: dict[str, int] = {}

    def ask(self, client: Client, message: Query) -> None:
        """Answer a query, once what it asks for is read."""

        async def tell() -> None:
            client.send(await self._found(client, message))

        self._errands.answer(client, message, tell())

    def _found(self, client: Client, message: Query) -> Awaitable[server.ServerMessage]:
        match message:
            case wire.Ratings():
                return self._ratings(client, message)
            case wire.RatingHistory():
                return self._history(message)
            case wire.Leaderboard():
                return self._leaderboard(client, message)
            case wire.Games():
                return self._games(message)
            case wire.ExportGames():
                return self._pgns(client, message)
            case wire.LiveGames():
                return self._live(message)

    # Ratings.

    async def _ratings(self, client: Client, message: wire.Ratings) -> server.Ratings:
        player = message.player or client.player
        replica = await looked(self._host, AggregateId("player", player))
        standings = cast("Player", replica.state).standings
        ladder = cast("Ladder", (await looked(self._host, LADDER)).state)
        rung = ladder.rung_of(player)
        return server.Ratings(
            message.id,
            player,
            speed_ratings(standings, self._clock.now_ms()),
            None if rung is None else rung + 1,
        )

    async def _history(self, message: wire.RatingHistory) -> server.RatingHistory:
        list_ = f"{message.player}.{message.speed}"
        page = await self._shelf.page(
            DAYS, list_, limit=DAY_ROWS, after=message.after, descending=True
        )
        days = [
            parts.RatingDay(day, round(row.points), row.games)
            for _, day, body in page.rows
            for row in [read_day(body)]
        ]
        return server.RatingHistory(message.id, message.player, message.speed, days, page.next)

    async def _leaderboard(self, client: Client, message: wire.Leaderboard) -> server.Leaderboard:
        speed = message.speed
        await self._sweep(speed)
        page = await self._shelf.page(
            BOARD, speed, limit=PAGE_ROWS, after=message.after, descending=True
        )
        ids = [row.id for row in page.rows]
        first = 0
        if ids:
            first = await self._shelf.rank(BOARD, speed, ids[0], descending=True) or 0
        await self._names.learn([*ids, client.player])
        rows = [
            ranked(first + number, row.id, read_board(row.body).strengths[speed], self._names)
            for number, row in enumerate(page.rows)
        ]
        return server.Leaderboard(
            message.id, speed, rows, await self._own(client, speed), page.next
        )

    async def _own(self, client: Client, speed: str) -> parts.Ranked | None:
        rank = await self._shelf.rank(BOARD, speed, client.player, descending=True)
        (body,) = await self._shelf.rows(BOARD, [client.player])
        if rank is None or body is None:
            return None
        return ranked(rank, client.player, read_board(body).strengths[speed], self._names)

    async def _sweep(self, speed: str) -> None:
        """Take those off a leaderboard who do not play; a player's next game puts it back."""
        now_ms = self._clock.now_ms()
        if now_ms - self._swept_ms.get(speed, 0) < SWEEP_MS:
            return
        self._swept_ms[speed] = now_ms
        days = ACTIVE_DAYS.get(speed, ACTIVE_DAYS_ELSE)
        horizon_ms = now_ms - days * DAY_MS
        idle = await self._shelf.page(BOARD, f"{speed}.last", limit=SCAN_ROWS, high=horizon_ms)
        for row in idle.rows:
            await self._shelf.leave(BOARD, row.id, row.body, [speed, f"{speed}.last"])

    # Games.

    async def _games(self, message: wire.Games) -> server.Games:
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
        )
        found, after = await self._search(wanted, message.after, PAGE_ROWS)
        return server.Games(message.id, await self._infos(found), after)

    async def _search(
        self, wanted: Wanted, after: str | None, limit: int
    ) -> tuple[list[tuple[str, GameRow]], str | None]:
        """Games that fit, and the cursor that goes on behind the last one looked at."""
        found: list[tuple[str, GameRow]] = []
        for _ in range(SCANS):
            page = await self._shelf.page(
                GAMES,
                wanted.list_(),
                limit=SCAN_ROWS,
                after=after,
                descending=True,
                low=wanted.from_ms,
                high=wanted.to_ms,
            )
            for number, (room, score, body) in enumerate(page.rows, start=1):
                row = read_row(body)
                if wanted.fits(row):
                    found.append((room, row))
                if len(found) == limit:
                    is_last = number == len(page.rows) and page.next is None
                    return found, None if is_last else write_cursor(Place(score, room.encode()))
            after = page.next
            if after is None:
                break
        return found, after

    async def _pgns(self, client: Client, message: wire.ExportGames) -> server.Pgns:
        wanted = Wanted(player=client.player)
        found, after = await self._search(wanted, message.after, PGN_GAMES)
        texts = [await self._exports.pgn_of(room, message.notation) for room, _ in found]
        return server.Pgns(message.id, message.notation, "\n".join(texts), len(texts), after)

    async def _live(self, message: wire.LiveGames) -> server.LiveGames:
        speed = "" if message.speed is None else f".{message.speed}"
        if message.order == "watchers":
            page = await self._shelf.page(
                WATCHED, f"all{speed}", limit=PAGE_ROWS, after=message.after, descending=True
            )
            rows = await self._live_rows(page.rows)
        else:
            list_ = f"{LIVE}{speed}" + (".new" if message.order == "newest" else "")
            page = await self._shelf.page(
                GAMES, list_, limit=PAGE_ROWS, after=message.after, descending=True
            )
            rows = [(row.id, read_row(row.body)) for row in page.rows]
        return server.LiveGames(message.id, await self._infos(rows), page.next)

    async def _live_rows(self, watched: Iterable[Row]) -> list[tuple[str, GameRow]]:
        """The games somebody watches, of those that are still played."""
        rooms = [row.id for row in watched]
        bodies = await self._shelf.rows(GAMES, rooms)
        rows = ((room, read_row(body)) for room, body in zip(rooms, bodies, strict=True) if body)
        return [(room, row) for room, row in rows if row.is_live]

    async def _infos(self, rows: list[tuple[str, GameRow]]) -> list[parts.GameInfo]:
        await self._names.learn([player for _, row in rows for player in (row.red, row.black)])
        live = [room for room, row in rows if row.is_live]
        watchers = await watcher_counts(self._shelf, live)
        return [game_info(room, row, watchers.get(room, 0), self._names) for room, row in rows]

    async def info(self, room: str) -> parts.GameInfo | None:
        """A game as it is in lists; None if it is in none."""
        (body,) = await self._shelf.rows(GAMES, [room])
        return None if body is None else (await self._infos([(room, read_row(body))]))[0]
