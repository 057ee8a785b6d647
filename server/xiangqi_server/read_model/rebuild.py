"""Writes the row store anew from the logs: rows of games, players, tournaments, leaderboards.

Theory of operation. Each row carries the version of what it is made of, so whatever an effect
writes meanwhile, or has written already from a later event, stands. Logs of players are
trimmed, so the days of a rating before its latest come from the player's rated games. The rows of
these are written by then; the latest day is the rating itself. What a row says and which lists it
is in is decided by the functions that write it while games are played.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Final, NamedTuple, cast

from xiangqi_server.aggregates.players.index_row import PLAYERS, row_of
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.ratings import BOARD, board_effect, day_effect
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.reviews.decide import row_effect_of
from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.room import offer_row
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.row_effects import RemoveRow, RowCommand, row_effect
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.results.index_row import put_row
from xiangqi_server.aggregates.tournaments.results.place_rows import put_entry, put_places
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.host.replica import rebuild as rebuilt
from xiangqi_server.kernel.store.port import Store, all_of
from xiangqi_server.kernel.store.rows import MAX_PAGE, RowStore
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.read_model.game_rows import GAMES, GameRow, player_list, points_after, read_row
from xiangqi_server.read_model.projections import put_game_row, write_row_command


async def rebuild(store: Store, row_store: RowStore) -> Mapping[str, int]:
    """Write every row again; may run beside nodes that serve, and may be repeated.

    Returns how many there were of what each of the `ROW_WRITERS` writes.

    Raises:
        StoreUnavailable: some rows are written; begin again.
    """
    written = dict.fromkeys((writer.rows for writer in ROW_WRITERS), 0)
    for writer in ROW_WRITERS:
        async for aggregate in all_of(store, writer.kind.name):
            written[writer.rows] += await writer.write(store, row_store, aggregate)
    return written


async def _show_game(store: Store, row_store: RowStore, room: AggregateId) -> int:
    """Write the row of a game, and of an offer while it stands."""
    view = await put_game_row(store, row_store, room.id)
    offer = offer_row.row_effects(Room.empty(room.id), view.state)
    await _write(row_store, offer, view.head.version)
    return 1


async def _show_tournament(store: Store, row_store: RowStore, aggregate: AggregateId) -> int:
    """Write the rows of a tournament."""
    view = rebuilt(TOURNAMENT, aggregate.id, await store.logs.load(aggregate))
    await _write(row_store, (put_row(view.state), *_places_in(view.state)), view.head.version)
    return 1


def _places_in(tournament: Tournament) -> tuple[Effect, ...]:
    """The entries of a tournament that is to come or runs; of one that is over, the places."""
    if tournament.phase is Phase.FINISHED:
        return put_places(tournament, standings_of(tournament).order)
    is_open = tournament.phase in (Phase.ANNOUNCED, Phase.RUNNING)
    inside = [
        entrant for entrant in tournament.entrants.values() if is_open and not entrant.has_left
    ]
    return tuple(put_entry(tournament, entrant.player) for entrant in inside)


async def _show_review(store: Store, row_store: RowStore, aggregate: AggregateId) -> int:
    """Write the row of a review that waits, or take it away."""
    view = rebuilt(REVIEW, aggregate.id, await store.logs.load(aggregate))
    await _write(row_store, [row_effect_of(view.state)], view.head.version)
    return 1


async def _show_player(store: Store, row_store: RowStore, aggregate: AggregateId) -> int:
    """Write the rows of a player that are made of its state, or take them away."""
    player, version = await _player(store, aggregate)
    row = row_of(player)
    effects = [] if row is None else [row_effect(PLAYERS, row)]
    if player.identity.is_ranked:
        effects.append(board_effect(player.id, player.ratings))
    shown = {effect.id for effect in effects}
    effects += [
        row_effect(collection, RemoveRow(player.id))
        for collection in (PLAYERS, BOARD)
        if collection not in shown and await row_store.rows(collection, [player.id]) != (None,)
    ]
    await _write(row_store, effects, version)
    return 1


async def _show_days(store: Store, row_store: RowStore, aggregate: AggregateId) -> int:
    """Write the days of a player's ratings; how many."""
    player, version = await _player(store, aggregate)
    days = await _days(row_store, player)
    await _write(row_store, days, version)
    return len(days)


async def _player(store: Store, aggregate: AggregateId) -> tuple[Player, int]:
    """A player, and the version it stands at."""
    view = rebuilt(PLAYER, aggregate.id, await store.logs.load(aggregate))
    return view.state, view.head.version


async def _write(row_store: RowStore, effects: Iterable[Effect], version: int) -> None:
    """Carry out what is ordered of rows, as by the event of that version."""
    for effect in effects:
        await write_row_command(row_store, effect.id, cast("RowCommand", effect.command), version)


async def _days(row_store: RowStore, player: Player) -> list[Effect]:
    """The row of each day on which a rating of a player changed; the latest is as it stands."""
    ratings = player.ratings.by_speed
    days: dict[tuple[str, int], tuple[float, int]] = {}
    games: Counter[str] = Counter()
    async for row in _games(row_store, player.id):
        points = points_after(row, player.id)
        if points is not None and row.speed in ratings:
            games[row.speed] += 1
            days[row.speed, row.ended_ms // DAY_MS] = (points, games[row.speed])
    for speed, record in ratings.items():
        if record.resets and record.resets[-1] > record.last_ms:
            continue  # the rating is no longer the one of its latest day
        days[speed, record.last_ms // DAY_MS] = (record.rating.points, record.games)
    return [day_effect(player.id, speed, day, *end) for (speed, day), end in days.items()]


async def _games(row_store: RowStore, player: str) -> AsyncIterator[GameRow]:
    """The games of a player that are over, the earliest first."""
    after: str | None = None
    while True:
        page = await row_store.page(GAMES, player_list(player), limit=MAX_PAGE, after=after)
        for row in page.rows:
            yield read_row(row.body)
        after = page.next
        if after is None:
            return


class RowWriter(NamedTuple):
    """Writes rows that the aggregates of one kind have; gives how many, or 1 for the aggregate."""

    kind: AnyKind
    rows: str
    write: Callable[[Store, RowStore, AggregateId], Awaitable[int]]


ROW_WRITERS: Final = (
    RowWriter(PLAYER, "players", _show_player),
    RowWriter(ROOM, "rooms", _show_game),
    RowWriter(PLAYER, "days", _show_days),
    RowWriter(TOURNAMENT, "tournaments", _show_tournament),
    RowWriter(REVIEW, "reviews", _show_review),
)
"""Every kind that has rows, in order: a game's row is made of its players', days of the games'."""
