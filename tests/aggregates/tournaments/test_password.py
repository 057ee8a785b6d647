"""The password of a tournament: set once, by the append that names it, and by no other."""

import pytest
from msgspec.structs import replace

from tests.support.arenas import T0_MS, a_plan, announced
from xiangqi_server.aggregates.tournaments.actions import AmendPlan
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.messages import Announce, ManageTournament
from xiangqi_server.aggregates.tournaments.password import (
    SetTournamentPassword,
    TournamentPassword,
    TournamentPasswordSet,
    apply,
)
from xiangqi_server.aggregates.tournaments.password import decide as decide_password
from xiangqi_server.aggregates.tournaments.plan import Conditions, Plan
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused

SECRET = "$argon2id$v=19$"


def a_plan_with_password(password_id: str) -> Plan:
    return replace(a_plan(), conditions=Conditions(lock=password_id))


def passwords_in(effects: tuple[Effect, ...]) -> list[Effect]:
    return [effect for effect in effects if effect.kind == "tournament_lock"]


def test_a_password_is_set_once() -> None:
    first = decide_password(TournamentPassword(), SetTournamentPassword("one"), T0_MS)
    password = apply(TournamentPassword(), Stamped(1, T0_MS, TournamentPasswordSet("one")))

    assert first == Decision((TournamentPasswordSet("one"),))
    assert password == TournamentPassword("one")
    assert decide_password(password, SetTournamentPassword("other"), T0_MS) == Decision()


def test_who_announces_or_amends_a_tournament_sets_its_password_and_the_event_has_no_hash() -> None:
    amend = ManageTournament("org", AmendPlan(a_plan_with_password("second")), password_hash=SECRET)

    for tournament, command, password in (
        (Tournament("cup"), Announce("org", a_plan_with_password("first"), SECRET), "first"),
        (announced(a_plan_with_password("first")), amend, "second"),
    ):
        decision = decide(tournament, command, T0_MS)
        assert passwords_in(decision.effects) == [
            Effect("tournament_lock", password, SetTournamentPassword(SECRET))
        ]
        assert SECRET not in repr(decision.events)


def test_who_may_not_amend_sets_no_password_and_none_need_be_set() -> None:
    amend = ManageTournament("eve", AmendPlan(a_plan_with_password("second")), password_hash=SECRET)

    with pytest.raises(Refused) as refused:
        decide(announced(a_plan()), amend, T0_MS)

    assert refused.value.code is CommonRefusal.NOT_ALLOWED
    assert passwords_in(decide(Tournament("cup"), Announce("org", a_plan()), T0_MS).effects) == []
