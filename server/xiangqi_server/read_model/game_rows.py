"""The row of a game: made of its room alone, so it can be made again from the log at any time.

A game is in the lists of live games while it is played, and in those of the archive when it
is over. A game that ended before its first move was never one.
"""

from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.room.results import GameResultName, result_of
from xiangqi_server.aggregates.room.speed import Speed, speed_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import clock_name
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

GAMES: Final = "games"
"""The collection."""

ALL: Final = "all"
UNPACKED: Final = "whole"
"""Games whose logs are to be packed: the first of `unpacked_lists`. Those that are over stand by
their ends, those that are played by when to look at them next, both less `REST_MS`."""
UNPACKED_LISTS: Final = 16
REST_MS: Final = 10 * MINUTE_MS
"""How long a game has rested that is packed."""
SLOW_REST_MS: Final = MINUTE_MS
"""The same of a game by days, or without a clock, that is played: between two moves lie hours."""

OPENING_PLIES: Final = 12
"""How many moves of each game its row has."""
OPENING_LISTS: Final = (2, 4, 6)
"""The numbers of plies for whose openings there are lists."""
UCI_CHARS: Final = 4
"""How long a move is in `GameRow.opening`."""


LIVE_COMPUTER: Final = "live.computer"
"""The list of games that are played by a program, the strongest first."""
LIVE_TOURNAMENT: Final = "live.tournament"
"""The list of games of tournaments that are played, the strongest first."""


class GameRow(Struct, frozen=True, array_like=True):
    """A game in a list. Fields are added at the end, with a default.

    Fields:
        red, black: players.
        red_points, black_points: their ratings when it began, None in a casual game.
        red_change, black_change: by how much it changed them, None while that is not known.
        red_after, black_after: what they were then, None also in rows from before it was kept.
        strength: of a casual game that is played, how strong both are together, 0 if unknown.
        winner: 0 or 1; None for a draw, and while it is played.
        ending: how it ended, "" while it is played.
        opening: its first moves, four characters each.
        has_bot: a program plays it; known while it is played.
        tournament: the one it is a game of.
        fen: the position at its end; while it is played, at its start, for spectators may learn
            late where it stands.
        clock: the tag of its clock, "" in rows from before it was kept.
        delay_ms: how far behind spectators see it while it is played.
    """

    red: str
    black: str
    rules: str
    speed: str
    rated: bool
    opened_ms: int
    ended_ms: int
    winner: int | None
    ending: str
    plies: int
    opening: str
    fen: str
    red_points: int | None = None
    black_points: int | None = None
    red_change: int | None = None
    black_change: int | None = None
    strength: int = 0
    red_after: int | None = None
    black_after: int | None = None
    has_bot: bool = False
    clock: str = ""
    tournament: str | None = None
    delay_ms: int = 0

    @property
    def points(self) -> int:
        """How strong both are together: the mean of their ratings, 0 if these are not known."""
        return ((self.red_points or 0) + (self.black_points or 0)) // 2 or self.strength

    def of_strength(self, points: int) -> "GameRow":
        """The row of a casual game whose players are so strong together."""
        return msgspec.structs.replace(self, strength=points)

    def without_points(self) -> "GameRow":
        """The row of a game of a hidden rating: its place by strength would tell the points."""
        return msgspec.structs.replace(self, red_points=None, black_points=None)

    def with_bot(self) -> "GameRow":
        """The row of a game that a program plays."""
        return msgspec.structs.replace(self, has_bot=True)

    @property
    def result(self) -> GameResultName:
        """What came of it."""
        return result_of(self.ending, self.winner)

    @property
    def is_live(self) -> bool:
        """It is being played."""
        return not self.ending

    @property
    def rest_ms(self) -> int:
        """How long nothing has been stored in it before it is packed."""
        is_slow = self.is_live and self.speed == Speed.CORRESPONDENCE
        return SLOW_REST_MS if is_slow else REST_MS


def write_row(row: GameRow) -> bytes:
    """A row as the row store keeps it."""
    return msgspec.msgpack.encode(row)


def read_row(body: bytes) -> GameRow:
    """A row the row store kept."""
    return msgspec.msgpack.decode(body, type=GameRow)


