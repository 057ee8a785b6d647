"""The kind of aggregate a mailbox is."""

from xiangqi_server.aggregates.direct_messages.apply import apply
from xiangqi_server.aggregates.direct_messages.decide import decide, due_at_ms, forces_snapshot
from xiangqi_server.aggregates.direct_messages.messages import MailCommand, MailEvent, WakeMail
from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.kernel.aggregate.kind import Kind, Records, Schedule

MAILBOX: Kind[Mailbox, MailCommand, MailEvent] = Kind(
    name="mailbox",
    empty=Mailbox.empty,
    decide=decide,
    apply=apply,
    commands=MailCommand,
    events=MailEvent,
    records=Records(Mailbox, forces_snapshot=forces_snapshot),
    schedule=Schedule(due_at_ms, WakeMail()),
)
