"""Friends and ignored: two lists, nobody on both."""

import pytest

from server.aggregate.decision import Decision
from server.aggregate.refusal import RefusalCode, Refused
from server.players.circle import (
    MAX_LISTED,
    Befriend,
    Befriended,
    Circle,
    CircleCommand,
    Ignore,
    Ignored,
    apply,
    decide,
)


def after(part: Circle, *commands: CircleCommand) -> Circle:
    """The lists once all commands took effect."""
    for command in commands:
        for event in decide("ann", part, command).events:
            part = apply(part, event)
    return part


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (Befriend("ben", on=True), Befriended("ben", on=True)),
        (Ignore("eve", on=True), Ignored("eve", on=True)),
    ],
)
def test_a_player_is_listed_once(command: CircleCommand, event: object) -> None:
    assert decide("ann", Circle(), command).events == (event,)
    assert decide("ann", after(Circle(), command), command) == Decision()


def test_nobody_is_friend_and_ignored_at_once() -> None:
    befriended = after(Circle(), Befriend("ben", on=True), Ignore("ben", on=True))
    forgiven = after(befriended, Befriend("ben", on=True))

    assert befriended == Circle((), ("ben",))
    assert forgiven == Circle(("ben",), ())


def test_taking_off_a_list_leaves_the_other_alone() -> None:
    both = after(Circle(), Befriend("ben", on=True), Ignore("eve", on=True))

    assert after(both, Befriend("ben", on=False)) == Circle((), ("eve",))
    assert after(both, Ignore("eve", on=False)) == Circle(("ben",), ())
    assert after(both, Befriend("eve", on=False)) == both


def test_the_lists_are_bounded_and_without_oneself() -> None:
    full = Circle(tuple(f"p{n}" for n in range(MAX_LISTED)))

    codes = []
    for command in (Befriend("ben", on=True), Ignore("ann", on=True)):
        with pytest.raises(Refused) as refused:
            decide("ann", full, command)
        codes.append(refused.value.code)

    assert codes == [RefusalCode.TOO_MANY, RefusalCode.NOT_YOURSELF]
