"""What tournaments look like to a reader: names stand for ids."""

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from server.api.naming import NameOf, player_ref
from server.api.room_part_views import side_name
from server.api.terms import wire_terms
from server.api.tournament_plans import wire_conditions, wire_format
from server.tournaments import arena
from server.tournaments.index_row import TournamentRow, row_of
from server.tournaments.sheet import SheetGame, games_on
from server.tournaments.standings import Standings
from server.tournaments.state import Entrant, Phase, Tournament
from server.wire import parts, server
from server.wire.limits import PAGE_ROWS

TOP_GAMES: Final = 4
_RESULTS: Final = ("lost", "drawn", "won")


class OwnPlace(NamedTuple):
    """How one stands oneself; two that are equal need not be told twice."""

    you: parts.TournamentEntrant | None
    room: str | None
    return_at_ms: int | None


def info_view(id_: str, row: TournamentRow, names: NameOf) -> parts.TournamentInfo:
    """A tournament as in lists."""
    return parts.TournamentInfo(
        tournament=id_,
        name=row.name,
        format=wire_format(row.format),
        terms=wire_terms(row.terms),
        phase=cast("parts.TournamentPhase", row.phase.value),
        organiser=player_ref(row.organiser, names),
        starts_ms=row.starts_ms,
        ends_ms=row.ends_ms or None,
        entered=row.entered,
        leaders=[player_ref(player, names) for player in row.leaders],
    )


def people_in(row: TournamentRow) -> tuple[str, ...]:
    """Who is named in a list."""
    return (row.organiser, *row.leaders)


def entrant_view(entrant: Entrant, standings: Standings, names: NameOf) -> parts.TournamentEntrant:
    """A row of the standings."""
    games = tuple(games_on(entrant.sheet))
    return parts.TournamentEntrant(
        rank=standings.ranks[entrant.player],
        player=player_ref(entrant.player, names),
        rating=entrant.rating,
        score=entrant.score,
        sheet="".join(str(game.points) for game in games),
        doubled="".join(str(int(game.doubled)) for game in games),
        fire=arena.is_on_fire(entrant),
        performance=entrant.performance,
        status=_status(entrant, standings.tournament),
    )


def _status(entrant: Entrant, tournament: Tournament) -> parts.EntrantStatus:
    if entrant.has_left:
        return "left"
    if tournament.phase is Phase.ANNOUNCED:
        return "entered"
    if entrant.room:
        return "playing"
    if entrant.is_paused:
        return "paused"
    return "waiting" if entrant.is_here else "away"


def own_place(player: str, standings: Standings, names: NameOf) -> OwnPlace:
    """How a player stands."""
    entrant = standings.tournament.entrants.get(player)
    if entrant is None:
        return OwnPlace(None, None, None)
    waits = entrant.is_paused or entrant.has_left
    return OwnPlace(
        entrant_view(entrant, standings, names),
        entrant.room or None,
        entrant.return_at_ms if waits else None,
    )


def people_on(standings: Standings, entrants: Iterable[Entrant]) -> list[str]:
    """Whom a page that shows these entrants names."""
    games = [game for _, game in standings.top_games(TOP_GAMES)]
    return [
        standings.tournament.organiser,
        *(entrant.player for entrant in entrants),
        *(player for game in games for player in (game.red, game.black)),
    ]


def _playing(standings: Standings, names: NameOf) -> list[parts.TournamentGame]:
    return [
        parts.TournamentGame(
            room,
            player_ref(game.red, names),
            player_ref(game.black, names),
            standings.ranks[game.red],
            standings.ranks[game.black],
        )
        for room, game in standings.top_games(TOP_GAMES)
    ]


def _closes_ms(tournament: Tournament) -> int | None:
    return arena.closes_ms(tournament) if tournament.phase is Phase.RUNNING else None


def change_view(standings: Standings, names: NameOf) -> server.TournamentChanged:
    """What everybody who watches is told."""
    tournament = standings.tournament
    return server.TournamentChanged(
        tournament=tournament.id,
        info=info_view(tournament.id, row_of(tournament), names),
        closes_ms=_closes_ms(tournament),
        rows=rows_view(standings.page(1, PAGE_ROWS), standings, names),
        playing=_playing(standings, names),
    )


def tournament_view(
    id_: str, standings: Standings, player: str, names: NameOf
) -> server.TournamentShown:
    """A whole tournament for one reader: the answer to the message `id_`."""
    plan = standings.tournament.the_plan
    change = change_view(standings, names)
    return server.TournamentShown(
        id=id_,
        info=change.info,
        text=plan.text,
        conditions=wire_conditions(plan.conditions),
        closes_ms=change.closes_ms,
        rows=change.rows,
        playing=change.playing,
        **own_place(player, standings, names)._asdict(),
    )


def rows_view(
    entrants: Iterable[Entrant], standings: Standings, names: NameOf
) -> list[parts.TournamentEntrant]:
    """Rows of the standings."""
    return [entrant_view(entrant, standings, names) for entrant in entrants]


def opponents_of(entrant: Entrant, standings: Standings) -> dict[int, Entrant]:
    """Whom an entrant has played, by the numbers on its sheet."""
    wanted = {game.opponent for game in games_on(entrant.sheet)}
    return {one.number: one for one in standings.order if one.number in wanted}


def results_view(
    entrant: Entrant, standings: Standings, names: NameOf
) -> list[parts.TournamentResult]:
    """The games of an entrant."""
    opponents = opponents_of(entrant, standings)
    return [_result(game, opponents[game.opponent], names) for game in games_on(entrant.sheet)]


def _result(game: SheetGame, opponent: Entrant, names: NameOf) -> parts.TournamentResult:
    return parts.TournamentResult(
        opponent=player_ref(opponent.player, names),
        opponent_rating=opponent.rating,
        side=side_name(game.side),
        result=_RESULTS[game.result],
        points=game.points,
        doubled=game.doubled,
    )
