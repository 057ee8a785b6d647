"""The games of a tournament at real boards as PGN: their headers alone, for no move travels here.

``Round`` has the round and the board: `3.7` is board 7 of round 3.
"""

from collections.abc import Iterator
from typing import Final

from xiangqi_server.aggregates.tournaments.at_boards.written_results import result_name
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.api.names.naming import NameOf
from xiangqi_server.api.room.export import utc_date

_RESULTS: Final = {
    "red": "1-0",
    "black": "0-1",
    "draw": "1/2-1/2",
    "black_absent": "1-0",
    "red_absent": "0-1",
    "both_absent": "0-0",
    "both_lost": "0-0",
    "none": "*",
}


def boards_of(tournament: Tournament) -> list[tuple[str, PairedGame]]:
    """All games with their rounds, in their order."""
    format_ = format_of(tournament.the_plan)
    return [
        (f"{number}.{board}", game)
        for number in range(1, format_.round_of(tournament) + 1)
        for board, game in enumerate(format_.boards(tournament, number), start=1)
    ]


def header_pieces(tournament: Tournament, page: slice, names: NameOf) -> Iterator[str]:
    """The headers of a page of the games, one game a piece."""
    for round_, game in boards_of(tournament)[page]:
        result = tournament.results.get(game.room)
        word = result_name(game, result)
        at_ms = result.at_ms if result is not None and result.at_ms else tournament.begun_ms
        tags = {
            "Game": "Chinese Chess",
            "Event": tournament.the_plan.name,
            "Date": utc_date(at_ms),
            "Round": round_,
            "Red": names(game.red).name,
            "Black": names(game.black).name,
            "Result": _RESULTS[word],
        }
        if word.endswith("_absent"):
            tags["Termination"] = "forfeit"
        yield "".join(f'[{tag} "{_quoted(value)}"]\n' for tag, value in tags.items())
        yield f"\n{_RESULTS[word]}\n\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
