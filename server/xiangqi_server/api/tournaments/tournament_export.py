"""A tournament as a file: its standings as JSON or CSV, and as TRF for programs that pair.

Each is given piece by piece: the writer of a file of a thousand players can stop in between.
Names are written as they are, in UTF-8, and beside them the ids of the players. Points of TRF are
those of the field, half as many as ours.

A program for tables takes a cell that begins like a formula for one; so such a cell has an
apostrophe before it.

Source: FIDE C.04.A, annex 2 (TRF16), and TRF26, which has the same lines of players. What only one
of them knows, the other passes over: ``XXR`` and ``XXP``, ``142`` and ``260``. In a round without a
game, ``U`` is a bye that came of the pairing. ``F`` and ``H`` are given byes that bring a point or
half a point; all else is ``Z``.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from xiangqi_server.aggregates.tournaments.at_boards.names import EntrantName
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.plan import (
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
    TournamentFormat,
)
from xiangqi_server.aggregates.tournaments.results.crosstable import (
    UNDECIDED,
    RoundResult,
    crosstable_in_steps,
    numbers_of,
)
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.api.names.naming import NameOf
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.export import utc_date
from xiangqi_server.api.tournaments.tournament_brackets import matches_view
from xiangqi_server.api.tournaments.tournament_teams import standings_view
from xiangqi_server.api.tournaments.tournament_views import (
    CalledOf,
    LogStands,
    end_view,
    entrant_view,
    nobody_listed,
    round_view,
    tie_break_names,
)
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.steps import InSteps

_END: Final = "\r"
"""TRF16, remark 1: lines end in a carriage return."""
_COMMENT: Final = "###"
"""What begins so is no data: the number of a player, and the id by which the server knows it."""
_BOM: Final = "\ufeff"
"""By this mark Excel knows the encoding."""
TRF_TYPES: Final[dict[type[TournamentFormat], str]] = {
    RobinFormat: "Individual: Round-Robin",
    SwissFormat: "Individual: Swiss-System",
    TeamRobinFormat: "Team: Round-Robin",
}
_FORMULA: Final = re.compile(r"[=+@\t-](?!\d+(\.\d+)?\Z)")
_NAME_CHARS: Final = 33
_ID_CHARS: Final = 11
_TEAM_CHARS: Final = 32
_RESULTS: Final = {0: "0", 1: "=", 2: "1"}
_FORFEITS: Final = {0: "-", 2: "+"}
_GIVEN: Final = {0: "Z", 1: "H", 2: "F"}


def trf_pieces(
    standings: Standings, names: NameOf, called: CalledOf = nobody_listed
) -> Iterator[str]:
    """The tournament report of a tournament of rounds, up to its last round that is over."""
    tournament = standings.tournament
    numbers = numbers_of(tournament)
    tabling = InSteps(crosstable_in_steps(tournament))
    for _ in tabling:
        yield ""  # the writer of the file can stop here, too
    table = tabling.result
    done = len(tournament.rounds)
    while done and any(row[done - 1].how in UNDECIDED for row in table.values()):
        done -= 1
    head = (*_head_lines(tournament, numbers), *_coming_lines(tournament, numbers, done))
    yield "".join(f"{line}{_END}" for line in head)
    for entrant in sorted(standings.order, key=lambda entrant: numbers[entrant.player]):
        own = table[entrant.player][:done]
        line = _player_line(entrant, numbers, own, standings, names, called(entrant.player))
        yield f"{line}{_END}{_COMMENT} {numbers[entrant.player]:4} {entrant.player}{_END}"


def _head_lines(tournament: Tournament, numbers: dict[str, int]) -> Iterator[str]:
    plan, entrants = tournament.the_plan, tournament.entrants
    rounds = format_of(plan).round_count(tournament)
    yield f"012 {_on_a_line(plan.name)}"
    yield f"042 {_date(tournament.begun_ms or plan.starts_ms)}"
    yield f"052 {_date(tournament.ended_ms)}"
    yield f"062 {len(numbers)}"
    yield f"072 {sum(entrants[player].rating > 0 for player in numbers)}"
    teams = plan.format.teams
    if teams:
        yield f"082 {len(teams)}"
    yield f"092 {TRF_TYPES[type(plan.format)]}"
    yield from (f"142 {rounds}", "152 W", f"XXR {rounds}", "XXC white1")
    for team, name in enumerate(teams):
        own = [number for player, number in numbers.items() if entrants[player].team == team]
        members = " ".join(f"{number:4}" for number in sorted(own))
        yield f"013 {_on_a_line(name)[:_TEAM_CHARS]:32}{members}"


def _coming_lines(tournament: Tournament, numbers: dict[str, int], done: int) -> Iterator[str]:
    """What the rounds to come are paired with: byes asked for, and pairs that are kept apart."""
    next_ = [(len(tournament.rounds) + 1, *bye) for bye in tournament.byes]
    for number, player, points in sorted({*next_, *tournament.asked_byes}):
        if number > done and player in numbers:
            yield f"240 {_GIVEN[points]} {number:03} {numbers[player]:4}"
    last = format_of(tournament.the_plan).round_count(tournament)
    for pair in tournament.forbidden:
        if all(player in numbers for player in pair):
            one, other = sorted(numbers[player] for player in pair)
            yield f"260 001 {last:03} {one:4} {other:4}"
            yield f"XXP {one} {other}"


def _player_line(
    entrant: Entrant,
    numbers: dict[str, int],
    row: Iterable[RoundResult],
    standings: Standings,
    names: NameOf,
    listed: EntrantName,
) -> str:
    rounds = tuple(row)
    points = sum(result.points for result in rounds)
    number = numbers[entrant.player]
    name = _on_a_line(names(entrant.player).name)[:_NAME_CHARS]
    federation = _on_a_line(listed.federation)[:_ID_CHARS]
    rating = shown_rating(entrant.rating, entrant.player, names) or 0
    start = f"001 {number:4}      {name:33} {rating:4}     {federation:>11}"
    rank = standings.ranks[entrant.player]
    cells = "".join(_cell(result, numbers) for result in rounds)
    return f"{start:80}{points // 2:2}.{5 * (points % 2)} {rank:4}{cells}"


def _cell(result: RoundResult, numbers: dict[str, int]) -> str:
    """Ten columns of a round."""
    match result.how:
        case "played" | "forfeit":
            side = "w" if result.side is Side.RED else "b"
            results = _RESULTS if result.how == "played" else _FORFEITS
            return f"  {numbers[result.opponent]:4} {side} {results[result.points]}"
        case "bye":
            return f"  0000 - {_GIVEN[result.points] if result.is_given else 'U'}"
        case _:
            return "  0000 - Z"


def _on_a_line(text: str) -> str:
    """The text as it is, composed, so that a letter is a column; no part of it ends the line."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _date(at_ms: int) -> str:
    return utc_date(at_ms).replace(".", "/") if at_ms else ""


