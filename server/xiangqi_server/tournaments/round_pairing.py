"""The games of a round that was paired, and which of them are never opened."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from xiangqi_server.tournaments.arena import room_id
from xiangqi_server.tournaments.messages import GameSettled, MatchGame, PairedGame
from xiangqi_server.tournaments.state import Tournament


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


def walkovers(
    tournament: Tournament, games: Iterable[PairedGame | MatchGame]
) -> tuple[GameSettled, ...]:
    """The results of games of those who have left, which are never opened."""
    settled = []
    for game in games:
        both = (game.red, game.black)
        absent = tuple(player for player in both if tournament.entrants[player].has_left)
        if absent:
            settled.append(GameSettled(game.room, None, counts=False, absent=absent, opened=False))
    return tuple(settled)
