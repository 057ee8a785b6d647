"""What a message adds to the store, in portions: what it says itself, and what follows from it.

It is counted before anything is stored, so as a rule it is the most that the message leads to. That
is the event in the log, its part of snapshots, rows of lists, and the logs of other players that
hear of it. All of it counts as the store holds it in memory.
"""

from typing import Final, NamedTuple

from xiangqi_server.limits import portions


class Adds(NamedTuple):
    """What a message leaves in the store.

    Fields:
        portions: what follows from it.
        copies: how often its own text is kept.
    """

    portions: int
    copies: int = 1

    def of(self, size_bytes: int) -> int:
        """How many portions a message of this size adds."""
        return self.portions + portions(size_bytes) * self.copies


NOTHING: Final = Adds(0, copies=0)
"""Only what is known to leave nothing behind is free."""
USUAL: Final = Adds(8)
ON_BOTH_SIDES: Final = Adds(8, copies=2)
"""Both players keep what is written."""
ACCOUNT: Final = Adds(40)
ROOM: Final = Adds(12)
"""Half of a whole game without its moves: its room, its row, and what its players keep of it."""
REVIEW: Final = Adds(20)
"""What an engine finds of a whole game, and the rows of those that wait."""
EVENT: Final = Adds(2)
"""An event of a room: what players do there. Its message is one portion more."""
VACATION: Final = Adds(200)
"""An event in each of the open games, of which most players have few."""
KEPT_SMALL: Final = Adds(1)
"""What replaces what was there before: the logs of players and of the lobby are trimmed."""
WORDS: Final = Adds(20)
"""The lists of a profile's words, each of which may be the first with its word."""
GUEST: Final = 40
"""How many portions a guest costs that is stored for the first time."""
