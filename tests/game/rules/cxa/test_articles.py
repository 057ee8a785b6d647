"""Single articles on positions made for them: what is taken away changes the class."""

import pytest

from xiangqi_server.game.rules.board.encoding import Move, move_from_uci
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.classes import PlyFinding, classify
from xiangqi_server.game.rules.cxa.readings import FULL, Solvers


def found(fen: str, uci: str) -> PlyFinding:
    position = read_fen(fen, composed=True)
    move: Move = move_from_uci(uci)
    assert position.is_legal(move)
    return classify(Solvers(FULL), position.board, move, position.side)


@pytest.mark.parametrize(
    ("what", "fen", "uci", "kind", "article"),
    [
        ("a cannon without a root", "3k5/9/9/9/6c2/9/1R7/9/9/5K3 w", "b3g3", "chase", "24.3"),
        ("its root put back", "3k5/9/4b4/9/6c2/9/1R7/9/9/5K3 w", "b3g3", "idle", "24.8"),
        ("a check", "3k5/9/9/9/9/9/1R7/9/9/5K3 w", "b3d3", "check", "24.1"),
        ("a threat to mate", "3k5/R8/9/9/9/9/1R7/9/9/5K3 w", "b3b4", "kill", "24.2"),
        ("like faces like", "3k5/9/9/6r2/4n4/9/1R7/4N4/9/5K3 w", "b3g3", "exchange", "24.4"),
        ("the general may chase", "3k5/9/9/9/9/9/9/9/3n5/4K4 w", "e0e1", "idle", "24.8"),
        ("so may a soldier", "3k5/9/9/2P1n4/9/9/9/9/9/5K3 w", "c6d6", "idle", "24.8"),
        ("a soldier at home is nothing", "3k5/9/9/6p2/9/9/1R7/9/9/5K3 w", "b3g3", "idle", "24.8"),
        (
            "across the river it is a piece",
            "3k5/9/9/9/9/6p2/1R7/9/9/5K3 w",
            "b3g3",
            "chase",
            "24.3",
        ),
    ],
)
def test_the_class_and_its_article(what: str, fen: str, uci: str, kind: str, article: str) -> None:
    del what
    finding = found(fen, uci)

    assert (finding.kind.value, finding.article.value) == (kind, article)


def test_every_paragraph_is_known_by_its_number() -> None:
    assert CxaClause("26.1.3") is CxaClause.GENERAL_ANSWERS_CHECK
