"""The published diagrams: the class of every ply, and the verdict on every cycle."""

import pytest

from tests.support.cxa_cases import Diagram, diagrams, entered, reflections
from tests.support.rule_data import json_lines
from tests.support.ruling_cases import Case, played
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Board, Side, make_move
from xiangqi_server.game.rules.board.moves import board_after, legal_moves
from xiangqi_server.game.rules.cxa.classes import classify
from xiangqi_server.game.rules.cxa.readings import FULL, Solvers
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Rejection
from xiangqi_server.game.rules.rulesets import RuleOptions

DIAGRAMS = diagrams()
LABELLED = [diagram for diagram in DIAGRAMS if diagram.labels]
ONLY_LAPS = [each for each in DIAGRAMS if len(each.case.moves) % each.case.cycle_plies == 0]
"""The lines without moves before the cycle."""
ALWAYS = RuleOptions("cxa", always=True)


def _classes(diagram: Diagram) -> tuple[str, ...]:
    solvers = Solvers(FULL)
    return tuple(classify(solvers, *ply).kind.value for ply in diagram.plies())


def test_there_are_enough_diagrams() -> None:
    assert len(DIAGRAMS) == 54
    assert sum(len(diagram.labels) for diagram in LABELLED) == 226


@pytest.mark.parametrize("diagram", LABELLED, ids=lambda diagram: diagram.case.id)
def test_every_ply_has_its_printed_class(diagram: Diagram) -> None:
    assert _classes(diagram) == diagram.labels


@pytest.mark.parametrize("diagram", LABELLED, ids=lambda diagram: diagram.case.id)
def test_no_class_changes_in_the_mirror_or_with_the_sides_exchanged(diagram: Diagram) -> None:
    for reflected in reflections(diagram):
        assert _classes(reflected) == diagram.labels


@pytest.mark.parametrize("diagram", DIAGRAMS, ids=lambda diagram: diagram.case.id)
def test_every_cycle_has_its_printed_verdict(diagram: Diagram) -> None:
    for told in (diagram, *reflections(diagram)):
        ruling = judge(told.case.game(), ALWAYS)

        assert ruling is not None
        assert ruling.verdict == told.case.verdict


@pytest.mark.parametrize("diagram", ONLY_LAPS, ids=lambda diagram: diagram.case.id)
def test_a_verdict_does_not_depend_on_where_the_cycle_is_entered(diagram: Diagram) -> None:
    case = diagram.case
    for ply in range(1, case.cycle_plies):
        ruling = judge(entered(case, ply), ALWAYS)

        assert ruling is not None
        assert ruling.verdict == case.verdict


def _mates(board: Board, side: Side) -> bool:
    afters = [board_after(board, move) for move in legal_moves(board, side)]
    return any(
        is_checked(after, side.opponent) and not legal_moves(after, side.opponent)
        for after in afters
    )


def _games() -> list[Game]:
    found = [row for row in json_lines("rules/found.jsonl") if row["ruleset"] == "cxa"]
    lines = [played(row["fen"], row["moves"]) for row in found]
    return [*(diagram.case.game() for diagram in DIAGRAMS), *lines]


def test_who_is_told_to_be_mated_at_once_is_mated_by_the_very_next_move() -> None:
    told = 0
    for game in _games():
        ruling = judge(game, ALWAYS._replace(rule_at=3))
        boards = game.boards_since(0)
        for ply in ruling.evidence.plies if ruling and ruling.evidence else ():
            for rejected in ply.rejected:
                if rejected.reason is Rejection.MATED_AT_ONCE:
                    told += 1
                    capture = make_move(rejected.attacker.square, rejected.victim.square)
                    assert _mates(board_after(boards[ply.ply + 1], capture), ply.side.opponent)

    assert told


def test_a_mate_by_taking_the_piece_offered_for_exchange_is_no_kill() -> None:
    """Diagram 29, first line: Red offers the exchange again and again, Black threatens mate."""
    [row] = [each for each in json_lines("rules/found.jsonl") if each["id"] == "R1-cxa"]
    case = Case("29", "cxa", row["fen"], tuple(row["moves"]), row["verdict"])

    assert _classes(Diagram(case, ("exchange", "kill") * 2)) == ("exchange", "kill") * 2