def row_of(room: Room) -> GameRow | None:
    """The row of a room's game; None without a game, or without its second player."""
    red, black = room.seats.red, room.seats.black
    if red is None or black is None or (room.outcome is not None and room.game.ply == 0):
        return None
    moves = "".join(uci_of(move) for move in room.game.moves[:OPENING_PLIES])
    outcome = room.outcome
    winner = None if outcome is None or outcome.winner is None else int(outcome.winner)
    (red_points, red_change), (black_points, black_change) = (_rated(room, s) for s in Side)
    return GameRow(
        red=red,
        black=black,
        rules=room.terms.rules.name,
        speed=speed_of(room.terms.clock).value,
        rated=room.terms.rated,
        opened_ms=room.timing.opened_at_ms,
        ended_ms=room.timing.ended_at_ms,
        winner=winner,
        ending="" if outcome is None else outcome.ending,
        plies=room.game.ply,
        opening=moves,
        fen=room.game.start_fen if outcome is None else write_fen(room.game.position),
        red_points=red_points,
        black_points=black_points,
        red_change=red_change,
        black_change=black_change,
        red_after=_after(room, Side.RED),
        black_after=_after(room, Side.BLACK),
        clock=clock_name(room.terms.clock),
        tournament=room.series.tournament,
        delay_ms=room.terms.delay_ms,
    )


def _rated(room: Room, side: Side) -> tuple[int | None, int | None]:
    """A side's points, and by how much the game changed them, as far as that is known."""
    entry = room.entries[side]
    if entry is None:
        return None, None
    return round(entry.points), entry.change


def _after(room: Room, side: Side) -> int | None:
    entry = room.entries[side]
    return None if entry is None or entry.after is None else round(entry.after)


def places_of(row: GameRow, *, is_packed: bool = False) -> dict[str, int]:
    """The lists a game is in, and where; those of the strongest are for games among people.

    Args:
        is_packed: its log is packed, so it is in none of `unpacked_lists`.
    """
    if row.is_live:
        strongest = {live_list(): row.points, live_list(row.speed): row.points}
        beside = [LIVE_COMPUTER] * row.has_bot + [LIVE_TOURNAMENT] * (row.tournament is not None)
        return (
            ({} if row.has_bot else strongest)
            | dict.fromkeys(beside, row.points)
            | {
                live_list(newest=True): row.opened_ms,
                live_list(row.speed, newest=True): row.opened_ms,
                playing_list(row.red): row.opened_ms,
                playing_list(row.black): row.opened_ms,
                unpacked_list(row): row.opened_ms + row.rest_ms - REST_MS,
            }
        )
    lists = [ALL, player_list(row.red), player_list(row.black), f"speed.{row.speed}"]
    lists += [f"rules.{row.rules}", *([] if is_packed else [unpacked_list(row)])]
    lists += [
        opening_list(row.opening[: UCI_CHARS * plies])
        for plies in OPENING_LISTS
        if row.plies >= plies
    ]
    lists += [tournament_list(row.tournament)] if row.tournament else []
    return dict.fromkeys(lists, row.ended_ms)


def live_list(speed: str | None = None, *, newest: bool = False) -> str:
    """The list of games that are played, at one speed or all, by their strength or their start."""
    return "live" + (f".{speed}" if speed else "") + (".new" if newest else "")


def unpacked_lists() -> tuple[str, ...]:
    """The lists of games whose logs are to be packed, at rest or over; one node sees to each."""
    return (UNPACKED, *(f"{UNPACKED}.{number}" for number in range(1, UNPACKED_LISTS)))


def unpacked_list(row: GameRow) -> str:
    """The one of `unpacked_lists` that a game is in."""
    return unpacked_lists()[row.opened_ms % UNPACKED_LISTS]


def player_list(player: str) -> str:
    """The list of the games of a player that are over."""
    return f"player.{player}"


def tournament_list(tournament: str) -> str:
    """The list of the games of a tournament that are over."""
    return f"tournament.{tournament}"


def playing_list(player: str) -> str:
    """The list of the games that a player plays."""
    return f"playing.{player}"


def points_after(row: GameRow, player: str) -> int | None:
    """What a rated game made of a player's rating; None if it made nothing of it."""
    is_red = player == row.red
    after = row.red_after if is_red else row.black_after
    points = row.red_points if is_red else row.black_points
    change = row.red_change if is_red else row.black_change
    if after is not None or points is None or change is None:
        return after
    return points + change


def opening_list(moves: str) -> str:
    """The list of the games that began with these moves, four characters each."""
    return f"opening.{moves}"
