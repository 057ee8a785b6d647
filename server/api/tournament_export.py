"""A tournament as a file: its standings as JSON or CSV, and as TRF16 for programs that pair.

Each is given piece by piece: whoever writes the file of a thousand players out can stop in between.
TRF has letters of ASCII in columns, so a name that has others is written as far as it goes; the
other two files have all names whole. Points are those of the field, half as many as ours.

Source: FIDE C.04.A, annex 2 (TRF16); ``Z`` is a round
in which the player was not paired, ``U`` a bye.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from server.api.export import utc_date
from server.api.naming import NameOf
from server.api.tournament_brackets import matches_view
from server.api.tournament_teams import standings_view
from server.api.tournament_views import entrant_view, round_view, tie_break_names
from server.rules.board.encoding import Side
from server.tournaments.crosstable import UNDECIDED, RoundResult, crosstable_in_steps, numbers_of
from server.tournaments.plan import Format, Robin, TeamRobin
from server.tournaments.rounds import round_count_of
from server.tournaments.standings import Standings
from server.tournaments.state import Entrant
from server.tournaments.steps import InSteps

_END: Final = "\r"
"""TRF16, remark 1: lines end in a carriage return."""
_TYPES: Final[dict[type[Format], str]] = {
    Robin: "Individual: Round-Robin",
    TeamRobin: "Team: Round-Robin",
}
_NAME_CHARS: Final = 33
_RESULTS: Final = {0: "0", 1: "=", 2: "1"}
_FORFEITS: Final = {0: "-", 1: "=", 2: "+"}


def trf_pieces(standings: Standings, names: NameOf) -> Iterator[str]:
    """The tournament report of a tournament of rounds, up to its last round that is over."""
    tournament = standings.tournament
    plan, numbers = tournament.the_plan, numbers_of(tournament)
    tabling = InSteps(crosstable_in_steps(tournament))
    for _ in tabling:
        yield ""  # whoever writes the file out can stop here, too
    table = tabling.result
    done = len(tournament.rounds)
    while done and any(row[done - 1].how in UNDECIDED for row in table.values()):
        done -= 1
    head = [
        f"012 {_ascii(plan.name, tournament.id)}",
        f"042 {_date(tournament.begun_ms or plan.starts_ms)}",
        f"052 {_date(tournament.ended_ms)}",
        f"062 {len(numbers)}",
        f"072 {len(numbers)}",
        f"092 {_TYPES.get(type(plan.format), 'Individual: Swiss-System')}",
        f"XXR {round_count_of(tournament)}",
        "XXC white1",
    ]
    yield "".join(f"{line}{_END}" for line in head)
    for entrant in sorted(standings.order, key=lambda entrant: numbers[entrant.player]):
        line = _player_line(entrant, numbers, table[entrant.player][:done], standings, names)
        yield f"{line}{_END}"


def _player_line(
    entrant: Entrant,
    numbers: dict[str, int],
    row: Iterable[RoundResult],
    standings: Standings,
    names: NameOf,
) -> str:
    rounds = tuple(row)
    points = sum(result.points for result in rounds)
    number = numbers[entrant.player]
    name = _ascii(names(entrant.player).name, f"Player {number}")[:_NAME_CHARS]
    start = f"001 {number:4}      {name:33} {entrant.rating:4}"
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
            return "  0000 - U"
        case _:
            return "  0000 - Z"


def _ascii(text: str, otherwise: str) -> str:
    """The text as far as ASCII goes; something else where nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().strip()
    return plain or otherwise


def _date(at_ms: int) -> str:
    return utc_date(at_ms).replace(".", "/") if at_ms else ""


def json_pieces(standings: Standings, names: NameOf) -> Iterator[str]:
    """The standings, and the rounds or the matches where there are any, in one object."""
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
    }
    rounds = (
        round_view("", tournament, number + 1, names) for number in range(len(tournament.rounds))
    )
    yield f'{_json(head)[:-1]},"standings":['
    yield from _items(entrant_view(entrant, standings, names) for entrant in standings.order)
    yield f'],"teams":{_json(standings_view(tournament, names))}'
    yield f',"matches":{_json(matches_view(tournament, names))},"rounds":['
    yield from _items({"games": round_.games, "byes": round_.byes} for round_ in rounds)
    yield "]}\n"


def _items(values: Iterable[object]) -> Iterator[str]:
    """What stands between the brackets of a list."""
    for number, value in enumerate(values):
        yield f"{',' if number else ''}{_json(value)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def csv_pieces(standings: Standings, names: NameOf) -> Iterator[str]:
    """The standings, one player per line."""
    ties = tie_break_names(standings.tournament)
    head = ["rank", "name", "player", "rating", "points", "games", "performance", *ties]
    yield _csv_line(head)
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
        yield _csv_line([*cells, *row.tie_breaks])


def _csv_line(cells: Iterable[str]) -> str:
    return ",".join(map(_quoted, cells)) + "\r\n"


def _quoted(cell: str) -> str:
    return '"{}"'.format(cell.replace('"', '""'))
