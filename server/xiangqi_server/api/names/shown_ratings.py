"""The one way on which a rating leaves for a reader: not if its player hides it.

A player who hides the ratings sees them in the answers to `ratings` and `rating_history`, which
come to that player alone. What many readers get at once is without them, for that player too. A log
has all that happened, so one with a hidden rating is closed as long as it is hidden. Operators see
ratings in what an engine found for a report.
"""

from collections.abc import Iterable
from typing import TypeVar

from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.api.names.naming import NameOf
from xiangqi_server.kernel.aggregate.refusal import require

_Rating = TypeVar("_Rating")


def shown_rating(
    rating: _Rating, player: str, names: NameOf, reader: str | None = None
) -> _Rating | None:
    """A rating of a player, or what is made of one; None if the player hides it from others.

    Args:
        reader: the one who alone gets it, if it is not for many.
    """
    return None if names(player).hides_rating and reader != player else rating


def require_shown(players: Iterable[str], names: NameOf) -> None:
    """Go on if none of these players hides a rating.

    Raises:
        Refused: RATING_HIDDEN.
    """
    is_hidden = any(names(player).hides_rating for player in players)
    require(not is_hidden, SharedRefusal.RATING_HIDDEN)
