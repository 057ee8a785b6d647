"""How a round is paired, and which of its games are never opened.

The format says who plays whom (`robin`, `teams`, `swiss`); here is what the formats have in common.
A game of somebody who has left is never opened: the other player has won it.
"""

from hashlib import sha256
from typing import Final, NamedTuple

from xiangqi_server.aggregate.decision import Unanswered
from xiangqi_server.tournaments import swiss, teams
from xiangqi_server.tournaments.arena import room_id
from xiangqi_server.tournaments.crosstable import crosstable, numbers_of
from xiangqi_server.tournaments.messages import (
    FoundPairing,
    GameSettled,
    MatchesPaired,
    PairedGame,
    RoundPaired,
)
from xiangqi_server.tournaments.plan import Robin, TeamRobin
from xiangqi_server.tournaments.robin import pairs_of
from xiangqi_server.tournaments.rounds import LEAST_ENTRANTS, is_at_once, round_count_of
from xiangqi_server.tournaments.state import Tournament

AT_ONCE: Final = 6
"""How many players are paired on the loop: they have 15 pairings, whatever is asked of them."""


def pairing(tournament: Tournament, found: FoundPairing | None = None) -> tuple[RoundPaired, ...]:
    """The next round, or all of them at once; empty if nobody can be paired any more.

    Args:
        found: the pairing of this Swiss round, if it was worked out elsewhere.
    """
    first = len(tournament.rounds) + 1
    if isinstance(tournament.the_plan.format, Robin):
        last = round_count_of(tournament) if is_at_once(tournament) else first
        return tuple(_robin_round(tournament, number) for number in range(first, last + 1))
    if isinstance(tournament.the_plan.format, TeamRobin):
        line_up = teams.line_up(tournament, first, tournament.the_plan.format.boards)
        games = _games(tournament, first, list(line_up.pairs))
        return (RoundPaired(first, games, line_up.byes),)
    return _swiss_round(tournament, first, found)


def _robin_round(tournament: Tournament, number: int) -> RoundPaired:
    pairs, byes = pairs_of(tournament.field, number)
    byes = () if tournament.is_free else byes  # everybody would have one
    return RoundPaired(number, _games(tournament, number, pairs), byes)


class SwissQuestion(NamedTuple):
    """What the pairing of the next Swiss round depends on.

    Fields:
        players: those who can be paired.
        last_points, to_come: see `swiss.paired`.
    """

    players: list[swiss.SwissPlayer]
    last_points: int | None
    to_come: int


def swiss_question(tournament: Tournament) -> SwissQuestion:
    """The question that the next Swiss round answers."""
    present, free = _present(tournament)
    here = present.difference(free)
    numbers = {who: own for who, own in numbers_of(tournament).items() if who in here}
    players = swiss.players_of(crosstable(tournament), numbers)
    number = len(tournament.rounds) + 1
    to_come = round_count_of(tournament) - number
    return SwissQuestion(players, None if to_come else number - 1, to_come)


def _present(tournament: Tournament) -> tuple[frozenset[str], tuple[str, ...]]:
    """Who takes part in the next round, and who of them was given a bye."""
    present = frozenset(
        entrant.player
        for entrant in tournament.entrants.values()
        if not entrant.has_left and not entrant.is_paused
    )
    given = {bye.player for bye in tournament.byes}
    return present, tuple(sorted(present.intersection(given)))


def _swiss_round(
    tournament: Tournament, number: int, found: FoundPairing | None
) -> tuple[RoundPaired, ...]:
    swiss_round = _paired_now(tournament) if found is None else _paired_before(found)
    if swiss_round is None:
        return ()
    _, free = _present(tournament)
    byes = (*swiss_round.byes, *free)
    return (RoundPaired(number, _games(tournament, number, swiss_round.pairs), byes),)


def _paired_now(tournament: Tournament) -> swiss.SwissRound | None:
    players, last_points, to_come = swiss_question(tournament)
    if len(players) < LEAST_ENTRANTS:
        return None
    if len(players) > AT_ONCE:
        raise Unanswered
    return swiss.paired(players, tournament.apart, last_points, to_come)


def _paired_before(found: FoundPairing) -> swiss.SwissRound | None:
    return swiss.SwissRound(list(found.pairs), found.byes) if found.is_possible else None


def _games(
    tournament: Tournament, number: int, pairs: list[tuple[str, str]]
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
    tournament: Tournament, paired: RoundPaired | MatchesPaired
) -> tuple[GameSettled, ...]:
    """The results of games of those who have left, which are never opened."""
    settled = []
    for game in paired.games:
        both = (game.red, game.black)
        absent = tuple(player for player in both if tournament.entrants[player].has_left)
        if absent:
            settled.append(GameSettled(game.room, None, counts=False, absent=absent, opened=False))
    return tuple(settled)
