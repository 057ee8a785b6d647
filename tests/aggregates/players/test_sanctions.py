"""Sanctions of the operators: each taken once, each until its time."""

from xiangqi_server.aggregates.moderation.messages import Restrict, Sanction
from xiangqi_server.aggregates.players.sanctions import Restricted, Sanctions, apply, decide
from xiangqi_server.kernel.aggregate.decision import Decision

NOW_MS = 1_700_000_000_000
MUTE = Restrict(1, Sanction.MUTE, NOW_MS + 10, "Be kind.")
BAN = Restrict(2, Sanction.BAN, NOW_MS + 20, "")


def after(*commands: Restrict) -> Sanctions:
    """The sanctions once all commands took effect."""
    part = Sanctions()
    for command in commands:
        for event in decide(part, command).events:
            part = apply(part, event)
    return part


def test_an_order_that_comes_again_changes_nothing() -> None:
    assert decide(Sanctions(), MUTE).events == (
        Restricted(1, Sanction.MUTE, NOW_MS + 10, "Be kind."),
    )
    assert decide(after(MUTE, BAN), MUTE) == Decision()


def test_a_mute_ends_by_itself_and_allows_games() -> None:
    part = after(MUTE)

    assert [part.is_mute(NOW_MS + ms) for ms in (0, 9, 10)] == [True, True, False]
    assert not part.is_banned(NOW_MS)


def test_a_ban_is_also_a_mute() -> None:
    part = after(BAN)

    assert [part.is_banned(NOW_MS + ms) for ms in (19, 20)] == [True, False]
    assert [part.is_mute(NOW_MS + ms) for ms in (19, 20)] == [True, False]


def test_both_may_be_lifted_and_a_warning_is_kept() -> None:
    part = after(
        MUTE, BAN, Restrict(3, Sanction.LIFT, 0, ""), Restrict(4, Sanction.WARN, 0, "Stop.")
    )

    assert part == Sanctions(warnings=("Stop.",), numbers=(1, 2, 3, 4))
