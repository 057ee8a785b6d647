"""A claimed name is taken and confirmed, or set free: never neither."""

from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.claim import Confirm, Free, GiveName, Retire
from xiangqi_server.aggregates.players.decide import decide
from xiangqi_server.aggregates.players.identity import PasswordSet, Register
from xiangqi_server.aggregates.players.messages import PlayerCommand
from xiangqi_server.aggregates.players.naming import RENAME_MS, Named, NameDeclined
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped

NOW_MS = 1_700_000_000_000
SIGN_UP = GiveName("nameid", 1, "An Nan", "hash")


def after(player: Player, *commands: PlayerCommand, at_ms: int = NOW_MS) -> Player:
    """The player once all commands took effect."""
    for command in commands:
        for event in decide(player, command, at_ms).events:
            player = apply(player, Stamped(1, at_ms, event))
    return player


GUEST = after(Player.empty("annan"), Register(b"hash"))
ANN = after(GUEST, SIGN_UP)


def to_names(decision: Decision[object]) -> tuple[Effect, ...]:
    """The effects that go to names."""
    return tuple(effect for effect in decision.effects if effect.kind == "name")


def test_a_guest_gets_name_and_password_and_confirms() -> None:
    decision = decide(GUEST, SIGN_UP, NOW_MS)

    assert decision.events == (Named("nameid", "An Nan", 1), PasswordSet("hash"))
    assert to_names(decision) == (Effect("name", "nameid", Confirm("annan", 1)),)
    assert (ANN.naming.name, ANN.identity.has_account) == ("An Nan", True)


def test_a_repeat_changes_nothing() -> None:
    assert decide(ANN, SIGN_UP, NOW_MS) == Decision()


def test_a_second_sign_up_sets_its_name_free_and_late_repeats_find_that_known() -> None:
    other = GiveName("otherid", 1, "Other", "hash")

    decision = decide(ANN, other, NOW_MS)

    assert decision.events == (NameDeclined("otherid.1"),)
    assert to_names(decision) == (Effect("name", "otherid", Free("annan", 1)),)
    assert decide(after(ANN, other), other, NOW_MS) == Decision()


def test_who_is_not_stored_gets_no_name() -> None:
    decision = decide(Player.empty("annan"), SIGN_UP, NOW_MS)

    assert decision.events == (NameDeclined("nameid.1"),)


def test_a_name_given_without_a_password_makes_no_account() -> None:
    again = GiveName("nameid", 1, "An Nan")

    decision = decide(GUEST, again, NOW_MS)

    assert to_names(decision) == (Effect("name", "nameid", Free("annan", 1)),)


def test_another_name_comes_after_a_month_and_the_old_one_is_left() -> None:
    other = GiveName("otherid", 1, "Other")

    early = decide(ANN, other, NOW_MS + RENAME_MS - 1)
    late = decide(ANN, other, NOW_MS + RENAME_MS)

    assert early.events == (NameDeclined("otherid.1"),)
    assert to_names(late) == (
        Effect("name", "otherid", Confirm("annan", 1)),
        Effect("name", "nameid", Retire("annan")),
    )


def test_another_spelling_that_comes_too_soon_keeps_the_name_confirmed() -> None:
    spelled = GiveName("nameid", 2, "AN NAN")

    decision = decide(ANN, spelled, NOW_MS)

    assert to_names(decision) == (Effect("name", "nameid", Confirm("annan", 2)),)
    assert after(ANN, spelled).naming.name == "An Nan"
