"""A name goes to one player, whatever is repeated, lost or late."""

import pytest

from server.aggregate.decision import Decision, Order, Stamped
from server.aggregate.refusal import RefusalCode, Refused
from server.players.claim import (
    ASK_MS,
    REST_MS,
    Asked,
    Claim,
    ClaimCommand,
    Claimed,
    ClaimName,
    Confirm,
    Confirmed,
    Free,
    Freed,
    GiveName,
    Left,
    Retire,
    WakeName,
    apply,
    decide,
    due_at_ms,
    freeze,
    thaw,
)

NOW_MS = 1_700_000_000_000
EMPTY = Claim("nameid")
WAITING = Claim("nameid", "ann", 1, "An Nan", NOW_MS)
HELD = Claim("nameid", "ann", 1)
LEFT = Claim("nameid", "ann", 1, left_ms=NOW_MS)


def after(claim: Claim, *commands: ClaimCommand, at_ms: int = NOW_MS) -> Claim:
    """The name once all commands took effect."""
    for command in commands:
        for event in decide(claim, command, at_ms).events:
            claim = apply(claim, Stamped(1, at_ms, event))
    return claim


def test_a_claim_gives_the_name_to_its_player_by_the_same_append() -> None:
    give = GiveName("nameid", 1, "An Nan", "hash")

    decision = decide(EMPTY, ClaimName("ann", "An Nan", "hash"), NOW_MS)

    assert decision == Decision((Claimed("ann", "An Nan"),), (Order("player", "ann", give),))
    assert after(EMPTY, ClaimName("ann", "An Nan", "hash")) == WAITING


@pytest.mark.parametrize("claim", [WAITING, HELD, LEFT], ids=["waiting", "held", "left"])
def test_nobody_else_gets_it(claim: Claim) -> None:
    with pytest.raises(Refused) as refused:
        decide(claim, ClaimName("ben", "An Nan", "hash"), NOW_MS)

    assert refused.value.code is RefusalCode.NAME_TAKEN


@pytest.mark.parametrize(
    ("claim", "command", "events"),
    [
        (WAITING, ClaimName("ann", "An Nan", "other hash"), ()),
        (WAITING, Confirm("ann", 1), (Confirmed(),)),
        (WAITING, Free("ann", 1), (Freed(),)),
        (WAITING, Confirm("ann", 7), ()),
        (WAITING, Free("ann", 7), ()),
        (HELD, Confirm("ann", 1), ()),
        (HELD, Free("ann", 1), ()),
        (HELD, Retire("ann"), (Left(),)),
        (HELD, Retire("ben"), ()),
        (LEFT, Retire("ann"), ()),
    ],
    ids=str,
)
def test_what_comes_late_or_twice_changes_nothing(
    claim: Claim, command: ClaimCommand, events: tuple[object, ...]
) -> None:
    assert decide(claim, command, NOW_MS).events == events


def test_a_claim_without_an_answer_is_given_once_more_by_alarm() -> None:
    due_ms = NOW_MS + ASK_MS
    give = GiveName("nameid", 1, "An Nan")

    early = decide(WAITING, WakeName(), due_ms - 1)
    due = decide(WAITING, WakeName(), due_ms)

    assert due_at_ms(WAITING) == due_ms
    assert early == Decision()
    assert due == Decision((Asked(),), (Order("player", "ann", give),), not_before_ms=due_ms)


def test_a_name_that_was_left_is_free_after_a_rest() -> None:
    due_ms = NOW_MS + REST_MS

    free = after(LEFT, WakeName(), at_ms=due_ms)

    assert due_at_ms(LEFT) == due_ms
    assert free == Claim("nameid", number=1)
    assert after(free, ClaimName("ben", "AN NAN", "hash")).number == 2


@pytest.mark.parametrize("claim", [EMPTY, WAITING, HELD, LEFT], ids=str)
def test_a_snapshot_is_the_name(claim: Claim) -> None:
    assert thaw("nameid", freeze(claim)) == claim
