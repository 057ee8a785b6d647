from tests.support.ruling_cases import all_cases, played
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.repetition.evidence import (
    ChaseKind,
    Evidence,
    Level,
    PlyKind,
    Rejection,
    Why,
)
from xiangqi_server.game.rules.repetition.evidence_builder import evidence_of
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.window import repeated_part

LAP = ("b1a1", "a5b5", "a1b1", "b5a5")


def evidence_in(fen: str, moves: tuple[str, ...]) -> Evidence:
    return evidence_of(repeated_part(played(fen, moves)), Inspector())


def evidence_of_case(name: str) -> Evidence:
    case = next(case for case in all_cases() if case.id == name)
    return evidence_in(case.fen, case.moves)


def rejections(evidence: Evidence, side: Side) -> set[Rejection]:
    return {rejected.reason for ply in evidence.plies_of(side) for rejected in ply.rejected}


def test_every_ply_of_the_window_has_its_line() -> None:
    evidence = evidence_in("4k4/9/9/9/c8/9/9/9/1R7/5K3 w", LAP * 2)

    assert [uci_of(ply.move) for ply in evidence.plies] == list(LAP * 2)
    assert [ply.ply for ply in evidence.plies] == list(range(8))
    assert [ply.kind for ply in evidence.plies] == [PlyKind.CHASE, PlyKind.IDLE] * 4
    assert [red.level for red in evidence.sides] == [Level.DIRECT_CHASE, Level.NONE]


def test_a_chase_names_the_pair_and_why_the_victim_is_unprotected() -> None:
    chase = evidence_in("4k4/9/9/9/c8/9/9/9/1R7/5K3 w", LAP * 2).plies[2].chases[0]

    assert (chase.attacker.square, chase.victim.square) == (10, 46)
    assert (chase.attacker_id, chase.victim_id) == (10, 45)
    assert (chase.kind, chase.why) == (ChaseKind.DIRECT, Why.UNPROTECTED)


def test_a_false_root_is_named_with_what_bars_it() -> None:
    chases = [chase for ply in evidence_of_case("wxf-090").plies for chase in ply.chases]

    barred = next(chase for chase in chases if chase.why is Why.FALSE_ROOT)

    assert barred.root is not None
    assert barred.bar is not None
    assert (barred.root.square, barred.bar.square) == (67, 22)


def test_a_check_that_also_chases_keeps_its_chases() -> None:
    plies = evidence_of_case("wxf-042").plies_of(Side.RED)

    assert {ply.kind for ply in plies} <= {PlyKind.CHASE, PlyKind.CHECK}


def test_each_reason_to_reject_an_attack_is_given_where_it_applies() -> None:
    protected = evidence_in("r3k4/9/9/9/c8/9/9/9/1R7/5K3 w", LAP * 2)
    exempt = evidence_of_case("wxf-072")
    uncrossed = evidence_of_case("wxf-056")
    goes_on = evidence_of_case("wxf-114")
    exchange = evidence_of_case("wxf-122")
    pinned = evidence_of_case("wxf-090")

    assert Rejection.PROTECTED in rejections(protected, Side.RED)
    assert Rejection.EXEMPT_ATTACKER in rejections(exempt, Side.RED)
    assert Rejection.UNCROSSED_SOLDIER in rejections(uncrossed, Side.RED)
    assert Rejection.EXISTED_BEFORE in rejections(goes_on, Side.RED)
    assert Rejection.EXCHANGE in rejections(exchange, Side.RED)
    assert {Rejection.PINNED_ATTACKER, Rejection.EXPOSES_GENERAL} & rejections(pinned, Side.BLACK)


def test_the_victims_of_a_side_are_followed_through_the_cycle() -> None:
    red = evidence_in("4k4/9/9/9/c8/9/9/9/1R7/5K3 w", LAP * 2).sides[Side.RED]

    assert [(prey.id, prey.squares) for prey in red.victims] == [(45, (45, 46))]
