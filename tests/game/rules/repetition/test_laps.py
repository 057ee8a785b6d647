"""Which laps of a repetition count: an idle lap before, between and after the guilty ones."""

from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.support.cxa_cases import diagrams
from tests.support.ruling_cases import Case, played, settled_cases
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge, warning
from xiangqi_server.game.rules.board.encoding import Move, Side, make_move, uci_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.laps import ruled_part
from xiangqi_server.game.rules.repetition.ruling import Ending, Ruling
from xiangqi_server.game.rules.repetition.window import Window, repeated_part
from xiangqi_server.game.rules.rulesets import DOUBTING, RuleOptions, rule_set

CHECKS = "3k5/R8/9/9/9/9/9/9/8r/4K4 w"
IDLE_LAP = ("a8b8", "i1i2", "b8a8", "i2i1")
CHECK_LAP = ("a8a9", "d9d8", "a9a8", "d8d9")
CHASE = "3k5/9/9/9/4c4/4R4/9/9/4A4/4K4 b"
IDLE_BEFORE_CHASE = ("d9d8", "e0f0", "d8d9", "f0e0")
CHASE_LAP = ("e5f5", "e4f4", "f5e5", "f4e4")
COUNTED = [
    RuleOptions("axf"),
    RuleOptions("wxf"),
    RuleOptions("cxa"),
    RuleOptions("club"),
    RuleOptions("axf", strict=True),
    RuleOptions("cxa", strict=True),
]
"""Terms under which a guilty side loses."""
WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A failing line is short as it is, and each step of making it shorter rules on it anew."""


def _label(terms: RuleOptions) -> str:
    return terms.name + ("-strict" if terms.strict else "")


def _laps_needed(terms: RuleOptions) -> int:
    return rule_set(terms).ruled_at.occurrence - 1


@pytest.mark.parametrize("terms", COUNTED, ids=_label)
@pytest.mark.parametrize(
    ("fen", "idle", "guilty"),
    [(CHECKS, IDLE_LAP, CHECK_LAP), (CHASE, IDLE_BEFORE_CHASE, CHASE_LAP)],
    ids=["checks", "chase"],
)
def test_an_idle_lap_before_clears_nobody_and_draws_nothing(
    terms: RuleOptions, fen: str, idle: tuple[str, ...], guilty: tuple[str, ...]
) -> None:
    laps = _laps_needed(terms)
    for count in range(laps):
        assert judge(played(fen, idle + guilty * count), terms) is None

    ruling = judge(played(fen, idle + guilty * laps), terms)

    assert ruling is not None
    assert (ruling.verdict, ruling.window) == ("red_loses", (4, 4 * laps + 3))


def test_the_warning_after_an_idle_lap_tells_when_the_loss_comes() -> None:
    told = [
        warning(played(CHECKS, IDLE_LAP + CHECK_LAP * count), RuleOptions()) for count in (0, 1, 2)
    ]

    found = [
        (each.occurrences, each.left, each.sides[Side.RED].ending, each.window)
        for each in told
        if each is not None
    ]
    assert found == [
        (2, 2, Ending.REPETITION, (0, 3)),
        (3, 2, Ending.PERPETUAL_CHECK, (4, 7)),
        (4, 1, Ending.PERPETUAL_CHECK, (4, 11)),
    ]


def test_what_loses_a_lap_later_is_named_at_its_time() -> None:
    third, last = (
        warning(played(CHECKS, IDLE_LAP + CHECK_LAP * count + CHECK_LAP[:2]), RuleOptions())
        for count in (1, 2)
    )

    assert last is not None
    assert third is None or not third.sides[Side.RED].losing
    assert [uci_of(item.move) for item in last.sides[Side.RED].losing] == ["a9a8"]


def test_a_lap_that_is_left_off_and_taken_up_again_counts_anew() -> None:
    game = played(CHECKS, CHECK_LAP * 2 + IDLE_LAP)
    ruling = judge(game, RuleOptions())

    assert ruling is not None
    assert (ruling.verdict, ruling.ending) == ("draw", Ending.REPETITION)


def test_forbid_refuses_the_move_that_completes_the_third_guilty_lap() -> None:
    terms = RuleOptions(forbid=True)
    laps = IDLE_LAP + CHECK_LAP * 2
    before, after = (banned_moves(played(CHECKS, laps + CHECK_LAP * n), terms) for n in (0, 1))

    assert before == {}
    assert [uci_of(move) for move in after] == ["a8a9"]


def test_loop3_bans_and_draws_by_the_last_three_runs() -> None:
    terms = RuleOptions("loop3")
    two, three = (played(CHECKS, IDLE_LAP + CHECK_LAP * count) for count in (2, 3))

    assert judge(two, terms) is None
    assert banned_moves(two, terms) == {}
    assert [uci_of(move) for move in banned_moves(three, terms)] == ["a8a9"]


def test_chessvariants_bans_driving_by_the_last_two_laps() -> None:
    fen = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
    idle, driving = ("f0f1", "e9e8", "f1f0", "e8e9"), ("b1a1", "a5b5", "a1b1", "b5a5")
    terms = RuleOptions("chessvariants")

    assert banned_moves(played(fen, idle + driving), terms) == {}
    assert [uci_of(move) for move in banned_moves(played(fen, idle + driving * 2), terms)] == [
        "b1a1"
    ]


def test_a_guilty_lap_now_and_then_is_drawn_in_the_end() -> None:
    game = played(CHECKS, IDLE_LAP * 2 + CHECK_LAP)

    assert judge(game, RuleOptions()) is None
    for move in IDLE_LAP:
        game = game.play(next(each for each in game.legal_moves() if uci_of(each) == move))
    ruling = judge(game, RuleOptions())

    assert ruling is not None
    assert (ruling.verdict, ruling.occurrences) == ("draw", 5)


def test_an_offence_that_never_completes_is_ruled_on_when_it_should_have_been() -> None:
    laps = [IDLE_LAP, CHECK_LAP] * 3
    ruled = []
    for count in range(1, 7):
        window = repeated_part(played(CHECKS, [move for lap in laps[:count] for move in lap]))
        ruled.append(ruled_part(window, 4, _blames_one_lap_only) is not None)

    assert ruled == [False, False, False, False, True, True]


def _blames_one_lap_only(laps: Window) -> Side | None:
    return Side.RED if laps.occurrences == 2 else None


def test_laps_that_are_alike_wait_for_nothing() -> None:
    window = repeated_part(played(CHECKS, IDLE_LAP * 3))

    assert ruled_part(window, 4, _blames_one_lap_only) == window


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle that loses, and an idle one from the same position."""

    case: Case
    start: str
    loser: Side
    guilty: tuple[Move, ...]
    idle: tuple[Move, ...]


