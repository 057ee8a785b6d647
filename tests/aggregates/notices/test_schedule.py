"""When a player is told, and of what: once a turn, not at night, not too often, and never lost."""

from dataclasses import dataclass, field
from itertools import pairwise

from xiangqi_server.aggregates.notices.channels import CHANNEL_MS, MOST_CHANNELS, Channel
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import (
    ClaimSending,
    CloseNotices,
    EndSending,
    ForgetDevices,
    NoticesCommand,
    PutOffSending,
    SendNotice,
    SetWishes,
    Subscribe,
    Unsubscribe,
    WakeNotices,
)
from xiangqi_server.aggregates.notices.news import MOST_HAPPENINGS, SOON_MS, Happening, Tell, Topic
from xiangqi_server.aggregates.notices.schedule import (
    AGAIN_MS,
    CLAIM_MS,
    GAP_MS,
    LOOK_MS,
    LOST_MS,
    MOST_A_DAY,
    due_at_ms,
)
from xiangqi_server.aggregates.notices.state import MOST_TRIES, Notices
from xiangqi_server.aggregates.notices.wishes import Wishes
from xiangqi_server.aggregates.room.messages import NotYours, YourMove
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS, MINUTE_MS

MIDNIGHT_MS = 1_795_132_800_000
"""A day of UTC begins."""
NOON_MS = MIDNIGHT_MS + 12 * HOUR_MS


def channel(name: str = "a", device: str = "phone") -> Channel:
    return Channel(name, f"https://push.example/{name}", b"k", b"s", "en", device)


@dataclass
class Player:
    """A player's notices in virtual time, and the sendings that were ordered.

    Attributes:
        sent: what each sending told, and when.
    """

    notices: Notices = field(default_factory=lambda: Notices.empty("annan"))
    now_ms: int = NOON_MS
    version: int = 0
    sent: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)

    def do(self, command: NoticesCommand) -> list[object]:
        """Have a command decided; the effects."""
        decision = NOTICES.decide(self.notices, command, self.now_ms)
        for event in decision.events:
            self.version += 1
            stamped = Stamped(self.version, self.now_ms, event)
            self.notices = NOTICES.apply(self.notices, stamped)
        return [effect.command for effect in decision.effects]

    def turn(self, room: str, days: int = 3) -> None:
        """A game waits for the player now."""
        self.version += 1
        flag_ms = self.now_ms + days * DAY_MS
        self.do(YourMove(room, self.now_ms, self.version, self.version, flag_ms))

    def moves(self, room: str) -> None:
        """The player has moved."""
        self.version += 1
        self.do(NotYours(room, self.now_ms, self.version))

    def ring(self) -> int | None:
        """Let time pass until the alarm; the number of the sending that begins."""
        due_ms = due_at_ms(self.notices)
        if due_ms is None:
            return None
        self.now_ms = max(self.now_ms, due_ms)
        (effect,) = self.do(WakeNotices())
        assert isinstance(effect, SendNotice)
        return effect.number

    def tell(self, **outcome: tuple[str, ...]) -> tuple[str, ...]:
        """Let time pass until something is sent; what was told."""
        number = self.ring()
        sending = self.notices.sending
        assert number is not None
        assert sending is not None
        told = (*sending.rooms, *sending.news)
        self.sent.append((self.now_ms, told))
        self.do(ClaimSending(number, "north"))
        self.do(EndSending(number, **outcome))
        return told


def told_player() -> Player:
    player = Player()
    player.do(Subscribe(channel()))
    return player


def test_a_turn_is_told_once_after_a_minute_and_once_more_when_little_time_is_left() -> None:
    player = told_player()
    player.turn("r")
    came_ms = player.now_ms

    told = [player.tell(), player.tell()]

    assert told == [("r",), ("r",)]
    left = 3 * DAY_MS * 4 // 5
    assert [at_ms - came_ms for at_ms, _ in player.sent] == [MINUTE_MS, left]
    assert due_at_ms(player.notices) is None


