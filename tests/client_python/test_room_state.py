"""A room that is followed stands as a fresh one would be told."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.api.test_following import CONTROLS, MOVES, STORIES, a_story_of, digest, told_whole, whole
from tests.support.rooms import ANN, ROOM, Story
from xiangqi_client import Unknown, messages
from xiangqi_client.clocks import clock_face
from xiangqi_client.codec import decode
from xiangqi_client.messages import Message
from xiangqi_client.parts import PlayerRef, SideName
from xiangqi_client.room_state import WHOLE, Followed, heard
from xiangqi_server.aggregates.room.apply import apply
from xiangqi_server.aggregates.room.messages import Resign
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import ClockTerms
from xiangqi_server.api.room.room_messages import event_view
from xiangqi_server.wire.codec import Format
from xiangqi_server.wire.codec import encode as encode_of_server
from xiangqi_server.wire.server import ServerMessage

SIDES: tuple[SideName, ...] = ("red", "black")


def told(message: ServerMessage) -> Message:
    """What the client reads of a message of the server."""
    return decode(encode_of_server(message, Format.JSON))


def room_of(message: ServerMessage) -> messages.Room:
    room = told(message)
    assert isinstance(room, messages.Room)
    return room


def events_of(story: Story) -> list[tuple[messages.RoomEvent, messages.Room]]:
    """Each event of a story but the first, with the room after it told anew."""
    room = apply(Room.empty(ROOM), story.log[0])
    rows = []
    for stamped in story.log[1:]:
        room = apply(room, stamped)
        event = told(event_view(room, stamped, digest(stamped), "en"))
        assert isinstance(event, messages.RoomEvent)
        rows.append((event, room_of(told_whole(room, stamped))))
    return rows


def beginning_of(story: Story) -> Followed:
    first = room_of(told_whole(apply(Room.empty(ROOM), story.log[0]), story.log[0]))
    return heard(Followed(ROOM), first, "nobody")[0]


def shown(room: messages.Room, now_ms: int) -> messages.Room:
    """A room with its clocks as they are shown at a moment."""
    faces = {side: clock_face(room, side, now_ms) for side in SIDES}
    clock: dict[str, Any] = {
        side: replace(
            getattr(room.clock, side),
            left_ms=face.left_ms,
            periods=face.periods,
            turn_ms=face.turn_ms,
        )
        for side, face in faces.items()
        if face is not None
    }
    return replace(room, at_ms=now_ms, clock=replace(room.clock, **clock))


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_following_is_as_good_as_asking_anew(story: Story) -> None:
    followed = beginning_of(story)

    for event, fresh in events_of(story):
        followed, since = heard(followed, event, "nobody")

        assert followed.room is not None
        assert shown(followed.room, event.at_ms) == fresh
        assert since is None


@pytest.mark.parametrize("clock", CONTROLS, ids=repr)
def test_a_running_clock_is_shown_right_at_every_moment(clock: ClockTerms) -> None:
    story = a_story_of(moves=MOVES, clock=clock)
    room = room_of(whole(story, story.now_ms))

    for now_ms in range(story.now_ms, story.now_ms + 12_000, 50):
        assert shown(room, now_ms).clock == room_of(whole(story, now_ms)).clock


def test_a_gap_asks_for_what_was_missed_and_nothing_is_taken_of_it() -> None:
    story = a_story_of(Resign(ANN), moves=MOVES)
    followed = beginning_of(story)
    (first, _), (_, _), (third, _), *_ = events_of(story)
    followed, _ = heard(followed, first, "nobody")

    assert heard(followed, third, "nobody") == (followed, first.version)
    assert heard(followed, first, "nobody") == (followed, None)


def test_the_event_of_a_later_server_asks_for_the_whole_room() -> None:
    followed = beginning_of(a_story_of())
    fields = {"room": ROOM, "version": 2, "digest": "d", "at_ms": 1}

    assert heard(followed, Unknown("earthquake", fields), "nobody") == (followed, WHOLE)
    assert heard(followed, Unknown("earthquake", {**fields, "version": 1}), "nobody")[1] is None
    assert heard(followed, Unknown("room", fields), "nobody")[1] is None
    assert heard(followed, Unknown("tea", {"room": ROOM}), "nobody")[1] is None


def ping(*rooms: tuple[str, int, str]) -> messages.Ping:
    return messages.Ping(n=1, now_ms=1, rtt_ms=None, rooms=list(rooms), next_ms=2_500)


def test_a_ping_that_agrees_asks_for_nothing() -> None:
    followed = beginning_of(a_story_of())
    assert followed.room is not None

    assert heard(followed, ping((ROOM, 1, followed.room.digest)), "me") == (followed, None)


def test_another_digest_at_the_same_version_asks_for_the_whole_room() -> None:
    assert heard(beginning_of(a_story_of()), ping((ROOM, 1, "other")), "me")[1] == WHOLE


def test_a_room_that_a_ping_leaves_out_is_joined_again() -> None:
    assert heard(beginning_of(a_story_of()), ping(("elsewhere", 1, "d")), "me")[1] == 1


def test_a_version_ahead_is_missed_once_the_second_ping_names_it() -> None:
    followed = beginning_of(a_story_of())

    followed, first = heard(followed, ping((ROOM, 3, "d")), "me")
    _, second = heard(followed, ping((ROOM, 3, "d")), "me")

    assert (first, second) == (None, 1)


def test_a_log_that_is_shorter_than_what_is_held_is_told_whole() -> None:
    story = a_story_of(moves=MOVES)
    followed = beginning_of(story)
    for event, _ in events_of(story):
        followed, _ = heard(followed, event, "me")

    followed, _ = heard(followed, ping((ROOM, 2, "d")), "me")

    assert heard(followed, ping((ROOM, 2, "d")), "me")[1] == WHOLE


def test_the_own_seat_is_known_by_the_own_id() -> None:
    story = a_story_of()
    seated, _ = events_of(story)[0]
    assert isinstance(seated, messages.Seated)

    followed, _ = heard(beginning_of(story), seated, seated.seat.player)

    assert followed.room is not None
    assert followed.room.you == seated.side


def test_a_player_who_is_called_otherwise_is_shown_so() -> None:
    followed = beginning_of(a_story_of())
    assert followed.room is not None
    assert followed.room.red is not None
    new = PlayerRef(player=followed.room.red.player, name="Zoe", guest=False)

    after, _ = heard(followed, messages.Renamed(room=ROOM, player=new), "me")

    assert after.room is not None
    assert after.room.red is not None
    assert (after.room.red.name, after.room.red.guest) == ("Zoe", False)


def test_the_position_has_a_version_that_only_moves_change() -> None:
    story = a_story_of(Resign(ANN), moves=MOVES)
    followed, versions = beginning_of(story), []

    for event, _ in events_of(story):
        followed, _ = heard(followed, event, "me")
        versions.append(followed.position_version)
    again = msgspec.structs.replace(followed.room, at_ms=7) if followed.room else None
    assert again is not None

    assert versions == [1, 3, 4, 5, 6, 6]
    assert heard(followed, again, "me")[0].position_version == versions[-1]