@cache
def cycles() -> tuple[Cycle, ...]:
    """Every losing case of the counted sets for which there is an idle lap."""
    cases = [case for case in settled_cases() if case.rule_set in ("axf", "wxf", "club")]
    cases += [each.case for each in diagrams()]
    found = (_cycle(case) for case in cases if case.verdict.endswith("loses"))
    return tuple(cycle for cycle in found if cycle is not None)


def _cycle(case: Case) -> Cycle | None:
    game = case.game()
    lap = game.moves[game.ply - case.cycle_plies :]
    if not case.cycle_plies or game.back_to(game.ply - len(lap)).position != game.position:
        return None
    start = write_fen(game.position)
    loser = Side.RED if case.verdict == "red_loses" else Side.BLACK
    idle = _idle_lap(Game.start(start, composed=True), lap, _terms(case.rule_set))
    return None if idle is None else Cycle(case, start, loser, lap, idle)


def _idle_lap(game: Game, guilty: tuple[Move, ...], terms: RuleOptions) -> tuple[Move, ...] | None:
    """Four plies to and fro in which neither side does anything, apart from the guilty lap."""
    strategy = rule_set(terms).strategy
    inspector = strategy.inspector()
    known = {position.board for position in _after(game, guilty).positions_since(1)[:-1]}
    tried = 0
    for move in game.legal_moves():
        for answer in game.play(move).legal_moves():
            lap = (move, answer, _back(move), _back(answer))
            rested = _quietly(game, lap)
            if rested is None or move == guilty[0] or lap[-1] == guilty[-1]:
                continue
            if known & {position.board for position in rested.positions_since(1)[:-1]}:
                continue
            tried += 1
            windows = [
                repeated_part(_after(game, laps))
                for laps in (lap, guilty + lap, lap + guilty, guilty + guilty + lap)
            ]
            if all(strategy.at_fault(window, inspector) is None for window in windows):
                return lap
            if tried == 20:
                return None
    return None


