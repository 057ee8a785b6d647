"""Mailboxes: messages arrive once however often and late they are delivered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from xiangqi_server.aggregates.direct_messages.apply import apply
from xiangqi_server.aggregates.direct_messages.decide import decide, due_at_ms, forces_snapshot
from xiangqi_server.aggregates.direct_messages.kind import MAILBOX
from xiangqi_server.aggregates.direct_messages.messages import (
    Deliver,
    Emptied,
    Empty,
    Forget,
    HistoryPurged,
    MailCommand,
    MailEvent,
    Read,
    Received,
    Send,
    Sent,
    WakeMail,
    WasRead,
)
from xiangqi_server.aggregates.direct_messages.state import (
    KEPT_BYTES,
    KEPT_MESSAGES,
    MAX_CONVERSATIONS,
    DirectMessage,
    Mailbox,
)
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.journal import write_snapshot
from xiangqi_server.kernel.host.recent import Recent
from xiangqi_server.kernel.store.records import MAX_RECORD_BYTES
from xiangqi_server.wire.limits import MESSAGE_BYTES

NOW_MS = 1_700_000_000_000


class Post:
    """Mailboxes as they happen, and the effects nobody has carried out yet."""

    def __init__(self) -> None:
        self.boxes = {name: Mailbox.empty(name) for name in ("ann", "ben")}
        self.effects: list[Effect] = []

    def tell(self, owner: str, *commands: MailCommand) -> tuple[MailEvent, ...]:
        """Decide commands in turn; the events of the last one."""
        events: tuple[MailEvent, ...] = ()
        for command in commands:
            decision = decide(self.boxes[owner], command, NOW_MS)
            events = decision.events
            for event in events:
                self.boxes[owner] = apply(self.boxes[owner], Stamped(1, NOW_MS, event))
            self.effects.extend(decision.effects)
        return events

    def carry_out(self, effect: Effect) -> None:
        assert isinstance(effect.command, Deliver)
        self.tell(effect.id, effect.command)

    def texts(self, owner: str, other: str) -> list[str]:
        return [message.text for message in self.boxes[owner].with_(other).messages]


def test_a_message_is_kept_by_its_writer_and_ordered_to_the_other_one() -> None:
    post = Post()

    events = post.tell("ann", Send("ben", "Hello."))

    assert events == (Sent("ben", 1, "Hello."),)
    assert post.effects == [Effect("mailbox", "ben", Deliver("ann", 1, "Hello."))]
    messages = post.boxes["ann"].with_("ben").messages
    assert messages == (DirectMessage(1, is_mine=True, serial=1, at_ms=NOW_MS, text="Hello."),)
    assert post.boxes["ann"].unread == 0


def test_an_answer_stands_below_the_message_and_is_unread_until_it_is_read() -> None:
    post = Post()
    post.tell("ann", Send("ben", "Hello."))
    post.carry_out(post.effects.pop())
    post.tell("ben", Send("ann", "Hello yourself."))
    post.carry_out(post.effects.pop())

    assert post.texts("ann", "ben") == post.texts("ben", "ann") == ["Hello.", "Hello yourself."]
    assert (post.boxes["ann"].unread, post.boxes["ben"].unread) == (1, 1)
    assert post.tell("ann", Read("ben", 99)) == (WasRead("ben", 2),)
    assert post.tell("ann", Read("ben", 1)) == ()
    assert post.boxes["ann"].unread == 0


@given(st.data())
def test_every_message_arrives_once_in_whatever_order_and_however_often(
    data: st.DataObject,
) -> None:
    post = Post()
    count = data.draw(st.integers(1, 12))
    for number in range(count):
        post.tell("ann", Send("ben", str(number)))
    deliveries = data.draw(st.permutations(post.effects * 2))

    for effect in deliveries:
        post.carry_out(effect)

    assert sorted(post.texts("ben", "ann"), key=int) == [str(number) for number in range(count)]
    assert post.boxes["ben"].with_("ann").taken == frozenset()


def test_a_dropped_conversation_stays_dropped_when_an_order_comes_again() -> None:
    post = Post()
    post.tell("ann", Send("ben", "Hello."))
    post.carry_out(post.effects[0])

    post.tell("ben", Forget("ann"))
    post.carry_out(post.effects[0])

    assert post.texts("ben", "ann") == []
    assert post.boxes["ben"].unread == 0
    assert post.texts("ann", "ben") == ["Hello."]


def test_only_the_latest_messages_are_kept() -> None:
    post = Post()
    for number in range(KEPT_MESSAGES + 5):
        post.tell("ann", Send("ben", str(number)))

    assert post.texts("ann", "ben") == [str(n) for n in range(5, KEPT_MESSAGES + 5)]


def test_the_oldest_conversation_makes_room_for_a_new_one() -> None:
    post = Post()
    post.tell("ann", Send("ben", "Hi."))
    for number in range(MAX_CONVERSATIONS):
        post.tell("ann", Send(f"player{number}", "Hi."))

    assert len(post.boxes["ann"].conversations) == MAX_CONVERSATIONS
    assert "ben" not in post.boxes["ann"].conversations


def test_a_crowd_of_strangers_does_not_push_out_whom_one_writes_with() -> None:
    post = Post()
    post.tell("ann", Send("ben", "Hi."))
    for number in range(2 * MAX_CONVERSATIONS):
        post.tell("ann", Deliver(f"stranger{number}", 1, "Buy."))

    box = post.boxes["ann"]
    assert len(box.conversations) == MAX_CONVERSATIONS
    assert "ben" in box.conversations
    assert f"stranger{2 * MAX_CONVERSATIONS - 1}" in box.conversations


def test_nobody_writes_to_oneself() -> None:
    with pytest.raises(Refused) as refused:
        decide(Mailbox.empty("ann"), Send("ann", "Dear me."), NOW_MS)

    assert refused.value.code is CommonRefusal.NOT_YOURSELF


def test_the_mailbox_of_a_deleted_account_is_emptied_once_and_its_log_shed() -> None:
    post = Post()
    post.tell("ann", Send("ben", "A secret."))

    events = [post.tell("ann", command) for command in (Empty(), Empty(), WakeMail(), WakeMail())]
    later = post.tell("ann", Deliver("ben", 1, "Are you there?"))

    assert events == [(Emptied(),), (), (HistoryPurged(),), ()]
    assert later == ()
    assert post.boxes["ann"] == Mailbox("ann", is_closed=True, is_shed=True)


def test_only_a_closed_mailbox_that_is_not_shed_wants_to_be_woken() -> None:
    closed = Mailbox("ann", is_closed=True)
    boxes = [Mailbox("ann"), closed, replace(closed, is_shed=True)]

    assert [forces_snapshot(box) for box in boxes] == [False, True, False]
    assert [due_at_ms(box) is not None for box in boxes] == [False, True, False]


def test_what_all_the_world_writes_to_one_player_fits_into_one_record() -> None:
    longest = "\N{EGYPTIAN HIEROGLYPH A001}" * (MESSAGE_BYTES // 4)
    box = Mailbox.empty("ann")

    for writer in range(MAX_CONVERSATIONS):
        for serial, text in enumerate(["short"] * KEPT_MESSAGES + [longest] * 5, start=1):
            received = Received(f"writer{writer:010d}", serial, text)
            box = apply(box, Stamped(1, NOW_MS, received))

    kept = box.conversations["writer0000000007"].messages
    assert KEPT_BYTES - MESSAGE_BYTES < sum(len(one.text.encode()) for one in kept) <= KEPT_BYTES
    assert len(write_snapshot(MAILBOX, box, Recent())) < MAX_RECORD_BYTES
