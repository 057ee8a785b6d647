"""Who comes in by which token, and for how long."""

import msgspec
import pytest
from msgspec.structs import replace

from xiangqi_server.aggregates.players.devices import GRACE_MS, ROTATE_MS, Scope, device_id
from xiangqi_server.aggregates.players.identity import (
    DEVICE_IDLE_MS,
    MAX_DEVICES,
    MAX_TOKENS,
    USE_MS,
    BecameBot,
    BecomeBot,
    ChangePassword,
    CreateToken,
    Identity,
    IdentityCommand,
    PasswordSet,
    Register,
    Rotated,
    Show,
    Shown,
    SignedIn,
    SignedOut,
    SignIn,
    SignOut,
    apply,
    decide,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused

T0_MS = 1_700_000_000_000
GUEST = apply(Identity(), decide(Identity(), Register(b"g"), T0_MS).events[0], T0_MS)
ACCOUNT = apply(GUEST, PasswordSet("hash"), T0_MS)


def after(identity: Identity, *commands: IdentityCommand, at_ms: int = T0_MS) -> Identity:
    """Once all commands took effect."""
    for command in commands:
        for event in decide(identity, command, at_ms).events:
            identity = apply(identity, event, at_ms)
    return identity


def test_a_device_comes_in_by_its_own_token_alone() -> None:
    both = after(ACCOUNT, SignIn(b"phone", "Phone", "hash", "phone"))

    devices = [both.device_of(one, T0_MS) for one in (b"g", b"phone", b"other", b"")]

    assert [one and one.id for one in devices] == [device_id(b"g"), "phone", None, None]


def test_a_sign_in_needs_the_password_that_was_checked() -> None:
    for identity, password in ((ACCOUNT, "another hash"), (GUEST, "hash"), (GUEST, "")):
        with pytest.raises(Refused) as refused:
            decide(identity, SignIn(b"phone", "", password, "phone"), T0_MS)
        assert refused.value.code is PlayerRefusal.WRONG_PASSWORD


def test_one_device_too_many_signs_out_the_idlest() -> None:
    crowd = ACCOUNT
    for number in range(1, MAX_DEVICES):
        crowd = after(crowd, SignIn(b"%d" % number, "", "hash", str(number)), at_ms=T0_MS + number)

    decision = decide(crowd, SignIn(b"one more", "", "hash", "one more"), T0_MS + 100)

    assert len(crowd.devices) == MAX_DEVICES
    assert decision.events[0] == SignedOut((device_id(b"g"),))


def test_a_repeat_of_a_sign_in_changes_nothing() -> None:
    command = SignIn(b"phone", "Phone", "hash", "phone")

    assert decide(after(ACCOUNT, command), command, T0_MS).events == ()


def test_a_repeat_of_a_sign_in_with_another_token_is_the_same_device() -> None:
    once = after(ACCOUNT, SignIn(b"phone", "Phone", "hash", "phone"))
    twice = after(once, SignIn(b"again", "Phone", "hash", "phone"))

    devices = [twice.device_of(one, T0_MS) for one in (b"phone", b"again")]

    assert [one and one.id for one in devices] == ["phone", "phone"]
    assert len(twice.devices) == len(once.devices)


def test_a_device_that_signed_in_before_messages_named_it_is_known_by_its_token() -> None:
    event = msgspec.json.decode(b'{"type":"signed_in","token_hash":"cGhvbmU="}', type=SignedIn)

    assert apply(ACCOUNT, event, T0_MS).devices[-1].id == device_id(b"phone")


def test_uses_are_written_down_now_and_then() -> None:
    early = decide(ACCOUNT, Show(b"g"), T0_MS + USE_MS)
    late = decide(ACCOUNT, Show(b"g"), T0_MS + USE_MS + 1)

    assert (early.events, late.events) == ((), (Shown(device_id(b"g"), by_present=True),))


def test_an_idle_device_of_an_account_is_out_and_a_guest_is_not() -> None:
    at_ms = T0_MS + DEVICE_IDLE_MS + 1

    assert ACCOUNT.device_of(b"g", at_ms - 1) is not None
    assert ACCOUNT.device_of(b"g", at_ms) is None
    assert GUEST.device_of(b"g", at_ms) is not None


def test_the_token_before_is_good_until_the_fresh_one_is_shown_and_a_while_longer() -> None:
    at_ms = T0_MS + ROTATE_MS + 1
    rotated = after(ACCOUNT, Show(b"g", b"fresh"), at_ms=at_ms)

    assert decide(ACCOUNT, Show(b"g", b"fresh"), T0_MS + ROTATE_MS).events != (
        Rotated(device_id(b"g"), b"g", b"fresh"),
    )
    assert rotated.device_of(b"g", at_ms + DEVICE_IDLE_MS) is not None
    shown = after(rotated, Show(b"fresh", b"another"), at_ms=at_ms + 5)
    assert shown.device_of(b"g", at_ms + 5 + GRACE_MS) is not None
    assert shown.device_of(b"g", at_ms + 6 + GRACE_MS) is None
    assert shown.device_of(b"another", at_ms + 6) is None


def test_signing_out_takes_one_or_all_and_keeps_the_one_that_asks_if_told() -> None:
    both = after(ACCOUNT, SignIn(b"phone", "Phone", "hash", "phone"))
    here, there = device_id(b"g"), "phone"

    assert decide(both, SignOut(there), T0_MS).events == (SignedOut((there,)),)
    assert decide(both, SignOut(None), T0_MS).events == (SignedOut((here, there)),)
    assert decide(both, SignOut(None, keep=here), T0_MS).events == (SignedOut((there,)),)
    assert decide(both, SignOut("nosuchid"), T0_MS).events == ()


def test_another_password_needs_the_old_one_and_signs_the_others_out() -> None:
    both = after(ACCOUNT, SignIn(b"phone", "Phone", "hash", "phone"))

    decision = decide(both, ChangePassword("hash", "new", device_id(b"g")), T0_MS)

    assert decision.events == (PasswordSet("new"), SignedOut(("phone",)))
    with pytest.raises(Refused):
        decide(replace(both, password="changed"), ChangePassword("hash", "new", ""), T0_MS)


def test_a_token_of_a_program_is_never_replaced_and_does_what_it_was_created_for() -> None:
    identity = after(ACCOUNT, CreateToken(b"engine", "Engine", Scope.PLAY, "engine1"))
    late_ms = T0_MS + ROTATE_MS + 1

    device = identity.device_of(b"engine", late_ms)

    assert device is not None
    assert (device.label, identity.scope_of(device.id)) == ("Engine", Scope.PLAY)
    assert identity.scope_of(device_id(b"g")) is Scope.OWN
    assert not identity.wants_fresh_token(b"engine", late_ms)
    assert identity.wants_fresh_token(b"g", late_ms)


def test_programs_do_not_turn_devices_out_nor_devices_programs() -> None:
    created = [CreateToken(b"t%d" % n, "", Scope.READ, f"t{n}") for n in range(MAX_TOKENS)]
    came = [SignIn(b"d%d" % n, "", "hash", f"d{n}") for n in range(MAX_DEVICES)]
    full = after(ACCOUNT, *created, *came)

    with pytest.raises(Refused) as refused:
        decide(full, CreateToken(b"one more", "", Scope.PLAY, "more"), T0_MS)

    assert refused.value.code is CommonRefusal.LIMIT_REACHED
    assert (len(full.programs), len(full.devices)) == (MAX_TOKENS, MAX_TOKENS + MAX_DEVICES)


def test_a_repeat_of_a_token_changes_nothing_and_a_guest_has_none() -> None:
    command = CreateToken(b"engine", "", Scope.PLAY, "engine1")

    assert decide(after(ACCOUNT, command), command, T0_MS).events == ()
    with pytest.raises(Refused) as refused:
        decide(GUEST, command, T0_MS)
    assert refused.value.code is CommonRefusal.NO_ACCOUNT


def test_a_message_sent_again_has_another_token_of_the_same_program_and_both_let_it_in() -> None:
    first = after(ACCOUNT, CreateToken(b"lost", "Engine", Scope.PLAY, "engine1"))

    again = after(first, CreateToken(b"engine", "Engine", Scope.PLAY, "engine1"))
    used = after(again, Show(b"engine"), at_ms=T0_MS + 1)
    late_ms = T0_MS + 2 + GRACE_MS

    assert [program.id for program in again.programs] == ["engine1"]
    assert again.device_of(b"lost", late_ms) == again.device_of(b"engine", late_ms) is not None
    assert used.device_of(b"engine", late_ms) is not None
    assert used.device_of(b"lost", late_ms) is None


def test_a_new_password_signs_programs_out_too() -> None:
    identity = after(ACCOUNT, CreateToken(b"engine", "", Scope.PLAY, "engine1"))

    changed = after(identity, ChangePassword("hash", "other", keep=device_id(b"g")))

    assert changed.device_of(b"engine", T0_MS) is None
    assert changed.device_of(b"g", T0_MS) is not None


def test_an_account_becomes_a_bot_before_its_first_game_and_for_ever() -> None:
    command = BecomeBot("hash")

    assert decide(ACCOUNT, command, T0_MS).events == (BecameBot(),)
    bot = after(ACCOUNT, command)
    assert bot.is_bot
    assert decide(bot, command, T0_MS, has_played=True).events == ()
    for identity, password, has_played, code in (
        (ACCOUNT, "hash", True, PlayerRefusal.HAS_PLAYED),
        (ACCOUNT, "another hash", False, PlayerRefusal.WRONG_PASSWORD),
        (GUEST, "", False, PlayerRefusal.WRONG_PASSWORD),
    ):
        with pytest.raises(Refused) as refused:
            decide(identity, BecomeBot(password), T0_MS, has_played=has_played)
        assert refused.value.code is code
