"""Who plays whom in a tournament: now, next, and, in a round robin, at some time."""

from collections import Counter

from xiangqi_server.tournaments import knockout
from xiangqi_server.tournaments.crosstable import UNDECIDED, crosstable
from xiangqi_server.tournaments.messages import PairedGame
from xiangqi_server.tournaments.plan import Format, Robin, TeamRobin
from xiangqi_server.tournaments.state import Phase, Tournament, TournamentGame


def game_of(tournament: Tournament, room: str) -> PairedGame | TournamentGame | None:
    """The game in a room, played now or in a round that was paired; None if there is none."""
    playing = tournament.games.get(room)
    if playing is not None:
        return playing
    rounds = (game for round_ in tournament.rounds for game in round_.games)
    return next((game for game in rounds if game.room == room), None)


def opponents_of(tournament: Tournament, player: str) -> frozenset[str]:
    """The players whom a player meets now, or next as far as that is known."""
    games = (game for game in tournament.games.values() if player in (game.red, game.black))
    now = {who for game in games for who in (game.red, game.black)}
    return frozenset(now | knockout.next_opponents_of(tournament, player)) - {player}


def rivals_of(tournament: Tournament, player: str) -> frozenset[str]:
    """The players whom a player still has to meet: in a round robin, all without a result yet."""
    format_ = tournament.the_plan.format
    nearest = opponents_of(tournament, player)
    is_all = isinstance(format_, Robin | TeamRobin) and tournament.phase is Phase.RUNNING
    if not is_all or player not in tournament.entrants:
        return nearest
    own = tournament.entrants[player]
    row = crosstable(tournament)[player]
    met = Counter(result.opponent for result in row if result.how not in UNDECIDED)
    meetings = meetings_in(format_)
    return nearest.union(
        entrant.player
        for entrant in tournament.entrants.values()
        if entrant.player != player
        and met[entrant.player] < meetings
        and (own.team is None or entrant.team != own.team)
    )


def meetings_in(format_: Format) -> int:
    """How often everybody meets everybody else; 0 where they do not."""
    return 1 + format_.double if isinstance(format_, Robin | TeamRobin) else 0
