"""The kind of aggregate moderation is; its logs are kept under an older name."""

from xiangqi_server.aggregates.moderation.apply import apply
from xiangqi_server.aggregates.moderation.decide import decide
from xiangqi_server.aggregates.moderation.messages import ModerationCommand, ModerationEvent
from xiangqi_server.aggregates.moderation.state import Moderation
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records

MODERATION: Kind[Moderation, ModerationCommand, ModerationEvent] = Kind(
    name="office",
    empty=lambda _: Moderation(),
    decide=decide,
    apply=apply,
    commands=ModerationCommand,
    events=ModerationEvent,
    records=Records(Moderation),
    limits=Limits(actors=2_048),
)
