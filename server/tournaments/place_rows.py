"""The places that players took in tournaments that are over, by which a profile shows them."""

from typing import Final

import msgspec
from msgspec import Struct

from server.aggregate.decision import Effect
from server.aggregate.row_effects import PutRow, row_effect
from server.tournaments.plan import Format
from server.tournaments.standings import standings_of
from server.tournaments.state import Tournament

PLACES: Final = "tournament_places"
"""The collection; a row's id names the tournament and the player."""
PLACES_KEPT: Final = 300
"""Of so many players the place is kept: of all but in the largest arenas."""


class PlaceRow(Struct, frozen=True, array_like=True):
    """The place of one player in a tournament that is over. Fields are added at the end."""

    tournament: str
    name: str
    format: Format
    ended_ms: int
    rank: int
    players: int
    score: int


def places_list(player: str) -> str:
    """The list of a player's places, by the ends of the tournaments."""
    return f"player.{player}"


def read_place(body: bytes) -> PlaceRow:
    """What a row on the row store says."""
    return msgspec.msgpack.decode(body, type=PlaceRow)


def put_places(tournament: Tournament) -> tuple[Effect, ...]:
    """The effects that keep the places of a tournament that is over; who never played has none."""
    plan, order = tournament.the_plan, standings_of(tournament).order
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
        for rank, entrant in enumerate(order[:PLACES_KEPT], start=1)
    ]
    return tuple(
        row_effect(
            PLACES,
            PutRow(
                f"{tournament.id}.{entrant.player}",
                msgspec.msgpack.encode(row),
                places={places_list(entrant.player): row.ended_ms},
            ),
        )
        for row, entrant in zip(rows, order[:PLACES_KEPT], strict=True)
        if entrant.games
    )
