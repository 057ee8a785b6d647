"""Caps that everybody shares are not filled from one address, and no address is written down."""

from tests.support.gateways import TERMS, a_node
from xiangqi_server.aggregates.lobby.state import MAX_SEEKS_OF_ADDRESS
from xiangqi_server.aggregates.moderation.state import MAX_OWN_REPORTS
from xiangqi_server.gateway.connection.limits.address_tags import Tags
from xiangqi_server.limits import with_shares

NEAR, FAR = "198.51.100.7", "2001:db8:1:2::/64"


def test_a_tag_is_the_same_for_an_address_and_another_on_another_node() -> None:
    here, there = Tags(lambda count: b"h" * count), Tags(lambda count: b"t" * count)

    assert here.of(NEAR, "ann") == here.of(NEAR, "ben") != here.of(FAR, "ann")
    assert here.of(NEAR, "ann") != there.of(NEAR, "ann")
    assert here.of("", "ann") == ""


def test_an_address_that_stands_for_many_people_has_as_many_tags() -> None:
    tags, school = Tags(lambda count: b"h" * count), with_shares(NEAR, 60)

    of_pupils = {tags.of(school, f"pupil{number}") for number in range(1_000)}

    assert len(of_pupils) == 60
    assert tags.of(school, "pupil1") == tags.of(school, "pupil1")


async def test_offers_of_many_guests_of_one_address_leave_places_to_others() -> None:
    node = await a_node()
    near = [await node.guest(counted_as=NEAR) for _ in range(MAX_SEEKS_OF_ADDRESS + 1)]
    far = await node.guest(counted_as=FAR)

    codes = [(await guest.ask("seek", terms=TERMS)).get("code") for guest in near]

    assert codes == [None] * MAX_SEEKS_OF_ADDRESS + ["limit_reached"]
    assert (await far.ask("seek", terms=TERMS))["type"] == "done"


async def test_reports_of_many_guests_of_one_address_are_counted_together_and_name_none() -> None:
    node = await a_node()
    eve = await node.guest()
    codes = []
    for count in (MAX_OWN_REPORTS // 2, MAX_OWN_REPORTS // 2, 1):
        guest = await node.guest(counted_as=NEAR)
        for n in range(count):
            fields = {"player": eve.player, "reason": "spam", "room": f"room{n}"}
            codes.append((await guest.ask("report", **fields)).get("code"))

    assert codes == [None] * MAX_OWN_REPORTS + ["limit_reached"]
    assert not any(NEAR.encode() in body for one in node.store.requests for body in one.events)