def json_pieces(standings: Standings, names: NameOf, stands: LogStands) -> Iterator[str]:
    """The standings, and the rounds or the matches where there are any, in one object.

    Once it is over, it says where the log of the tournament ends.
    """
    tournament = standings.tournament
    plan = tournament.the_plan
    head = {
        "tournament": tournament.id,
        "name": plan.name,
        "format": plan.format,
        "phase": tournament.phase.value,
        "starts_ms": tournament.begun_ms or plan.starts_ms,
        "ends_ms": tournament.ended_ms or tournament.ends_ms or None,
        "tie_breaks": tie_break_names(tournament),
        "end": end_view(tournament, stands),
    }
    rounds = (
        round_view("", tournament, number + 1, names) for number in range(len(tournament.rounds))
    )
    yield f'{_json(head)[:-1]},"standings":['
    yield from _items(entrant_view(entrant, standings, names) for entrant in standings.order)
    yield f'],"teams":{_json(standings_view(tournament, names))}'
    yield f',"matches":{_json(matches_view(tournament, names))},"rounds":['
    yield from _items(
        {"games": round_.games, "byes": round_.byes, "given": round_.given} for round_ in rounds
    )
    yield "]}\n"


def _items(values: Iterable[object]) -> Iterator[str]:
    """What stands between the brackets of a list."""
    for number, value in enumerate(values):
        yield f"{',' if number else ''}{_json(value)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def csv_pieces(
    standings: Standings, names: NameOf, called: CalledOf = nobody_listed
) -> Iterator[str]:
    """The standings, one player per line; at real boards with clubs and ids of federations."""
    has_boards = standings.tournament.the_plan.at_boards
    ties = tie_break_names(standings.tournament)
    head = ["rank", "name", "player", "rating", "points", "games", "performance", *ties]
    head += ["club", "federation"] if has_boards else []
    yield _BOM + _csv_line(head)
    for entrant in standings.order:
        row = entrant_view(entrant, standings, names)
        cells = [
            str(row.rank),
            row.player.name,
            row.player.player,
            str(row.rating),
            str(row.score),
            str(len(row.sheet)),
            "" if row.performance is None else str(row.performance),
        ]
        listed = called(entrant.player)
        of_listed = [listed.club, listed.federation] if has_boards else []
        yield _csv_line([*cells, *row.tie_breaks, *of_listed])


def _csv_line(cells: Iterable[str]) -> str:
    return ",".join(map(_quoted, cells)) + "\r\n"


def _quoted(cell: str) -> str:
    if _FORMULA.match(cell):
        cell = f"'{cell}"
    return '"{}"'.format(cell.replace('"', '""'))
