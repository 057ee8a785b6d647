"""The lock of a tournament: set once, by the append that names it, and by no other."""

import pytest
from msgspec.structs import replace

from tests.support.arenas import T0_MS, a_plan, announced
from xiangqi_server.aggregates.tournaments.actions import AmendPlan
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.lock import Lock, LockSet, SetLock, apply
from xiangqi_server.aggregates.tournaments.lock import decide as decide_lock
from xiangqi_server.aggregates.tournaments.messages import Announce, ManageTournament
from xiangqi_server.aggregates.tournaments.plan import Conditions, Plan
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused

SECRET = "$argon2id$v=19$"


def a_locked_plan(lock: str) -> Plan:
    return replace(a_plan(), conditions=Conditions(lock=lock))


def locks_in(effects: tuple[Effect, ...]) -> list[Effect]:
    return [effect for effect in effects if effect.kind == "tournament_lock"]


def test_a_lock_is_set_once() -> None:
    first = decide_lock(Lock(), SetLock("one"), T0_MS)
    lock = apply(Lock(), Stamped(1, T0_MS, LockSet("one")))

    assert first == Decision((LockSet("one"),))
    assert lock == Lock("one")
    assert decide_lock(lock, SetLock("other"), T0_MS) == Decision()


def test_who_announces_or_amends_a_tournament_sets_its_lock_and_the_event_has_no_hash() -> None:
    amend = ManageTournament("org", AmendPlan(a_locked_plan("second")), word_hash=SECRET)

    for tournament, command, lock in (
        (Tournament("cup"), Announce("org", a_locked_plan("first"), SECRET), "first"),
        (announced(a_locked_plan("first")), amend, "second"),
    ):
        decision = decide(tournament, command, T0_MS)
        assert locks_in(decision.effects) == [Effect("tournament_lock", lock, SetLock(SECRET))]
        assert SECRET not in repr(decision.events)


def test_who_may_not_amend_sets_no_lock_and_no_password_needs_none() -> None:
    amend = ManageTournament("eve", AmendPlan(a_locked_plan("second")), word_hash=SECRET)

    with pytest.raises(Refused) as refused:
        decide(announced(a_plan()), amend, T0_MS)

    assert refused.value.code is CommonRefusal.NOT_ALLOWED
    assert locks_in(decide(Tournament("cup"), Announce("org", a_plan()), T0_MS).effects) == []
