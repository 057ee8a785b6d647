"""What of a rating leaves for whom."""

import pytest

from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.api.names.naming import DisplayName
from xiangqi_server.api.names.shown_ratings import require_shown, shown_rating
from xiangqi_server.kernel.aggregate.refusal import Refused


def called(player: str) -> DisplayName:
    """A name; only Ben hides the ratings."""
    return DisplayName(player, guest=False, hides_rating=player == "ben")


@pytest.mark.parametrize(
    ("player", "reader", "shown"),
    [("ann", None, 1612), ("ben", None, None), ("ben", "ann", None), ("ben", "ben", 1612)],
)
def test_a_hidden_rating_is_for_its_player_alone(
    player: str, reader: str | None, shown: int | None
) -> None:
    assert shown_rating(1612, player, called, reader) == shown


def test_what_has_a_hidden_rating_in_it_is_closed() -> None:
    require_shown(["ann", "eve"], called)

    with pytest.raises(Refused) as refusal:
        require_shown(["ann", "ben"], called)

    assert refusal.value.code is SharedRefusal.RATING_HIDDEN
