"""The texts of whole games: as PGN, for people and programs that know the game, or as its log.

With its log anybody can check that nothing in a game was changed (`store.log_lines`). Texts are
written one at a time, slice by slice, and kept for the next client that asks.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.opponents import round_text
from xiangqi_server.aggregates.tournaments.state import Phase
from xiangqi_server.api.names.shown_ratings import require_shown
from xiangqi_server.api.reviews import is_reviewable
from xiangqi_server.api.room.export import Occasion, pgn_lines
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.display_names import DisplayNames
from xiangqi_server.gateway.room.broadcasting.delay import Backlog
from xiangqi_server.gateway.room.broadcasting.delayed_games import time_there
from xiangqi_server.gateway.room.exports.export_cache import Called, ExportCache, Kept
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import Change, key
from xiangqi_server.kernel.store.log_lines import log_lines
from xiangqi_server.kernel.store.values import EMPTY_HEAD, StoredEvent, advance, slices
from xiangqi_server.wire.terms import NotationName

SLICE: Final = 20
"""How many events or lines are written before the loop gets a turn."""


class GameTexts:
    """Writes games from their logs, as far as their reader may know. Owned by the gateway.

    All methods raise `StoreUnavailable` without a store.
    """

    def __init__(self, host: AggregateHost, names: DisplayNames) -> None:
        self._host = host
        self._names = names
        self._cache = ExportCache()
        self._turn = asyncio.Lock()

    async def reviewed_pgn(self, room: str, notation: NotationName) -> str:
        """A game that is over, with what an engine said of it; as `pgn` if none has."""
        review = (await self._host.view(key(REVIEW, room))).state
        state = (await self._host.view(key(ROOM, room))).state
        if not review.is_done or not is_reviewable(state):
            return await self.pgn(room, notation)
        async with self._turn:
            changes = await self._host.history.changes(key(ROOM, room))
            return await self._write_pgn(changes, notation, review) if changes else ""

    async def pgn(self, room: str, notation: NotationName, reader: str | None = None) -> str:
        """A game as far as a player, or the public (None), may know it; "" if not at all."""
        aggregate = key(ROOM, room)
        head = await self._host.history.head(aggregate)
        kept = self._cache.find(room, notation, head.digest)
        if kept is not None and await self._is_current(room, kept):
            return kept.text
        if not head.version:
            return ""
        async with self._turn:
            changes = await self._host.history.changes(aggregate)
            known = self._known(changes, reader)
            return await self._write_pgn(known, notation) if known else ""

    def _known(
        self, changes: Sequence[Change[Room, RoomEvent]], reader: str | None
    ) -> Sequence[Change[Room, RoomEvent]]:
        """What the reader may know of a game: nothing if its log is gone with the store."""
        room = _room(changes) if changes else None
        if room is None or not _is_late(room):
            return changes
        if reader is not None and room.seats.side_of(reader) is not None:
            return changes
        now = time_there(self._host, key(ROOM, room.id))
        known = Backlog(changes, room.terms.delay_ms, now).delivered
        return changes[: 0 if known is None else known.head.version]

    async def _write_pgn(
        self,
        changes: Sequence[Change[Room, RoomEvent]],
        notation: NotationName,
        review: Review | None = None,
    ) -> str:
        room = _room(changes)
        called = await self._called(room.seats.taken())
        log = [change.stamped for change in changes]
        head = changes[-1].head
        stands = (head.version, head.digest)
        text, tournament = "", room.series.tournament
        occasion = await self._occasion(room.id, tournament)
        lines = pgn_lines(room, log, notation, stands, self._names, occasion, review)
        for number, line in enumerate(lines, start=1):
            text += f"{line}\n"
            if number % SLICE == 0:
                await asyncio.sleep(0)
        if review is None and not _is_late(room):
            kept = Kept(head.digest, text, called, tournament, occasion)
            self._cache.keep(room.id, notation, kept)
        return text

    async def _is_current(self, room: str, kept: Kept) -> bool:
        """Whether its players are still called so, and its tournament counts the game so."""
        occasion = await self._occasion(room, kept.tournament)
        called = await self._called(who for who, _ in kept.called)
        return (kept.called, kept.occasion) == (called, occasion)

    async def _occasion(self, room: str, tournament: str | None) -> Occasion | None:
        """The tournament to which a game belongs, the round, and how it counts there."""
        if tournament is None:
            return None
        view = await self._host.view(key(TOURNAMENT, tournament))
        state, head = view.state, view.head
        if state.plan is None:
            return None
        counted, is_over = state.results.get(room), state.phase is Phase.FINISHED
        stands = (head.version, head.digest) if is_over else None
        return Occasion(state.plan.name, round_text(state, room), counted, stands)

    async def _called(self, players: Iterable[str]) -> Called:
        """What players are called now."""
        players = tuple(players)
        await self._names.learn(players)
        return tuple([(player, self._names(player).name) for player in players])

    async def log(self, room: str, reader: str | None = None) -> str:
        """The log of a game, if the reader may know all of it; "" if there is no such game.

        Raises:
            Refused: the game goes on, and spectators are shown it late; or a rating is hidden.
        """
        aggregate = key(ROOM, room)
        head = await self._host.history.head(aggregate)
        if not head.version:
            return ""
        state = (await self._host.view(aggregate)).state
        await self._require_shown(state, reader)
        kept = self._cache.find(room, "log", head.digest)
        if kept is not None:
            return kept.text
        is_seated = reader is not None and state.seats.side_of(reader) is not None
        text = "spectators are shown this game late; its log is open when it is over"
        require(is_seated or not _is_late(state), RoomRefusal.GAME_NOT_OVER, text)
        async with self._turn:
            return await self._write_log(room, await self._host.history.events(aggregate), state)

    async def _require_shown(self, room: Room, reader: str | None) -> None:
        """Go on if no player but the reader hides a rating, for the log of a rated game has them.

        Raises:
            Refused: RATING_HIDDEN.
        """
        rated = [room.seats.of(side) for side in Side if room.entries[side] is not None]
        others = [player for player in rated if player is not None and player != reader]
        await self._names.learn(others)
        require_shown(others, self._names)

    async def _write_log(self, room: str, events: Sequence[StoredEvent], state: Room) -> str:
        text, head = "", EMPTY_HEAD
        for part in slices(events, SLICE):
            text += "".join([line.text() for line in log_lines(part, head)])
            head = advance(head, part)
            await asyncio.sleep(0)
        if not _is_late(state):
            self._cache.keep(room, "log", Kept(head.digest, text))
        return text


def _is_late(room: Room) -> bool:
    return room.status is Status.PLAYING and room.terms.delay_ms > 0


def _room(changes: Sequence[Change[Room, RoomEvent]]) -> Room:
    return changes[-1].state
