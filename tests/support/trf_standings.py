"""A third program: reads a report of a tournament by its columns, and computes the standings anew.

It knows nothing of the server but the format of FIDE (TRF16), so it holds the standings against
what a director's own program would make of the file.
"""

from typing import Final, NamedTuple

_POINTS: Final = {"1": 2, "W": 2, "+": 2, "F": 2, "U": 2, "=": 1, "D": 1, "H": 1}
_NOT_PLAYED: Final = frozenset("+-FUHZ ")
_FIRST_ROUND: Final = 89
_ROUND_CHARS: Final = 10


class Round(NamedTuple):
    """What a round brought a player: the opponent's number, 0 for none, and the sign."""

    opponent: int
    result: str


class Line(NamedTuple):
    """The line of a player, as it says itself."""

    number: int
    name: str
    doubled: int
    rank: int
    rounds: tuple[Round, ...]

    @property
    def counted(self) -> int:
        """Twice the points, counted anew from the rounds."""
        return sum(_POINTS.get(one.result, 0) for one in self.rounds)


def read_report(report: str) -> list[Line]:
    """The players of a report."""
    return [_line(line) for line in report.splitlines() if line.startswith("001")]


def opponents_sums(lines: list[Line]) -> dict[int, int]:
    """For each player twice the points of the opponents that were met at a board."""
    scores = {line.number: line.counted for line in lines}
    return {
        line.number: sum(
            scores[one.opponent]
            for one in line.rounds
            if one.opponent and one.result not in _NOT_PLAYED
        )
        for line in lines
    }


def _line(line: str) -> Line:
    starts = range(_FIRST_ROUND, len(line.rstrip()), _ROUND_CHARS)
    cells = [line[start : start + _ROUND_CHARS].ljust(_ROUND_CHARS) for start in starts]
    return Line(
        int(line[4:8]),
        line[14:47].strip(),
        round(2 * float(line[80:84])),
        int(line[85:89]),
        tuple(Round(int(cell[2:6]), cell[9].upper()) for cell in cells),
    )
