"""Friends and ignored: two lists, nobody on both."""

import pytest

from xiangqi_server.aggregates.players.friends import (
    MAX_LISTED,
    Befriend,
    Befriended,
    Friends,
    FriendsCommand,
    Ignore,
    Ignored,
    apply,
    decide,
)
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused


def after(part: Friends, *commands: FriendsCommand) -> Friends:
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
def test_a_player_is_listed_once(command: FriendsCommand, event: object) -> None:
    assert decide("ann", Friends(), command).events == (event,)
    assert decide("ann", after(Friends(), command), command) == Decision()


def test_nobody_is_friend_and_ignored_at_once() -> None:
    befriended = after(Friends(), Befriend("ben", on=True), Ignore("ben", on=True))
    forgiven = after(befriended, Befriend("ben", on=True))

    assert befriended == Friends((), ("ben",))
    assert forgiven == Friends(("ben",), ())


def test_taking_off_a_list_leaves_the_other_alone() -> None:
    both = after(Friends(), Befriend("ben", on=True), Ignore("eve", on=True))

    assert after(both, Befriend("ben", on=False)) == Friends((), ("eve",))
    assert after(both, Ignore("eve", on=False)) == Friends(("ben",), ())
    assert after(both, Befriend("eve", on=False)) == both


def test_the_lists_are_bounded_and_without_oneself() -> None:
    full = Friends(tuple(f"p{n}" for n in range(MAX_LISTED)))

    codes = []
    for command in (Befriend("ben", on=True), Ignore("ann", on=True)):
        with pytest.raises(Refused) as refused:
            decide("ann", full, command)
        codes.append(refused.value.code)

    assert codes == [CommonRefusal.LIMIT_REACHED, CommonRefusal.NOT_YOURSELF]
