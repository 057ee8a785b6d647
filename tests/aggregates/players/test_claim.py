"""A name goes to one player, whatever is repeated, lost or late."""

import msgspec
import pytest
from msgspec.structs import replace

from xiangqi_server.aggregates.players.claim import (
    ASK_MS,
    REST_MS,
    TICKET_MS,
    Asked,
    ClaimCommand,
    Claimed,
    ClaimName,
    Confirm,
    Confirmed,
    CreateTicket,
    Free,
    Freed,
    GiveName,
    NameClaim,
    NameFreed,
    Retire,
    WakeName,
    apply,
    decide,
    due_at_ms,
)
from xiangqi_server.aggregates.players.kind import NAME
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused

NOW_MS = 1_700_000_000_000
EMPTY = NameClaim("nameid")
WAITING = NameClaim("nameid", "ann", 1, "An Nan", NOW_MS)
HELD = NameClaim("nameid", "ann", 1)
LEFT = NameClaim("nameid", "ann", 1, left_ms=NOW_MS)


def after(claim: NameClaim, *commands: ClaimCommand, at_ms: int = NOW_MS) -> NameClaim:
    """The name once all commands took effect."""
    for command in commands:
        for event in decide(claim, command, at_ms).events:
            claim = apply(claim, Stamped(1, at_ms, event))
    return claim


def test_a_claim_gives_the_name_to_its_player_by_the_same_append() -> None:
    give = GiveName("nameid", 1, "An Nan", "hash")

    decision = decide(EMPTY, ClaimName("ann", "An Nan", "hash"), NOW_MS)

    assert decision == Decision((Claimed("ann", "An Nan"),), (Effect("player", "ann", give),))
    assert after(EMPTY, ClaimName("ann", "An Nan", "hash")) == WAITING


@pytest.mark.parametrize("claim", [WAITING, HELD, LEFT], ids=["waiting", "held", "left"])
def test_nobody_else_gets_it(claim: NameClaim) -> None:
    with pytest.raises(Refused) as refused:
        decide(claim, ClaimName("ben", "An Nan", "hash"), NOW_MS)

    assert refused.value.code is PlayerRefusal.NAME_TAKEN


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
        (HELD, Retire("ann"), (NameFreed(),)),
        (HELD, Retire("ben"), ()),
        (LEFT, Retire("ann"), ()),
    ],
    ids=str,
)
def test_what_comes_late_or_twice_changes_nothing(
    claim: NameClaim, command: ClaimCommand, events: tuple[object, ...]
) -> None:
    assert decide(claim, command, NOW_MS).events == events


def test_a_claim_without_an_answer_is_given_once_more_by_alarm() -> None:
    due_ms = NOW_MS + ASK_MS
    give = GiveName("nameid", 1, "An Nan")

    early = decide(WAITING, WakeName(), due_ms - 1)
    due = decide(WAITING, WakeName(), due_ms)

    assert due_at_ms(WAITING) == due_ms
    assert early == Decision()
    assert due == Decision((Asked(),), (Effect("player", "ann", give),), not_before_ms=due_ms)


def test_a_name_that_was_left_is_free_after_a_rest() -> None:
    due_ms = NOW_MS + REST_MS

    free = after(LEFT, WakeName(), at_ms=due_ms)

    assert due_at_ms(LEFT) == due_ms
    assert free == NameClaim("nameid", number=1)
    assert after(free, ClaimName("ben", "AN NAN", "hash")).number == 2


@pytest.mark.parametrize("claim", [EMPTY, WAITING, HELD, LEFT], ids=str)
def test_a_snapshot_is_the_name(claim: NameClaim) -> None:
    assert NAME.records.from_record("nameid", NAME.records.to_record(claim)) == claim


TICKETED = NameClaim("nameid", ticket="c0de", ticket_until_ms=NOW_MS + TICKET_MS)


def test_a_ticket_takes_a_name_once_also_one_that_rests() -> None:
    resting = replace(TICKETED, owner="ann", number=1, left_ms=NOW_MS)

    for claim in (TICKETED, resting):
        taken = after(claim, ClaimName("ben", "Op", "hash", "c0de"))

        assert (taken.owner, taken.shown, taken.ticket) == ("ben", "Op", "")


@pytest.mark.parametrize(
    ("claim", "ticket", "at_ms"),
    [
        (TICKETED, "other", NOW_MS),
        (TICKETED, "c0de", NOW_MS + TICKET_MS),
        (EMPTY, "c0de", NOW_MS),
    ],
)
def test_a_ticket_that_is_no_good_takes_nothing(claim: NameClaim, ticket: str, at_ms: int) -> None:
    with pytest.raises(Refused) as refused:
        decide(claim, ClaimName("ben", "Op", "hash", ticket), at_ms)

    assert refused.value.code is PlayerRefusal.OPERATOR_CODE


def test_there_is_no_ticket_for_a_name_somebody_has() -> None:
    with pytest.raises(Refused) as refused:
        decide(HELD, CreateTicket("c0de"), NOW_MS)

    assert refused.value.code is PlayerRefusal.NAME_TAKEN


def test_a_ticket_outlasts_the_rest_of_a_name_and_its_record() -> None:
    resting = after(LEFT, CreateTicket("c0de"))

    freed = apply(resting, Stamped(1, NOW_MS, Freed()))

    assert (freed.owner, freed.ticket) == ("", "c0de")
    assert NAME.records.from_record("nameid", NAME.records.to_record(freed)) == freed


def test_an_earlier_record_of_a_name_is_read() -> None:
    record: object = msgspec.convert({"owner": "ann", "number": 1}, NAME.records.shape)

    assert NAME.records.from_record("nameid", record) == HELD
