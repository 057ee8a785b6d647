"""Random evenings of every format, with people who come late, leave, return and ask for byes.

A third program reads the report of each, by its columns alone, and counts the points anew.
"""

import random
from collections import Counter

from msgspec.structs import replace

from tests.aggregates.tournaments.at_boards.test_written_results import (
    FINISH,
    PAIR,
    SWISS,
    all_results,
    an_evening,
    boards,
    listing,
    manage,
    names_at,
    write,
)
from tests.support.arenas import after
from tests.support.for_each import for_each
from tests.support.trf_standings import read_report
from xiangqi_server.aggregates.tournaments import actions
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import (
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
)
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.api.names.naming import as_guest
from xiangqi_server.api.tournaments.tournament_export import trf_pieces
from xiangqi_server.kernel.aggregate.refusal import Refused

RESULTS: tuple[actions.ResultName, ...] = (
    *("red", "black", "draw") * 4,
    *("red_absent", "black_absent", "both_absent", "both_lost"),
)
EVENINGS = [
    (seed, count, replace(SWISS, format=format_))
    for seed, (count, format_) in enumerate(
        [
            *((count, SwissFormat(5, late_points=1)) for count in (3, 6, 9, 13, 20)),
            *((count, RobinFormat()) for count in (3, 6, 7)),
            *((count, RobinFormat(double=True)) for count in (4, 5)),
            *((count, KnockoutFormat(third_place=True)) for count in (4, 5, 7, 11)),
            *((count, KnockoutFormat(games=2)) for count in (3, 6)),
        ]
    )
]


def tried(cup: Tournament, command: TournamentCommand) -> Tournament:
    """After a command, if it is not refused."""
    try:
        return after(cup, command)
    except Refused:
        return cup


def something_happens(cup: Tournament, chance: random.Random) -> Tournament:
    """A person leaves, comes back, pauses, asks for a bye; or a latecomer comes."""
    player = chance.choice(sorted(cup.entrants))
    on, number = chance.random() < 0.5, chance.randint(1, 7)
    action = chance.choice(
        (
            actions.RemovePlayerAction(player, on=on),
            actions.AttendAction(player, on=on),
            actions.GiveBye(player, points=chance.choice((0, 1)), round=number),
        )
    )
    late = listing(cup.numbered + 1, 1)
    return tried(cup, late if chance.random() < 0.2 else manage(action))


def written_down(cup: Tournament, number: int, chance: random.Random) -> Tournament:
    """Each result of a round, some of them twice; what was written stands."""
    order = list(range(1, len(boards(cup, number)) + 1))
    chance.shuffle(order)
    for board in order:
        for _ in range(1 + (chance.random() < 0.3)):
            result, was = chance.choice(RESULTS), names_at(cup, number)[board - 1]
            if was == "none" or format_of(cup.the_plan).gives_byes:
                before = names_at(cup, number)
                cup = after(cup, write(number, (board, result, was)))
                assert names_at(cup, number) == [
                    result if at == board else one for at, one in enumerate(before, start=1)
                ]
    return cup


def require_laws(cup: Tournament) -> None:
    """Nobody sits twice in a round, nobody meets twice in a Swiss, and the record is whole."""
    for number, round_ in enumerate(cup.rounds, start=1):
        seated = [player for pair in boards(cup, number) for player in pair]
        free = [*round_.byes, *(bye.player for bye in round_.given)]
        assert max(Counter((*seated, *free)).values(), default=1) == 1
    if isinstance(cup.the_plan.format, SwissFormat):
        met = Counter(
            frozenset((game.red, game.black))
            for round_ in cup.rounds
            for game in round_.games
            if game.room in cup.results and not cup.results[game.room].absent
        )
        assert max(met.values(), default=1) == 1
    assert TOURNAMENT.records.from_record(cup.id, TOURNAMENT.records.to_record(cup)) == cup


def require_points(cup: Tournament) -> None:
    """A third program counts the same points from the report, and its places follow them."""
    report = "".join(trf_pieces(standings_of(cup), as_guest)).replace("\r", "\n")
    lines = read_report(report)
    scores = {entrant.number: entrant.score for entrant in cup.entrants.values()}
    assert len(lines) == len(cup.entrants)
    assert [line.counted for line in lines] == [line.doubled for line in lines]
    assert sorted(line.counted for line in lines) == sorted(scores.values())
    by_rank = [line.counted for line in sorted(lines, key=lambda line: line.rank)]
    assert by_rank == sorted(by_rank, reverse=True)


@for_each(EVENINGS)
def test_any_evening_keeps_its_results_and_its_sums(seed: int, count: int, plan: Plan) -> None:
    chance = random.Random(seed)
    cup = an_evening(count, plan)
    for _ in range(60):
        if cup.phase is Phase.FINISHED:
            break
        cup = tried(tried(cup, PAIR), WakeTournament())
        number = format_of(plan).round_of(cup)
        cup = written_down(cup, number, chance)
        assert not cup.games or isinstance(plan.format, KnockoutFormat)
        require_laws(cup)
        cup = something_happens(something_happens(cup, chance), chance)
    cup = tried(cup, FINISH)

    assert cup.phase is Phase.FINISHED
    if not isinstance(plan.format, KnockoutFormat):
        require_points(cup)


def test_teams_with_missing_members_keep_their_results_and_their_sums() -> None:
    plan = replace(SWISS, format=TeamRobinFormat(("North", "South", "East"), boards=3))
    cup = after(Tournament("cup"), Announce("org", plan))
    for team, count in enumerate((3, 2, 4)):
        cup = after(cup, listing(cup.numbered + 1, count, team=team))
    chance = random.Random(1)
    while cup.phase is not Phase.FINISHED:
        cup = after(cup, PAIR, WakeTournament())
        cup = written_down(cup, len(cup.rounds), chance)
        cup = after(cup, all_results(cup, len(cup.rounds))) if cup.games else cup
        require_laws(cup)

    require_points(cup)
