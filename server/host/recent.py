"""Which commands an aggregate has already carried out, so that a retry is answered, not repeated.

Of each of the latest actors the last 16 command ids are kept, with the version of the
last event each led to. It is part of what an aggregate's snapshot holds and is rebuilt
from the log like its state.
"""

from typing import Final, NamedTuple

from msgspec import Struct

COMMANDS_PER_ACTOR: Final = 16


class CommandRef(NamedTuple):
    """Whose command, and the id its sender gave it."""

    actor: str
    id: str


class Recent(Struct, frozen=True):
    """The latest commands by actor, the actor who acted last at the end."""

    by_actor: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()

    def version_of(self, ref: CommandRef) -> int | None:
        """The version of the last effect of the command, or None if it is not known."""
        place = self._place(ref.actor)
        if place is not None:
            for id_, version in self.by_actor[place][1]:
                if id_ == ref.id:
                    return version
        return None

    def noting(self, ref: CommandRef, version: int, actors: int) -> "Recent":
        """With one more command; what is oldest beyond the bounds is forgotten."""
        place, others = self._place(ref.actor), self.by_actor
        mine: tuple[tuple[str, int], ...] = ()
        if place is not None:
            mine = others[place][1]
            others = others[:place] + others[place + 1 :]
        mine = (*mine, (ref.id, version))[-COMMANDS_PER_ACTOR:]
        return Recent((*others, (ref.actor, mine))[-actors:])

    def _place(self, actor: str) -> int | None:
        """Where an actor stands, None if it has not acted lately; thousands may have."""
        for place, (name, _) in enumerate(self.by_actor):
            if name == actor:
                return place
        return None
