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


_UNPROVEN: Final = Allowance(
    date(2026, 12, 18), "which of these stories fail now and then is not known by name yet"
)
RERUNS: Final[dict[str, Allowance]] = {
    "tests/browser/": _UNPROVEN,
    "tests/system/": _UNPROVEN,
    "tests/deploy/": _UNPROVEN,
}
"""By the id of the test, without its parameters, or by the folder of the tests."""


def may_run_again(nodeid: str, today: date) -> bool:
    """Whether a test may run again after a failure."""
    name = nodeid.partition("[")[0]
    folder = "/".join(name.split("/")[:2]) + "/"
    allowances = (RERUNS.get(name), RERUNS.get(folder))
    return any(each is not None and today <= each.until for each in allowances)