def test_nothing_is_due_for_a_player_whom_no_browser_is_told() -> None:
    player = Player()
    player.turn("r")
    player.do(Tell(Happening(Topic.LETTERS, "boss", player.now_ms)))

    assert due_at_ms(player.notices) is None
    assert player.notices.news == ()


def test_what_waits_when_the_first_browser_subscribes_has_been_seen() -> None:
    player = Player()
    player.turn("r")

    player.do(Subscribe(channel()))

    assert due_at_ms(player.notices) == player.now_ms + 3 * DAY_MS * 4 // 5  # the reminder


def test_a_turn_that_is_answered_within_a_minute_is_not_told() -> None:
    player = told_player()
    player.turn("r")

    player.moves("r")

    assert due_at_ms(player.notices) is None


def test_all_that_is_due_is_told_at_once_and_the_next_ten_minutes_later() -> None:
    player = told_player()
    player.turn("slow", days=7)
    player.turn("quick", days=1)
    first = player.tell()
    told_ms = player.now_ms
    player.turn("third")

    second = player.tell()

    assert (first, second) == (("quick", "slow"), ("third",))
    assert player.now_ms == told_ms + GAP_MS


def test_there_are_no_more_than_so_many_a_day() -> None:
    player = told_player()
    player.now_ms = MIDNIGHT_MS
    for number in range(MOST_A_DAY):
        player.turn(f"r{number}", days=30)
        player.tell()
    player.turn("one more", days=30)

    player.tell()

    assert player.now_ms == MIDNIGHT_MS + DAY_MS


def test_in_the_quiet_hours_nothing_is_told_and_afterwards_everything() -> None:
    player = told_player()
    player.do(SetWishes(Wishes(quiet_from=22 * 60, quiet_to=7 * 60, offset_minutes=120)))
    player.now_ms = MIDNIGHT_MS + 20 * HOUR_MS  # ten in the evening, for this player
    player.turn("r")
    player.turn("s")

    told = player.tell()

    assert told == ("r", "s")
    assert player.now_ms == MIDNIGHT_MS + DAY_MS + 5 * HOUR_MS


