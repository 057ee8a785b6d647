"""Which materials nobody can win; made by `python -m tests.tools.unwinnable`."""

from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.encoding import CANNON

SUNK_SOLDIER: Final = -1
"""A soldier on its last rank."""


class Force(NamedTuple):
    """What a side has beside its general.

    Fields:
        attacker: `CANNON`, `SUNK_SOLDIER`, or 0 for none.
        advisors, elephants: how many.
    """

    attacker: int
    advisors: int
    elephants: int

    def is_within(self, most: "Force") -> bool:
        """Whether it has nothing that `most` has not."""
        return (
            self.attacker in (0, most.attacker)
            and self.advisors <= most.advisors
            and self.elephants <= most.elephants
        )


def is_within(pair: tuple[Force, Force], most: tuple[Force, Force]) -> bool:
    """Whether both sides are within a material, whichever of its two forces is whose."""
    (red, black), (one, other) = pair, most
    return (red.is_within(one) and black.is_within(other)) or (
        red.is_within(other) and black.is_within(one)
    )


UNWINNABLE: Final = (
    (Force(0, 0, 1), Force(SUNK_SOLDIER, 2, 2)),
    (Force(0, 0, 2), Force(SUNK_SOLDIER, 0, 2)),
    (Force(0, 0, 2), Force(SUNK_SOLDIER, 2, 1)),
    (Force(0, 1, 0), Force(SUNK_SOLDIER, 2, 2)),
    (Force(0, 1, 1), Force(SUNK_SOLDIER, 0, 2)),
    (Force(0, 1, 1), Force(SUNK_SOLDIER, 1, 1)),
    (Force(0, 1, 2), Force(SUNK_SOLDIER, 0, 1)),
    (Force(0, 1, 2), Force(SUNK_SOLDIER, 2, 0)),
    (Force(CANNON, 0, 0), Force(0, 1, 2)),
    (Force(CANNON, 0, 0), Force(CANNON, 0, 0)),
    (Force(CANNON, 0, 1), Force(0, 0, 2)),
    (Force(CANNON, 0, 2), Force(0, 0, 1)),
    (Force(SUNK_SOLDIER, 0, 2), Force(SUNK_SOLDIER, 0, 1)),
    (Force(SUNK_SOLDIER, 1, 0), Force(SUNK_SOLDIER, 0, 2)),
    (Force(SUNK_SOLDIER, 1, 1), Force(SUNK_SOLDIER, 1, 0)),
    (Force(SUNK_SOLDIER, 1, 2), Force(SUNK_SOLDIER, 0, 0)),
)
