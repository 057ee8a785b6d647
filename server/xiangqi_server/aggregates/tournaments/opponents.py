"""The opponents of a player in a tournament: now, next, and, in a round robin, at some time."""

from collections import Counter

from xiangqi_server.aggregates.tournaments.formats import knockout
from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.results.crosstable import UNDECIDED, crosstable
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament, TournamentGame


def game_of(tournament: Tournament, room: str) -> PairedGame | TournamentGame | None:
    """The game in a room, played now or in a paired round; None if there is no such game."""
    playing = tournament.games.get(room)
    if playing is not None:
        return playing
    games = [game for round_ in tournament.rounds for game in round_.games]
    if tournament.the_plan.at_boards:  # elsewhere nothing of a match is ruled once it is over
        games += [game for match in tournament.matches.values() for game in match.games]
    return next((game for game in games if game.room == room), None)


def round_text(tournament: Tournament, room: str) -> str:
    """The round of a game as PGN writes it: `2.1` is the first game of a match; `-` in an arena."""
    for number, match in tournament.matches.items():
        for game_number, game in enumerate(match.games, start=1):
            if game.room == room:
                return f"{knockout.round_of(number, len(tournament.field))}.{game_number}"
    for number, round_ in enumerate(tournament.rounds, start=1):
        if any(game.room == room for game in round_.games):
            return str(number)
    return "-"


def opponents_of(tournament: Tournament, player: str) -> frozenset[str]:
    """The players that a player meets now, or next as far as that is known."""
    games = (game for game in tournament.games.values() if player in (game.red, game.black))
    now = {who for game in games for who in (game.red, game.black)}
    return frozenset(now | knockout.next_opponents_of(tournament, player)) - {player}


def rivals_of(tournament: Tournament, player: str) -> frozenset[str]:
    """The players that a player still has to meet: in a round robin, all without a result yet."""
    nearest, meetings = opponents_of(tournament, player), tournament.the_plan.format.meetings
    is_all = meetings > 0 and tournament.phase is Phase.RUNNING
    if not is_all or player not in tournament.entrants:
        return nearest
    own = tournament.entrants[player]
    row = crosstable(tournament, (player,))[player]
    met = Counter(result.opponent for result in row if result.how not in UNDECIDED)
    return nearest.union(
        entrant.player
        for entrant in tournament.entrants.values()
        if entrant.player != player
        and met[entrant.player] < meetings
        and (own.team is None or entrant.team != own.team)
    )
