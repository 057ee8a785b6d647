"""Guessing at passwords is slow from everywhere, and locks no owner out."""

import pytest

from tests.support.gateways import Node, Peer, a_node
from xiangqi_server.gateway.account.guesses import Guesses
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import ADDRESS_GUESSES, GUESSES, NAME_GUESSES

PASSWORD = "nine dragons and a horse"
OTHER = "a cannon behind the screen"
HOME, CAFE = "198.51.100.7", "203.0.113.9"


async def an_account(node: Node) -> Peer:
    """An owner who has signed up at home."""
    peer = await node.guest(counted_as=HOME)
    await peer.ask("sign_up", name="An Nan", password=PASSWORD)
    return peer


async def guess_from_everywhere(node: Node) -> set[str]:
    """Strangers try wrong passwords until none is looked at any more; what the last ones heard."""
    codes: list[str] = []
    for host in range(NAME_GUESSES.burst // GUESSES.burst + 1):
        eve = await node.guest(counted_as=f"192.0.2.{host}")
        for _ in range(GUESSES.burst - 2):
            answer = await eve.ask("sign_in", name="An Nan", password="not this one")
            codes.append(str(answer["code"]))
        eve.hang_up()
        eve = await node.guest(counted_as=f"192.0.2.{host}")
        for _ in range(2):
            answer = await eve.ask("sign_in", name="An Nan", password="not this one")
            codes.append(str(answer["code"]))
    assert codes[: NAME_GUESSES.burst] == ["wrong_password"] * NAME_GUESSES.burst
    return set(codes[NAME_GUESSES.burst + 1 :])


async def test_an_owner_signs_in_where_it_was_before_whoever_guesses_meanwhile() -> None:
    node = await a_node()
    await an_account(node)
    away = await node.guest(counted_as=CAFE)
    first = await away.ask("sign_in", name="An Nan", password=PASSWORD)

    assert await guess_from_everywhere(node) == {"too_fast"}

    again = await (await node.guest(counted_as=CAFE)).ask(
        "sign_in", name="An Nan", password=PASSWORD
    )
    stranger = await (await node.guest(counted_as="192.0.2.99")).ask(
        "sign_in", name="An Nan", password=PASSWORD
    )
    assert (first["type"], again["type"]) == ("signed_in", "signed_in")
    assert stranger["code"] == "too_fast"


async def test_the_address_of_a_device_that_comes_in_is_the_owners() -> None:
    node = await a_node()
    owner = await an_account(node)
    await node.guest(counted_as=CAFE, token=owner.token)
    await guess_from_everywhere(node)

    answer = await (await node.guest(counted_as=CAFE)).ask(
        "sign_in", name="An Nan", password=PASSWORD
    )

    assert answer["type"] == "signed_in"


async def test_a_signed_in_device_is_not_kept_waiting_by_guesses_of_others() -> None:
    node = await a_node()
    owner = await an_account(node)
    await guess_from_everywhere(node)

    changed = await owner.ask("change_password", old=PASSWORD, password=OTHER)
    deleted = await owner.ask("delete_account", password=OTHER)

    assert (changed["type"], deleted["type"]) == ("done", "done")


async def test_a_device_that_guesses_is_slowed_down_itself() -> None:
    node = await a_node()
    owner = await an_account(node)
    first = [
        await owner.ask("change_password", old="not this one", password=OTHER)
        for _ in range(GUESSES.burst - 1)
    ]
    owner.hang_up()
    owner = await node.guest(counted_as=HOME, token=owner.token)
    first.append(await owner.ask("delete_account", password="not this one"))

    late = await owner.ask("delete_account", password=PASSWORD)

    assert {one["code"] for one in first} == {"wrong_password"}
    assert late["code"] == "too_fast"


async def some_guesses() -> Guesses:
    """The guesses at a node where nobody guessed yet."""
    return Guesses((await a_node()).gateway.address_limits)


async def test_what_was_right_does_not_count() -> None:
    guesses = await some_guesses()

    for _ in range(10 * NAME_GUESSES.burst):
        guesses.at_sign_in("name", "ann", CAFE).was_right()
        guesses.of_device("ann", "phone").was_right()
        guesses.at_recovery(CAFE).was_right()


async def test_tries_under_way_at_once_are_bounded() -> None:
    guesses = await some_guesses()

    for _ in range(GUESSES.burst):
        guesses.at_sign_in("name", "ann", CAFE)

    with pytest.raises(Refused):
        guesses.at_sign_in("name", "ann", CAFE)


async def test_an_owners_address_is_bounded_too_and_a_refused_try_counts_nowhere() -> None:
    guesses = await some_guesses()
    guesses.owner_is_at("ann", CAFE)
    for _ in range(GUESSES.burst):
        guesses.at_sign_in("name", "ann", CAFE)
    for _ in range(10 * ADDRESS_GUESSES.burst):
        with pytest.raises(Refused):
            guesses.at_sign_in("name", "ann", CAFE)

    for number in range(ADDRESS_GUESSES.burst - GUESSES.burst):
        guesses.at_sign_in(f"other{number}", None, CAFE)
    with pytest.raises(Refused):
        guesses.at_recovery(CAFE)
