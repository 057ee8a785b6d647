"""The kind of aggregate moderation is; its logs are kept under an older name."""

from xiangqi_server.aggregate.kind import Kind, Limits, Records
from xiangqi_server.moderation.apply import apply
from xiangqi_server.moderation.decide import decide
from xiangqi_server.moderation.messages import ModerationCommand, ModerationEvent
from xiangqi_server.moderation.state import Moderation

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
