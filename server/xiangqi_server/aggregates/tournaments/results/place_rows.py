"""What tournaments a player has entered, and the places taken in those that are over.

A row is the player's entry first: it stands in the list of what the player has entered. The end
of the tournament makes a place of it, or takes it away if no place is kept. No place is kept for
players that never played, for a crowd beyond `PLACES_KEPT`, and where it was called off. In the
largest arenas entries beyond `ENTRIES_REMOVED` are left behind: their readers look whether it is
still open.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow, row_effect
from xiangqi_server.aggregates.tournaments.at_boards.names import tournament_of
from xiangqi_server.aggregates.tournaments.messages import (
    PlayerEntered,
    PlayerLeft,
    TournamentEvent,
)
from xiangqi_server.aggregates.tournaments.plan import TournamentFormat
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.kernel.aggregate.decision import Effect

PLACES: Final = "tournament_places"
"""The collection; a row's id names the tournament and the player."""
PLACES_KEPT: Final = 300
"""How many players' places are kept: all of them except in the largest arenas."""
ENTRIES_REMOVED: Final = 1_000
"""How many entries one append removes."""


class PlaceRow(Struct, frozen=True, array_like=True):
    """The place of one player in a tournament. Fields are added at the end.

    Fields:
        ended_ms, rank, players, score: all 0 until the tournament is over.
    """

    tournament: str
    name: str
    format: TournamentFormat
    ended_ms: int
    rank: int
    players: int
    score: int


def places_list(player: str) -> str:
    """The list of a player's places, by the ends of the tournaments."""
    return f"player.{player}"


def entered_list(player: str) -> str:
    """The list of what a player has entered, by the starts that were announced then."""
    return f"entered.{player}"


def read_place(body: bytes) -> PlaceRow:
    """What a row on the row store says."""
    return msgspec.msgpack.decode(body, type=PlaceRow)


def _row_id(tournament: Tournament, player: str) -> str:
    return f"{tournament.id}.{player}"


def put_entry(tournament: Tournament, player: str) -> Effect:
    """The effect that has a player's entry found."""
    plan = tournament.the_plan
    body = msgspec.msgpack.encode(PlaceRow(tournament.id, plan.name, plan.format, 0, 0, 0, 0))
    places = {entered_list(player): plan.starts_ms}
    return row_effect(PLACES, PutRow(_row_id(tournament, player), body, places=places))


def put_entries(tournament: Tournament, events: Iterable[TournamentEvent]) -> tuple[Effect, ...]:
    """The effects of entering and leaving by these events."""
    effects: list[Effect] = []
    for event in events:
        if isinstance(event, PlayerEntered | PlayerLeft) and tournament_of(event.player):
            continue  # a person listed by name has no page
        if isinstance(event, PlayerEntered):
            effects.append(put_entry(tournament, event.player))
        elif isinstance(event, PlayerLeft):
            row = _row_id(tournament, event.player)
            effects.append(row_effect(PLACES, RemoveRow(row)))
    return tuple(effects)


def put_places(tournament: Tournament, order: Sequence[Entrant]) -> tuple[Effect, ...]:
    """The effects that keep the places of a tournament that is over; for those that played.

    Args:
        order: all entrants, the first first.
    """
    plan, placed = tournament.the_plan, _placed(order)
    rows = [
        PlaceRow(
            tournament.id,
            plan.name,
            plan.format,
            tournament.ended_ms,
            rank,
            len(order),
            entrant.score,
        )
        for rank, entrant in placed
    ]
    return tuple(
        row_effect(
            PLACES,
            PutRow(
                _row_id(tournament, entrant.player),
                msgspec.msgpack.encode(row),
                places={places_list(entrant.player): row.ended_ms},
            ),
        )
        for row, (_, entrant) in zip(rows, placed, strict=True)
    )


def _placed(order: Sequence[Entrant]) -> list[tuple[int, Entrant]]:
    """The entrants whose places are kept, with their ranks."""
    first = enumerate(order[:PLACES_KEPT], start=1)
    return [
        (rank, entrant)
        for rank, entrant in first
        if entrant.games and not tournament_of(entrant.player)
    ]


def remove_entries(before: Tournament, order: Sequence[Entrant]) -> tuple[Effect, ...]:
    """The effects that remove the entries once it is over, except where a place is kept.

    Args:
        order: the players whose places are kept, the first first; empty if it was called off.
    """
    kept = {entrant.player for _, entrant in _placed(order)}
    players = (
        entrant.player
        for entrant in before.entrants.values()
        if not (entrant.has_left or entrant.player in kept or tournament_of(entrant.player))
    )
    return tuple(
        row_effect(PLACES, RemoveRow(_row_id(before, player)))
        for player in islice(players, ENTRIES_REMOVED)
    )
