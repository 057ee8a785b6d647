"""The repeated passages of a game that was played without us.

One passage is the plies in a row after each of which a position stood for the given time or
more. It is ruled on where it first stood so often. If the latest laps still go on there, it is
ruled on at the first ply after which they do not. It goes on until the players leave it.
"""

from dataclasses import dataclass

from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RuleOptions


@dataclass(frozen=True, slots=True)
class Passage:
    """A repeated passage.

    Fields:
        first_ply: the first ply of the window that was ruled on.
        ply: the ply that completed it; if nothing was ruled, the first that repeated so often.
        last_ply: the last ply that still repeated.
        occurrences: the most a position of it occurred.
        ruling: what the rule set makes of it; None if it has nothing against it.
    """

    first_ply: int
    ply: int
    last_ply: int
    occurrences: int
    ruling: Ruling | None


def repeated_passages(game: Game, terms: RuleOptions, occurrences: int) -> list[Passage]:
    """The passages of a game in which some position stood `occurrences` times.

    Each is judged by the terms, wherever they rule.
    """
    counts = _occurrences_by_ply(game)
    found = []
    ply = 0
    while ply < game.ply:
        if counts[ply] < occurrences:
            ply += 1
            continue
        end = ply
        while end + 1 < game.ply and counts[end + 1] >= occurrences:
            end += 1
        at, ruling = _first_ruling(game, range(ply, end + 1), terms)
        found.append(
            Passage(
                first_ply=_first_ply(game.back_to(at + 1), ruling),
                ply=at,
                last_ply=end,
                occurrences=max(counts[ply : end + 1]),
                ruling=ruling,
            )
        )
        ply = end + 1
    return found


def _first_ruling(game: Game, plies: range, terms: RuleOptions) -> tuple[int, Ruling | None]:
    """The first ply of a passage that is ruled on, and the ruling."""
    for ply in plies:
        ruling = judge(game.back_to(ply + 1), terms)
        if ruling is not None:
            return ply, ruling
    return plies[0], None


def _first_ply(game: Game, ruling: Ruling | None) -> int:
    """Where the laps began that were ruled on."""
    if ruling is None or ruling.window is None:
        return repeated_part(game).first_ply
    return ruling.window[0]


def _occurrences_by_ply(game: Game) -> list[int]:
    """How often the position after each ply had occurred."""
    past = game.back_to(0)
    counts = []
    for ply in range(game.ply):
        past = past.play(game.move_at(ply))
        counts.append(past.occurrences)
    return counts
