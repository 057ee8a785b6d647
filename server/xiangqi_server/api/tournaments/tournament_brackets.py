"""What the matches of a knock-out look like to a reader."""

from xiangqi_server.aggregates.tournaments.formats import knockout
from xiangqi_server.aggregates.tournaments.state import KnockoutMatch, Tournament
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.tournaments.tournament_views import round_game
from xiangqi_server.wire import parts, server


def bracket_view(id_: str, tournament: Tournament, names: NameOf) -> server.TournamentBracket:
    """All matches: the answer to the message `id_`."""
    return server.TournamentBracket(
        id=id_,
        tournament=tournament.id,
        rounds=knockout.round_count(len(tournament.field)) if tournament.field else 0,
        matches=matches_view(tournament, names),
    )


def matches_view(tournament: Tournament, names: NameOf) -> list[parts.BracketMatch]:
    """All matches, by round and place; that for the third place comes last."""
    seeds = {player: seed for seed, player in enumerate(tournament.field, start=1)}
    count = len(tournament.field)

    def place(number: int) -> tuple[int, bool, int]:
        return knockout.round_of(number, count), number == knockout.THIRD, number

    return [
        _match(number, tournament, seeds, names) for number in sorted(tournament.matches, key=place)
    ]


def _match(
    number: int, tournament: Tournament, seeds: dict[str, int], names: NameOf
) -> parts.BracketMatch:
    match = tournament.matches[number]
    points = knockout.points_in(match, tournament.results)
    return parts.BracketMatch(
        match=number,
        round=knockout.round_of(number, len(tournament.field)),
        one=_place(match.one, points[0], seeds, names),
        other=_place(match.other, points[1], seeds, names),
        winner=match.winner or None,
        over=match.is_over,
        games=_games(match, tournament, names),
    )


def _place(
    player: str | None, points: int, seeds: dict[str, int], names: NameOf
) -> parts.BracketPlace | None:
    if not player:
        return None
    return parts.BracketPlace(player_ref(player, names), seeds[player], points)


def _games(match: KnockoutMatch, tournament: Tournament, names: NameOf) -> list[parts.RoundGame]:
    return [round_game(game, tournament, names) for game in match.games]
