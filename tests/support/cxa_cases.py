"""The published diagrams of the Chinese rules, their mirror images, and lines of our own."""

from dataclasses import dataclass, replace

from tests.support.rule_data import json_lines
from tests.support.ruling_cases import Case, colour_flipped, mirrored, played
from xiangqi_server.game.rules.board.encoding import Board, Move, Side, move_from_uci
from xiangqi_server.game.rules.game.game import Game

TOLD_OTHERWISE = {
    ("cxa-17", 2): ("kill", "chase: the book names the lighter class; the heavier counts (26.4)"),
    ("cxa-21", 0): (
        "idle",
        "exchange: the horses face each other already; idle all the same (24.8)",
    ),
    ("cxaref-33", 3): ("idle", "chase: the book prints idle, its implementer chase"),
}
"""Plies that we class otherwise than the case file: our class, and what the file has and why."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram: its line, its verdict and the classes of its first plies."""

    case: Case
    labels: tuple[str, ...]

    def plies(self) -> list[tuple[Board, Move, Side]]:
        """Board, move and side of each labelled ply."""
        return plies_of(self.case, len(self.labels))


def plies_of(case: Case, count: int) -> list[tuple[Board, Move, Side]]:
    """Board, move and side of the first plies of a case."""
    game, plies = Game.start(case.fen, composed=True), []
    for text in case.moves[:count]:
        move = move_from_uci(text)
        plies.append((game.board, move, game.to_move))
        game = game.play(move)
    return plies


def diagrams() -> list[Diagram]:
    """The diagrams of the book of the Chinese rules and the lines made in their manner."""
    return [
        Diagram(_case(row), _labels(row))
        for row in json_lines("rules/cases.jsonl")
        if row["ruleset"] == "CXA"
    ]


def reflections(diagram: Diagram) -> list[Diagram]:
    """The diagram in the mirror, with the sides exchanged, and both."""
    mirror, flip = mirrored(diagram.case), colour_flipped(diagram.case)
    return [replace(diagram, case=case) for case in (mirror, flip, mirrored(flip))]


def entered(case: Case, ply: int) -> Game:
    """The same cycle, entered so many plies later and run as often."""
    start = played(case.fen, case.moves[:ply])
    lap = case.moves[-case.cycle_plies :]
    turned = [lap[(ply + number) % len(lap)] for number in range(len(case.moves))]
    for move in turned:
        start = start.play(move_from_uci(move))
    return start


def _case(row: dict[str, object]) -> Case:
    moves, cycle = row["moves"], row["cycle_plies"]
    assert isinstance(moves, list)
    assert isinstance(cycle, int)
    return Case(
        id=str(row["id"]),
        rule_set="cxa",
        fen=str(row["fen"]),
        moves=tuple(moves),
        verdict=str(row["verdict"]),
        cycle_plies=cycle,
    )


def _labels(row: dict[str, object]) -> tuple[str, ...]:
    labels = row.get("labels") or []
    assert isinstance(labels, list)
    return tuple(
        TOLD_OTHERWISE.get((str(row["id"]), ply), (label,))[0] for ply, label in enumerate(labels)
    )
