"""The kind of aggregate a player's notices are."""

from typing import Final

from xiangqi_server.aggregates.notices.apply import apply
from xiangqi_server.aggregates.notices.decide import decide
from xiangqi_server.aggregates.notices.messages import NoticesCommand, NoticesEvent, WakeNotices
from xiangqi_server.aggregates.notices.schedule import due_at_ms
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records, Schedule

GATHER_MS: Final = 200
"""The news of so long becomes one append: a round that begins tells twenty games at once."""


def _forces_snapshot(notices: Notices) -> bool:
    """The addresses of a deleted account must go from the log too: a snapshot replaces it."""
    return notices.is_closed and not notices.is_shed


NOTICES: Kind[Notices, NoticesCommand, NoticesEvent] = Kind(
    name="notices",
    empty=Notices.empty,
    decide=decide,
    apply=apply,
    commands=NoticesCommand,
    events=NoticesEvent,
    records=Records(Notices, forces_snapshot=_forces_snapshot),
    schedule=Schedule(due_at_ms, WakeNotices()),
    limits=Limits(min_append_interval_ms=GATHER_MS),
)