def _after(game: Game, moves: tuple[Move, ...]) -> Game:
    for move in moves:
        game = game.play(move)
    return game


def _quietly(game: Game, lap: tuple[Move, ...]) -> Game | None:
    for move in lap:
        if game.board[move & 127] or not game.is_legal(move):
            return None
        game = game.play(move)
    return game if game.occurrences == 2 else None


def _back(move: Move) -> Move:
    return make_move(move & 127, move >> 7)


def _terms(name: str, *, strict: bool = False) -> RuleOptions:
    """Terms that rule in doubt as well, as the cases do."""
    return RuleOptions(name, strict=strict, always=name in DOUBTING)


def test_there_are_enough_cycles() -> None:
    assert len(cycles()) > 120


def expected(laps: list[bool], needed: int) -> str | None:
    """What the laps, True for guilty ones, should lead to."""
    if len(laps) < needed:
        return None
    if all(laps[-needed:]):
        return "loss"
    return None if laps[-1] else "draw"


@settings(phases=WITHOUT_SHRINKING)
@given(
    which=st.integers(0, 10**6),
    laps=st.lists(st.booleans(), min_size=2, max_size=7),
    strict=st.booleans(),
)
def test_only_the_last_laps_in_a_row_are_judged(
    which: int, laps: list[bool], *, strict: bool
) -> None:
    cycle = cycles()[which % len(cycles())]
    terms = _terms(cycle.case.rule_set, strict=strict)
    game = Game.start(cycle.start, composed=True)
    for number in range(1, len(laps) + 1):
        game = _after(game, cycle.guilty if laps[number - 1] else cycle.idle)
        ruling = judge(game, terms)
        told = None if ruling is None else "draw" if ruling.loser is None else "loss"

        assert told == expected(laps[:number], _laps_needed(terms)), cycle.case.id
        if ruling is not None:
            assert ruling.loser in (None, cycle.loser)
            return


@settings(phases=WITHOUT_SHRINKING)
@given(
    which=st.integers(0, 10**6),
    laps=st.lists(st.booleans(), min_size=1, max_size=4),
    strict=st.booleans(),
)
def test_warning_and_ruling_agree(which: int, laps: list[bool], *, strict: bool) -> None:
    cycle = cycles()[which % len(cycles())]
    terms = RuleOptions(cycle.case.rule_set, strict=strict)
    game = Game.start(cycle.start, composed=True)
    for is_guilty in laps:
        lap = cycle.guilty if is_guilty else cycle.idle
        game = _after(game, lap)
        if judge(game, terms) is not None:
            return
        told = warning(game, terms)
        ruled = _run_on(game, lap, terms)

        assert told is not None
        assert [side.at_fault for side in told.sides] == [ruled.loser is side for side in Side]
        assert {side.ending for side in told.sides} == {ruled.ending}, cycle.case.id
        assert {side.clause for side in told.sides} == {ruled.clause}, cycle.case.id
        assert told.occurrences + told.left == ruled.occurrences


def _run_on(game: Game, lap: tuple[Move, ...], terms: RuleOptions) -> Ruling:
    """The ruling that comes if a lap is run again and again."""
    while (ruling := judge(game, terms)) is None:
        game = _after(game, lap)
    return ruling
