"""What tournaments look like to a reader: names stand for ids."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, cast

from xiangqi_server.aggregates.tournaments import arena
from xiangqi_server.aggregates.tournaments.at_boards.names import NO_NAME, EntrantName
from xiangqi_server.aggregates.tournaments.at_boards.written_results import result_name
from xiangqi_server.aggregates.tournaments.formats import free_robin
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.results.crosstable import (
    UNDECIDED,
    RoundResult,
    crosstable,
)
from xiangqi_server.aggregates.tournaments.results.index_row import TournamentRow, row_of
from xiangqi_server.aggregates.tournaments.results.place_rows import PlaceRow
from xiangqi_server.aggregates.tournaments.results.ranking import HALVES, PRESETS
from xiangqi_server.aggregates.tournaments.results.round_results import byes_of
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.aggregates.tournaments.sheet import SheetGame, games_on
from xiangqi_server.aggregates.tournaments.state import Entrant, Phase, Round, Tournament
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.tournaments.tournament_plans import wire_conditions, wire_format
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.limits import PAGE_ROWS
from xiangqi_server.wire.tournament_plan import TieBreakName

TOP_GAMES: Final = 4
_RESULTS: Final = ("lost", "drawn", "won")


CalledOf = Callable[[str], EntrantName]
"""The name of a listed person with what belongs to it, by id; `NO_NAME` for a player."""


def nobody_listed(player: str) -> EntrantName:
    """What is kept of people where nobody is listed by name."""
    return NO_NAME


class OwnPlace(NamedTuple):
    """How a reader stands; two that are equal need not be sent twice."""

    you: parts.TournamentEntrant | None
    room: str | None
    return_at_ms: int | None
    pairs: list[parts.OpenPair] = []


def info_view(id_: str, row: TournamentRow, names: NameOf) -> parts.TournamentInfo:
    """A tournament as in lists."""
    return parts.TournamentInfo(
        tournament=id_,
        name=row.name,
        format=wire_format(row.format),
        terms=row.terms,
        phase=cast("parts.TournamentPhase", row.phase.value),
        organiser=player_ref(row.organiser, names),
        starts_ms=row.starts_ms,
        ends_ms=row.ends_ms or None,
        entered=row.entered,
        leaders=[player_ref(player, names) for player in row.leaders],
        round=row.round,
        rounds=row.rounds,
        next_round_ms=row.next_round_ms,
        featured=row.featured,
        at_boards=row.at_boards,
        begins_ms=row.begins_ms,
    )


def place_view(row: PlaceRow) -> parts.TournamentPlace:
    """A place in a tournament that is over."""
    return parts.TournamentPlace(
        tournament=row.tournament,
        name=row.name,
        format=wire_format(row.format),
        ended_at_ms=row.ended_ms,
        rank=row.rank,
        players=row.players,
        score=row.score,
    )


def people_in(row: TournamentRow) -> tuple[str, ...]:
    """The players that a list names."""
    return (row.organiser, *row.leaders)


def entrant_view(entrant: Entrant, standings: Standings, names: NameOf) -> parts.TournamentEntrant:
    """A row of the standings."""
    games = tuple(games_on(entrant.sheet))
    is_at_boards = standings.tournament.the_plan.at_boards  # where anybody may type any rating
    return parts.TournamentEntrant(
        rank=standings.ranks[entrant.player],
        player=player_ref(entrant.player, names),
        rating=shown_rating(entrant.rating, entrant.player, names) or 0,
        score=entrant.score,
        sheet="".join(str(game.points) for game in games),
        doubled="".join(str(int(game.doubled)) for game in games),
        fire=arena.is_on_fire(entrant),
        performance=None
        if is_at_boards
        else shown_rating(entrant.performance, entrant.player, names),
        status=_status(entrant, standings.tournament),
        tie_breaks=_tie_breaks(entrant, standings, names),
        team=entrant.team,
    )


def _tie_breaks(entrant: Entrant, standings: Standings, names: NameOf) -> list[str]:
    sums = standings.sums.get(entrant.player, ())
    both = zip(tie_break_names(standings.tournament), sums, strict=False)
    return [_tie_break(name, own, entrant.player, names) for name, own in both]


def _tie_break(name: TieBreakName, own: int, player: str, names: NameOf) -> str:
    if name == "performance":
        return str(shown_rating(own, player, names) or "")
    return f"{own / 2:g}" if name in HALVES else str(own)


def tie_break_names(tournament: Tournament) -> list[TieBreakName]:
    """What the sums of a row are; empty where there are no rounds."""
    plan = tournament.the_plan
    return list(PRESETS[plan.ranking]) if format_of(plan).has_rounds else []


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
        None if standings.tournament.the_plan.at_boards else entrant.room or None,
        entrant.return_at_ms if waits else None,
        _pairs(player, standings.tournament, names),
    )


def _pairs(player: str, tournament: Tournament, names: NameOf) -> list[parts.OpenPair]:
    """The games a player has still to play, where pairs are free."""
    found = []
    for room, pair in free_robin.pairs_of(tournament, player):
        is_red = player == pair.red
        opponent = pair.black if is_red else pair.red
        by = pair.offered_by
        found.append(
            parts.OpenPair(
                room=room,
                opponent=player_ref(opponent, names),
                side=side_name(Side.RED if is_red else Side.BLACK),
                status=_status(tournament.entrants[opponent], tournament),
                offered=None if not by else "you" if by == player else "opponent",
            )
        )
    return found


def people_on(standings: Standings, entrants: Iterable[Entrant]) -> list[str]:
    """The players that a page with these entrants names."""
    games = [game for _, game in standings.top_games(TOP_GAMES)]
    free_players = standings.tournament.field if standings.tournament.open_pairs else ()
    return [
        standings.tournament.organiser,
        *(entrant.player for entrant in entrants),
        *(player for game in games for player in (game.red, game.black)),
        *free_players,
    ]


def _playing(standings: Standings, names: NameOf) -> list[parts.TournamentGame]:
    if standings.tournament.the_plan.at_boards:
        return []  # nobody can look at a real board from here
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


LogStands = tuple[int, bytes]
"""Version and digest of a log."""


def end_view(tournament: Tournament, stands: LogStands) -> parts.LogHead | None:
    """Where the log of a tournament that is over ends; None if it goes on, or stood elsewhere."""
    version, digest = stands
    is_end = tournament.phase is Phase.FINISHED and tournament.version == version
    return parts.LogHead(version, digest.hex()) if is_end else None


def change_view(
    standings: Standings, names: NameOf, stands: LogStands, *, is_amended: bool = False
) -> server.TournamentChanged:
    """What all viewers get.

    Args:
        stands: where the log of the tournament stands.
        is_amended: the plan is another one than was sent last; before the start it is sent anyway.
    """
    tournament = standings.tournament
    may_change = is_amended or tournament.phase is Phase.ANNOUNCED
    return server.TournamentChanged(
        tournament=tournament.id,
        info=info_view(tournament.id, row_of(tournament, standings.order), names),
        closes_ms=format_of(tournament.the_plan).closes_ms(tournament),
        rows=rows_view(standings.page(1, PAGE_ROWS), standings, names),
        playing=_playing(standings, names),
        amended=words_view(tournament) if may_change else None,
        end=end_view(tournament, stands),
    )


def words_view(tournament: Tournament) -> parts.TournamentWords:
    """What was announced, except for what stands in the head."""
    plan = tournament.the_plan
    return parts.TournamentWords(
        text=plan.text,
        conditions=wire_conditions(plan.conditions),
        tie_breaks=tie_break_names(tournament),
        password=bool(plan.conditions.lock),
        ranking=plan.ranking,
        dates=list(plan.dates),
    )


def tournament_view(
    id_: str, standings: Standings, player: str, names: NameOf, stands: LogStands
) -> server.TournamentShown:
    """A whole tournament for one reader: the answer to the message `id_`."""
    words = words_view(standings.tournament)
    change = change_view(standings, names, stands)
    return server.TournamentShown(
        id=id_,
        info=change.info,
        text=words.text,
        conditions=words.conditions,
        closes_ms=change.closes_ms,
        rows=change.rows,
        playing=change.playing,
        **own_place(player, standings, names)._asdict(),
        tie_breaks=words.tie_breaks,
        password=words.password,
        ranking=words.ranking,
        end=change.end,
        dates=words.dates,
    )


def rows_view(
    entrants: Iterable[Entrant], standings: Standings, names: NameOf
) -> list[parts.TournamentEntrant]:
    """Rows of the standings."""
    return [entrant_view(entrant, standings, names) for entrant in entrants]


ENTRANTS_ON_PAGE: Final = 100


def entrants_view(
    id_: str, tournament: Tournament, after: int, names: NameOf, called: CalledOf, reader: str
) -> server.TournamentEntrants:
    """A page of the entrants by number: the answer to the message `id_`.

    Args:
        called: what is kept of a listed person.
    """
    page = entrants_after(tournament, after)
    shown, asked = page[:ENTRANTS_ON_PAGE], _asked_byes(tournament)
    return server.TournamentEntrants(
        id=id_,
        tournament=tournament.id,
        rows=[_listed(entrant, tournament, names, called, asked) for entrant in shown],
        next=shown[-1].number if len(page) > len(shown) else None,
        last=tournament.numbered,
        arbiter=reader == tournament.organiser or reader in tournament.arbiters,
    )


def entrants_after(tournament: Tournament, after: int) -> list[Entrant]:
    """A page of the entrants by number, and one more if there is one."""
    later = (entrant for entrant in tournament.entrants.values() if entrant.number > after)
    return sorted(later, key=lambda entrant: entrant.by_entering)[: ENTRANTS_ON_PAGE + 1]


def _asked_byes(tournament: Tournament) -> Mapping[str, list[parts.AskedBye]]:
    asked: dict[str, list[parts.AskedBye]] = {}
    next_ = len(tournament.rounds) + 1
    for bye in tournament.byes:
        asked.setdefault(bye.player, []).append(parts.AskedBye(next_, bye.points))
    for later in tournament.asked_byes:
        asked.setdefault(later.player, []).append(parts.AskedBye(later.round, later.points))
    return asked


def _listed(
    entrant: Entrant,
    tournament: Tournament,
    names: NameOf,
    called: CalledOf,
    asked: Mapping[str, list[parts.AskedBye]],
) -> parts.ListedEntrant:
    kept = called(entrant.player)
    return parts.ListedEntrant(
        number=entrant.number,
        player=player_ref(entrant.player, names),
        rating=shown_rating(entrant.rating, entrant.player, names) or 0,
        club=kept.club,
        federation=kept.federation,
        team=entrant.team,
        status=_status(entrant, tournament),
        byes=asked.get(entrant.player, []),
    )


def opponents_of(entrant: Entrant, standings: Standings) -> dict[int, Entrant]:
    """The opponents of an entrant, by the numbers on its sheet."""
    wanted = {game.opponent for game in games_on(entrant.sheet)}
    return {other.number: other for other in standings.order if other.number in wanted}


def results_view(
    entrant: Entrant, standings: Standings, names: NameOf
) -> list[parts.TournamentResult]:
    """The games of an entrant."""
    opponents = opponents_of(entrant, standings)
    return [_result(game, opponents.get(game.opponent), names) for game in games_on(entrant.sheet)]


def _result(game: SheetGame, opponent: Entrant | None, names: NameOf) -> parts.TournamentResult:
    who = None if opponent is None else opponent.player
    rating = None if opponent is None else shown_rating(opponent.rating, opponent.player, names)
    return parts.TournamentResult(
        opponent=None if who is None else player_ref(who, names),
        opponent_rating=rating,
        side=side_name(game.side),
        result=_RESULTS[game.result],
        points=game.points,
        doubled=game.doubled,
        unplayed=game.unplayed,
        berserk=game.berserk,
    )


def round_view(
    id_: str, tournament: Tournament, number: int, names: NameOf
) -> server.TournamentRound:
    """A round, from 1; an empty one where it is not paired."""
    round_ = _round(tournament, number)
    is_there = bool(round_.games or round_.byes or round_.given)
    return server.TournamentRound(
        id=id_,
        tournament=tournament.id,
        round=number if is_there else 0,
        games=[round_game(game, tournament, names) for game in round_.games],
        byes=[player_ref(player, names) for player in _without_game(round_)],
        given=[parts.GivenBye(player_ref(bye.player, names), bye.points) for bye in round_.given],
    )


def _round(tournament: Tournament, number: int) -> Round:
    """A round, from 1; an empty one where it is not paired.

    A knock-out at real boards has rounds of its matches.
    """
    if 0 < number <= len(tournament.rounds):
        return tournament.rounds[number - 1]
    is_there = number > 0 and tournament.the_plan.at_boards
    return Round(format_of(tournament.the_plan).boards(tournament, number) if is_there else ())


def _without_game(round_: Round) -> tuple[str, ...]:
    """The players with points of a round without a game."""
    return tuple(bye.player for bye in byes_of(round_) if bye.points)


def people_in_round(tournament: Tournament, number: int) -> list[str]:
    """The players that a round names."""
    round_ = _round(tournament, number)
    byes = [bye.player for bye in byes_of(round_)]
    results = (tournament.results.get(game.room) for game in round_.games)
    writers = {result.by for result in results if result is not None and result.by}
    return [*(who for game in round_.games for who in (game.red, game.black)), *byes, *writers]


def round_game(game: PairedGame, tournament: Tournament, names: NameOf) -> parts.RoundGame:
    """A game, as far as it is known."""
    result = tournament.results.get(game.room)
    is_opened = game.room not in tournament.open_pairs if result is None else result.opened
    is_opened = is_opened and not tournament.the_plan.at_boards
    by = "" if result is None else result.by
    return parts.RoundGame(
        room=game.room if is_opened else None,
        red=player_ref(game.red, names),
        black=player_ref(game.black, names),
        red_points=None if result is None else result.points_of(game.red),
        black_points=None if result is None else result.points_of(game.black),
        forfeit=result is not None and bool(result.absent),
        result=result_name(game, result),
        by=player_ref(by, names) if by else None,
        at_ms=result.at_ms if result is not None and by else None,
    )


def table_view(id_: str, standings: Standings, names: NameOf) -> server.TournamentTable:
    """Everybody's rounds."""
    table = crosstable(standings.tournament)
    return server.TournamentTable(
        id=id_,
        tournament=standings.tournament.id,
        rows=rows_view(standings.order, standings, names),
        cells=[
            [_cell(result, standings) for result in table[entrant.player]]
            for entrant in standings.order
        ],
    )


def _cell(result: RoundResult, standings: Standings) -> parts.TableCell:
    return parts.TableCell(
        how=result.how,
        rank=standings.ranks.get(result.opponent),
        side=None if result.side is None else side_name(result.side),
        points=None if result.how in UNDECIDED else result.points,
        room=None if standings.tournament.the_plan.at_boards else result.room or None,
        given=result.is_given,
    )
