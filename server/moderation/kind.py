"""The kind of aggregate moderation is; its logs are kept under an older name."""

from server.aggregate.kind import Kind, Limits, Records
from server.moderation.apply import apply
from server.moderation.decide import decide
from server.moderation.messages import ModerationCommand, ModerationEvent
from server.moderation.state import Moderation

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
