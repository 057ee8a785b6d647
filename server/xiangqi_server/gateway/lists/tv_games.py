"""Which running games TV could show now: read from lists, rooms, and players' presence."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import MAX_DELAY_MS
from xiangqi_server.aggregates.tv.scoring import (
    ABSENT_MS,
    COMPUTER,
    IDLE_MS,
    RULINGS,
    TOURNAMENT,
    Candidate,
    best_of,
    has_just_ended,
    has_ruling_ahead,
    is_alive,
    score_of,
)
from xiangqi_server.aggregates.tv.state import TOP, Programme, Tune
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.lists.viewer_counts import watcher_counts
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.read_model.game_rows import (
    GAMES,
    LIVE_COMPUTER,
    LIVE_TOURNAMENT,
    live_list,
    read_row,
)

SPEEDS: Final = {speed.value: live_list(speed.value) for speed in IDLE_MS}
"""Channel -> the list of its games, the strongest first; ``top`` shows the best of them all."""
LISTS: Final = {**SPEEDS, COMPUTER: LIVE_COMPUTER, TOURNAMENT: LIVE_TOURNAMENT}
"""All channels that have a list; in that of rulings may be any game that was found in these."""
PAGE_ROWS: Final = 8
PAGES: Final = 4
"""How many pages of a list are gone through for a game that is alive."""
REMEMBERED_MS: Final = ABSENT_MS + MAX_DELAY_MS
"""When a player was last seen matters for so long."""

_Known = dict[str, Candidate | None]
"""What was found out about rooms in one go; None for a room about which nothing is known."""


class TvGames:
    """Part of the broadcaster of TV.

    Args:
        seen: gives those of some players that any node sees.
    """

    def __init__(
        self, node: Node, seen: Callable[[Collection[str]], Awaitable[frozenset[str]]]
    ) -> None:
        self._host = node.host
        self._clock = node.clock
        self._row_store = node.row_store
        self._seen = seen
        self._seen_ms: dict[str, int] = {}

    async def tune(self, shown: Mapping[str, str]) -> Tune:
        """What this node proposes.

        Args:
            shown: channel -> room of the game it shows.
        """
        known: _Known = {}
        found = [(channel, await self._best(list_, known)) for channel, list_ in LISTS.items()]
        best = {channel: programme for channel, programme in found if programme is not None}
        of_people = [best[channel] for channel in SPEEDS if channel in best]
        top = best_of({programme.room: programme.score for programme in of_people})
        if top is not None:
            best[TOP] = top
        now = await self._scores({*shown.values()}, known)
        warned = best_of(await self._warned(known))
        if warned is not None:
            best[RULINGS] = warned
        for channel, room in shown.items():
            rematch = await self._rematch(room, known)
            if rematch is not None:
                best[channel] = rematch
                now.pop(room, None)
        return Tune(best, now, self._strayed(shown.get(RULINGS), known))

    @staticmethod
    def _strayed(ruled: str | None, known: _Known) -> frozenset[str]:
        """The channel of rulings, if no warning stands any more in the game that it shows."""
        game = None if ruled is None else known[ruled]
        return frozenset(() if game is None or has_ruling_ahead(game.room) else (RULINGS,))

    async def _warned(self, known: _Known) -> dict[str, int]:
        """How good those of the games are in which a warning stands."""
        rooms = [id_ for id_, game in known.items() if game and has_ruling_ahead(game.room)]
        return await self._scores(rooms, known, alive=True)

    async def _best(self, list_: str, known: _Known) -> Programme | None:
        """The best game of the first page of a list that has one that is alive."""
        after: str | None = None
        for _ in range(PAGES):
            page = await self._row_store.page(
                GAMES, list_, limit=PAGE_ROWS, after=after, descending=True, partly=True
            )
            best = best_of(await self._scores([row.id for row in page.rows], known, alive=True))
            after = page.next
            if best is not None or after is None:
                return best
        return None

    async def _rematch(self, room: str, known: _Known) -> Programme | None:
        """The rematch of a game that is over, if it has begun."""
        game = known[room]
        rematch = None if game is None else game.room.series.next
        return best_of(await self._scores([rematch] if rematch else [], known, alive=True))

    async def _scores(
        self, rooms: Collection[str], known: _Known, *, alive: bool = False
    ) -> dict[str, int]:
        """How good each game is, of those that are alive or, unless asked for them, just over."""
        await self._learn([room for room in rooms if room not in known], known)
        scores = {}
        for room in rooms:
            game, now_ms = known[room], self._host.parts.now_ms(key(ROOM, room))
            if game is None:
                continue
            if is_alive(game, now_ms) or (not alive and has_just_ended(game.room, now_ms)):
                scores[room] = score_of(game, now_ms)
        return scores

    async def _learn(self, ids: Sequence[str], known: _Known) -> None:
        """Find out about rooms."""
        bodies = await self._row_store.rows(GAMES, ids, partly=True)
        watchers = await watcher_counts(self._row_store, ids)
        rooms = await asyncio.gather(*map(self._room, ids))
        await self._see([player for room in rooms if room for player in room.seats.taken()])
        for id_, body, room in zip(ids, bodies, rooms, strict=True):
            known[id_] = None
            if body is not None and room is not None:
                points, unseen_ms = read_row(body).points, self._unseen_ms(room)
                known[id_] = Candidate(room, points, watchers.get(id_, 0), unseen_ms)

    async def _room(self, id_: str) -> Room | None:
        """A room as it stands; None if the part of the store that has it is away."""
        with suppress(StoreUnavailable):
            return (await self._host.view(key(ROOM, id_))).state
        return None

    async def _see(self, players: Collection[str]) -> None:
        """Note which of some players are seen now, and forget those last seen long ago."""
        seen, now_ms = await self._seen(players), self._clock.now_ms()
        last = self._seen_ms.items()
        self._seen_ms = {who: ms for who, ms in last if now_ms - ms <= REMEMBERED_MS}
        self._seen_ms |= dict.fromkeys(seen, now_ms)

    def _unseen_ms(self, room: Room) -> int:
        """How long the player of a room that is missed longer has not been seen."""
        now_ms = self._clock.now_ms()
        return max((now_ms - self._seen_ms.get(who, 0) for who in room.seats.taken()), default=0)
