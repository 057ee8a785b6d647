"""The arithmetic of article 26.6."""

import pytest

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    HORSE,
    SOLDIER,
)
from xiangqi_server.game.rules.cxa.values import GAIN, WORTH

R, H, C, A, E, P = (WORTH[role] for role in (CHARIOT, HORSE, CANNON, ADVISOR, ELEPHANT, SOLDIER))


@pytest.mark.parametrize(
    "balance",
    [0, R - H - C, R - 2 * H, H - C, A - E, H - P, A - P, P - H, 2 * A - P, H - 2 * P, A - 3 * P],
)
def test_what_is_equal(balance: int) -> None:
    assert GAIN[balance] == 0


@pytest.mark.parametrize(
    "balance", [R, H, C, A, E, P, 2 * P, R - H, H - A, R - P, R - 3 * P, H + P, A + E - A, R - A]
)
def test_what_is_a_gain_and_its_opposite_a_loss(balance: int) -> None:
    assert GAIN[balance] > 0
    assert GAIN[-balance] == -GAIN[balance]
