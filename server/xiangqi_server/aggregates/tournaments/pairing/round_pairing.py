"""The games of a round that was paired, and which of them are never opened."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from xiangqi_server.aggregates.tournaments.arena import room_id
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.messages import GameSettled, MatchGame, PairedGame
from xiangqi_server.aggregates.tournaments.state import Tournament

Game = TypeVar("Game", PairedGame, MatchGame)


def games_of(
    tournament: Tournament, number: int, pairs: Sequence[tuple[str, str]]
) -> tuple[PairedGame, ...]:
    """The games of pairs; the id of a room follows from where the log stands."""
    seeds = (
        sha256(f"{tournament.id}:{tournament.version}:{number}:{board}".encode()).digest()
        for board in range(len(pairs))
    )
    return tuple(
        PairedGame(room_id(seed), red, black)
        for seed, (red, black) in zip(seeds, pairs, strict=True)
    )


def without_walkovers(builder: EventBuilder, games: Sequence[Game]) -> list[Game]:
    """The games that are opened; those of players that have left are decided on the way."""
    opened = []
    for game in games:
        both, entrants = (game.red, game.black), builder.tournament.entrants
        absent = tuple(player for player in both if entrants[player].has_left)
        if absent:
            builder.add(GameSettled(game.room, None, counts=False, absent=absent, opened=False))
        else:
            opened.append(game)
    return opened
