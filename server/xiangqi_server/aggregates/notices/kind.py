"""The kind of aggregate a player's notices are."""

from typing import Final

from xiangqi_server.aggregates.notices.apply import apply
from xiangqi_server.aggregates.notices.decide import decide
from xiangqi_server.aggregates.notices.messages import NoticesCommand, NoticesEvent
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records

GATHER_MS: Final = 200
"""The news of so long becomes one append: a round that begins tells twenty games at once."""

NOTICES: Kind[Notices, NoticesCommand, NoticesEvent] = Kind(
    name="notices",
    empty=Notices.empty,
    decide=decide,
    apply=apply,
    commands=NoticesCommand,
    events=NoticesEvent,
    records=Records(Notices),
    limits=Limits(min_append_interval_ms=GATHER_MS),
)
