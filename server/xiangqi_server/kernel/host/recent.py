"""Which commands an aggregate has already carried out, so that a retry is answered, not repeated.

For each of the latest actors, the last 16 command ids are kept, each with the version of the last
event to which it led. They are in the snapshot of an aggregate, and are rebuilt
from the log like its state. The ids of an actor are one text: so a room has two texts instead of
a hundred small objects, and a look for an id reads one of them.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

COMMANDS_PER_ACTOR: Final = 16

RecentRecord = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""By actor, then by command: its id and its version."""


class CommandRef(Struct, frozen=True, array_like=True, gc=False):
    """A command: its actor, and the id that its sender gave it."""

    actor: str
    id: str


class _Commands(Struct, frozen=True, gc=False):
    """The latest commands of an actor.

    Fields:
        ids: oldest first, with a space before and after each; ids contain none.
        versions: for each id, that of the last event to which it led.
    """

    actor: str
    ids: str
    versions: tuple[int, ...]

    def then(self, id_: str, version: int) -> "_Commands":
        """With one more command; the oldest beyond the bound is forgotten."""
        ids, versions = f"{self.ids}{id_} ", (*self.versions, version)
        if len(versions) > COMMANDS_PER_ACTOR:
            ids, versions = ids[ids.index(" ", 1) :], versions[1:]
        return _Commands(self.actor, ids, versions)


class Recent(Struct, frozen=True, gc=False):
    """The latest commands by actor, the actor who acted last at the end."""

    _by_actor: tuple[_Commands, ...] = ()

    def version_of(self, ref: CommandRef) -> int | None:
        """The version of the last effect of the command, or None if it is not known."""
        for mine in self._by_actor:
            if mine.actor == ref.actor:
                at = mine.ids.find(f" {ref.id} ")
                return None if at < 0 else mine.versions[mine.ids.count(" ", 0, at)]
        return None

    def noting(self, ref: CommandRef, version: int, actors: int) -> "Recent":
        """With one more command; what is oldest beyond the bounds is forgotten."""
        mine, others = _Commands(ref.actor, " ", ()), self._by_actor
        for place, known in enumerate(others):
            if known.actor == ref.actor:
                mine, others = known, others[:place] + others[place + 1 :]
                break
        return Recent((*others, mine.then(ref.id, version))[-actors:])

    def to_record(self) -> RecentRecord:
        """All of it, as it is stored."""
        return tuple(
            (entry.actor, tuple(zip(entry.ids.split(), entry.versions, strict=True)))
            for entry in self._by_actor
        )

    @staticmethod
    def from_record(record: RecentRecord) -> "Recent":
        """What was stored."""
        return Recent(tuple(_commands(actor, commands) for actor, commands in record))


def _commands(actor: str, commands: Iterable[tuple[str, int]]) -> _Commands:
    known = _Commands(actor, " ", ())
    for id_, version in commands:
        known = known.then(id_, version)
    return known
