"""What happened in a simulation, line by line, as one hash: the same seed gives the same one.

Also the one source of chance: whoever needs a random choice takes it from a stream of its
own, so that one more choice here does not change those there.
"""

import hashlib
import random
from collections import Counter
from typing import Final

from tests.support.virtual_time import local_ms

KEPT_LINES: Final = 40


class Trace:
    """The story so far.

    Attributes:
        latest: the last lines, for whoever looks at a failure.
        counts: how often each kind of thing happened.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.latest: list[str] = []
        self.counts: Counter[str] = Counter()
        self._hash = hashlib.sha256(str(seed).encode())

    def add(self, what: str, *facts: object) -> None:
        """Write down that something happened now."""
        self.counts[what] += 1
        line = " ".join(map(str, (local_ms(), what, *facts)))
        self._hash.update(line.encode() + b"\n")
        self.latest = [*self.latest[-KEPT_LINES + 1 :], line]

    def chance(self, name: str) -> random.Random:
        """The stream of chance called `name`."""
        return random.Random(f"{self.seed} {name}")

    @property
    def digest(self) -> str:
        """The hash of all lines."""
        return self._hash.hexdigest()[:16]
