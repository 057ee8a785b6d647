"""The nemesis of clusters, briefly: a primary that only its clients still reach.

That something is lost without any care is shown by what is written back: it was lost before.
"""

import pytest

from tests.nemesis.appenders import Tally
from tests.nemesis.cluster import Way, a_round, is_as_promised
from tests.nemesis.failovers import OF_CLUSTERS


@pytest.mark.parametrize("way", [Way.REPLICA, Way.RESTORED])
def test_nothing_is_lost_when_a_primary_is_cut_off_and_clients_still_reach_it(way: Way) -> None:
    tally = Tally()

    a_round(tally, "cluster", "partition", way)

    assert tally.acknowledged > 0
    assert is_as_promised(tally, way, OF_CLUSTERS["partition"]), tally
