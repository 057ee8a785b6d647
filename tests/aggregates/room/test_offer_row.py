"""The row of an offer by days: there as long as the room waits, gone with whatever ends that."""

from tests.support.rooms import ANN, BEN, ROOM, T0_MS, Story
from xiangqi_server.aggregates.room.messages import (
    Alarm,
    Bar,
    Open,
    PublicOffer,
    RoomCommand,
    Sit,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.offer_row import (
    ALL,
    OFFERS,
    OfferRow,
    player_list,
    put_offer,
    read_row,
    row_of,
    terms_list,
)
from xiangqi_server.aggregates.room.records import from_record, to_record
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, GameTerms, Seats
from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.spans import DAY_MS

WAITS_MS = 14 * DAY_MS


def an_offer() -> Story:
    """Ann waits as Red for anybody that suits."""
    story = Story()
    terms = GameTerms(CorrespondenceClock(3))
    offer = PublicOffer(1_500, low=1_400)
    story.tell(Open(terms, Seats(red=ANN), waits_ms=WAITS_MS, listing=offer))
    return story


def rows(story: Story) -> list[object]:
    """What was ordered of rows of offers, oldest first; it is forgotten then."""
    found = [effect.command for effect in story.effects if effect.id == OFFERS]
    story.effects.clear()
    return found


def test_an_offer_is_listed_for_all_by_its_player_and_by_its_terms() -> None:
    story = an_offer()
    row = row_of(story.room)

    assert row is not None
    (put,) = rows(story)
    assert put == put_offer(ROOM, row)
    assert isinstance(put, PutRow)
    assert read_row(put.body) == row
    assert row == OfferRow(
        ANN, Side.BLACK, story.room.terms, PublicOffer(1_500, 1_400), T0_MS, T0_MS + WAITS_MS
    )
    lists = {ALL: T0_MS, player_list(ANN): T0_MS, terms_list(row.terms): 1_500}
    assert put.places == lists


def test_whatever_ends_the_wait_takes_the_row_away_once() -> None:
    ends: tuple[RoomCommand, ...] = (
        Sit(BEN, rating=1_400),
        WithdrawChallenge(ANN),
        Bar(ANN, 1, T0_MS + DAY_MS),
        Alarm(),
    )
    for end in ends:
        story = an_offer()
        rows(story)

        story.wait(WAITS_MS + DAY_MS).tell(end)
        gone = rows(story)
        story.tell(Alarm())

        assert (gone, rows(story)) == ([RemoveRow(ROOM)], [])


def test_a_snapshot_keeps_the_offer() -> None:
    room = an_offer().room

    assert from_record(ROOM, to_record(room)) == room
