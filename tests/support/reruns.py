"""Which tests may run again after a failure, until which day, and why.

A test that fails now and then is a finding. It may run again only while its line stands here; after
its day it runs once, and a failure is a failure.
"""

from datetime import date
from typing import Final, NamedTuple

MOST_RERUNS: Final = 3
"""A run in which more tests than this ran again fails."""


class Allowance(NamedTuple):
    """Why a test may run again, and the last day on which it may."""

    until: date
    why: str


RERUNS: Final[dict[str, Allowance]] = {}
"""By the id of the test, without its parameters."""


def may_run_again(nodeid: str, today: date) -> bool:
    """Whether a test may run again after a failure."""
    allowance = RERUNS.get(nodeid.partition("[")[0])
    return allowance is not None and today <= allowance.until
