"""What was said to people: acknowledged commands and seen events, to be held against the logs."""

from dataclasses import dataclass, field

from tests.simulation.faults import RecordingStore
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import AnyChange
from xiangqi_server.kernel.store.values import AggregateId


class LawBroken(AssertionError):
    """Something happened that must never happen."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command that was said to be done."""

    aggregate: AggregateId
    ref: CommandRef
    command: object
    done: Done


@dataclass
class Ledger:
    """Everything that was said.

    Attributes:
        checks: how many times a law was held against something.
        broken: the first law that did not hold; where it was raised it may be caught.
    """

    store: RecordingStore
    acknowledged: list[Acknowledged] = field(default_factory=list)
    checks: int = 0
    broken: LawBroken | None = None

    def require(self, holds: bool, law: str, *facts: object) -> None:
        """Hold one law.

        Raises:
            LawBroken: it does not hold.
        """
        self.checks += 1
        if not holds:
            broken = LawBroken(" ".join(map(str, (law, *facts))))
            self.broken = self.broken or broken
            raise broken

    def saw(self, aggregate: AggregateId, after: int, changes: tuple[AnyChange, ...]) -> int:
        """Somebody who stood at version `after` is told of changes; where it stands now."""
        stored = self.store.stored[aggregate]
        for change in changes:
            version = change.head.version
            self.require(version == after + 1, "seen without gaps", aggregate, after, version)
            is_stored = change.head in stored
            self.require(is_stored, "nothing is seen before it is stored", aggregate, change.head)
            after = version
        return after