def test_quiet_hours_from_and_to_any_minute_end_where_they_end() -> None:
    for quiet_from in range(0, 1_440, 97):
        for quiet_to in range(0, 1_440, 89):
            wishes = Wishes((), quiet_from, quiet_to, offset_minutes=-345)
            for at_ms in range(MIDNIGHT_MS, MIDNIGHT_MS + DAY_MS, 41 * MINUTE_MS):
                after_ms = wishes.after_quiet(at_ms)
                assert after_ms - at_ms < DAY_MS
                assert wishes.after_quiet(after_ms) == after_ms
                minute = (after_ms // MINUTE_MS - 345) % 1_440
                assert after_ms == at_ms or minute == quiet_to


def test_what_is_not_wished_is_not_told() -> None:
    player = told_player()
    player.do(SetWishes(Wishes(off=(Topic.TURNS, Topic.LETTERS))))
    player.turn("r")
    player.do(Tell(Happening(Topic.LETTERS, "boss", player.now_ms)))
    assert due_at_ms(player.notices) is None

    player.do(Tell(Happening(Topic.CHALLENGES, "room1", player.now_ms)))

    assert player.tell() == ("challenges:room1",)


def test_news_are_told_once_however_often_they_come() -> None:
    player = told_player()
    news = Tell(Happening(Topic.LETTERS, "boss", player.now_ms + SOON_MS))
    player.do(news)
    player.do(news)

    assert player.tell() == ("letters:boss",)
    assert due_at_ms(player.notices) is None
    for number in range(MOST_HAPPENINGS + 5):
        player.do(Tell(Happening(Topic.LETTERS, f"p{number}", player.now_ms)))
    assert len(player.notices.news) == MOST_HAPPENINGS


def test_one_node_sends_and_another_one_takes_over_if_it_dies() -> None:
    player = told_player()
    player.turn("r")
    number = player.ring()
    assert number is not None
    player.do(ClaimSending(number, "north"))
    player.do(ClaimSending(number, "south"))
    sending = player.notices.sending
    assert sending is not None
    assert sending.node == "north"

    player.now_ms += CLAIM_MS + 1
    player.do(ClaimSending(number, "south"))

    sending = player.notices.sending
    assert sending is not None
    assert sending.node == "south"


def test_a_sending_of_which_nothing_is_heard_begins_again() -> None:
    player = told_player()
    player.turn("r")
    first = player.ring()
    begun_ms = player.now_ms

    second = player.ring()

    assert (first, second) == (1, 2)
    assert player.now_ms == begun_ms + LOST_MS
    assert player.do(EndSending(1)) == []
    assert player.notices.sending is not None  # the first one's end says nothing of the second


def test_a_sending_that_never_ends_is_given_up() -> None:
    player = told_player()
    player.turn("r", days=30)
    for _ in range(1 + MOST_TRIES):
        player.ring()

    player.now_ms += LOST_MS
    effects = player.do(WakeNotices())

    assert (effects, player.notices.sending) == ([], None)
    assert player.notices.rooms["r"].told == 1


def test_a_service_that_takes_nothing_is_tried_three_times_more_then_at_the_next_turn() -> None:
    player = told_player()
    player.do(Subscribe(channel("b")))
    player.turn("r")
    for _ in range(1 + len(AGAIN_MS)):
        player.tell(later=("b",))

    moments = [at_ms for at_ms, _ in player.sent]
    waits = tuple(after - before for before, after in pairwise(moments))
    assert waits == AGAIN_MS
    assert player.notices.sending is None
    player.turn("s")
    assert player.tell() == ("s",)


def test_what_is_answered_while_a_service_is_left_alone_is_not_tried_again() -> None:
    player = told_player()
    player.turn("r")
    player.tell(later=("a",))

    player.moves("r")

    assert player.notices.sending is None
    assert due_at_ms(player.notices) is None


def test_a_player_who_is_there_is_told_later() -> None:
    player = told_player()
    player.turn("r")
    number = player.ring()
    assert number is not None
    put_off_ms = player.now_ms

    player.do(PutOffSending(number))

    assert due_at_ms(player.notices) == put_off_ms + LOOK_MS
    assert player.tell() == ("r",)


def test_a_browser_that_is_gone_is_forgotten_and_with_the_last_one_all_news() -> None:
    player = told_player()
    player.do(Subscribe(channel("b")))
    player.turn("r")
    player.tell(gone=("b",))
    assert [one.id for one in player.notices.channels] == ["a"]

    player.do(Tell(Happening(Topic.LETTERS, "boss", player.now_ms)))
    player.do(Unsubscribe("a"))

    assert (player.notices.channels, player.notices.news) == ((), ())


def test_a_device_that_is_signed_out_is_told_no_more() -> None:
    player = told_player()
    player.do(Subscribe(channel("b", "laptop")))

    player.do(ForgetDevices(("phone",)))

    assert [one.id for one in player.notices.channels] == ["b"]


def test_five_browsers_are_told_and_those_that_never_come_back_are_not() -> None:
    player = Player()
    for number in range(MOST_CHANNELS + 2):
        player.do(Subscribe(channel(f"c{number}")))
    assert [one.id for one in player.notices.channels] == [f"c{n}" for n in range(2, 7)]

    player.do(Subscribe(channel("c3")))  # nothing new: not even an event
    player.now_ms += CHANNEL_MS
    player.do(Subscribe(channel("d")))

    assert [one.id for one in player.notices.channels] == ["d"]


def test_of_a_deleted_account_no_address_is_left_in_state_or_log() -> None:
    player = told_player()

    player.do(CloseNotices())
    forces_snapshot = NOTICES.records.forces_snapshot
    assert forces_snapshot is not None
    assert forces_snapshot(player.notices)
    assert due_at_ms(player.notices) == 1
    player.do(WakeNotices())

    assert player.notices == Notices("annan", is_closed=True, is_shed=True)
    assert due_at_ms(player.notices) is None
    assert player.do(Subscribe(channel())) == []
    assert player.notices.channels == ()
