"""How an owner without the password comes in again, and what happened to the account's keys.

Theory of operation. An account has one recovery code, shown once and kept as a hash. A client that
shows it sets a new password, and gets a fresh code instead of the one that is used up. For an owner
that has lost both, the server's owner makes a reset code, good once and for a day. All these
changes, and those of the password, are remembered for the owner to see.
"""

from hmac import compare_digest
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.players import identity
from xiangqi_server.aggregates.players.identity import (
    ChangePassword,
    Identity,
    IdentityEvent,
    PasswordSet,
    SignedIn,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

RESET_MS: Final = DAY_MS
"""How long a reset code is good."""
KEPT_CHANGES: Final = 16

PASSWORD_CHANGED: Final = "password_changed"  # noqa: S105 - a word, not a secret
RECOVERED: Final = "recovered"
RESET: Final = "reset"
CODE_CREATED: Final = "recovery_code_created"
RESET_CREATED: Final = "reset_code_created"


class KeyChange(Struct, frozen=True, array_like=True):
    """Something that happened to the keys of the account: one of the words above, and when."""

    what: str
    at_ms: int


class Recovery(Struct, frozen=True, gc=False):
    """The ways back into an account.

    Fields:
        code_hash: of the recovery code, "" without one.
        reset_hash: of the reset code, "" without one.
        reset_until_ms: until then it is good.
        changes: the latest ones, the last of them last.
    """

    code_hash: str = ""
    reset_hash: str = ""
    reset_until_ms: int = 0
    changes: tuple[KeyChange, ...] = ()

    def opened_by(self, code_hash: str, now_ms: int) -> str | None:
        """`RECOVERED` or `RESET` if a code of this hash lets its owner in now, else None."""
        if self.code_hash and compare_digest(self.code_hash, code_hash):
            return RECOVERED
        is_reset = bool(self.reset_hash) and compare_digest(self.reset_hash, code_hash)
        return RESET if is_reset and now_ms < self.reset_until_ms else None


# Commands.


class CreateRecoveryCode(Struct, frozen=True, tag="create_recovery_code"):
    """Keep another code's hash, for an owner that has shown the password that hashes so."""

    password: str
    code_hash: str


class CreateResetCode(Struct, frozen=True, tag="create_reset_code"):
    """Keep a reset code's hash. The server's owner asks for it."""

    code_hash: str


class Recover(Struct, frozen=True, tag="recover"):
    """Let the owner in by a code: take a new password's hash, and sign in one device alone.

    Fields:
        code_hash: of the code shown.
        password: hash of the new password.
        token_hash, label: of the device.
        fresh_hash: of the recovery code from now on.
    """

    code_hash: str
    password: str
    token_hash: bytes
    label: str
    fresh_hash: str


RecoveryCommand = CreateRecoveryCode | CreateResetCode | Recover

# Events.


class RecoveryCodeCreated(Struct, frozen=True, tag="recovery_code_created"):
    """Another recovery code is good, and no earlier one."""

    code_hash: str


class ResetCodeCreated(Struct, frozen=True, tag="reset_code_created"):
    """A reset code is good for a while, and no earlier one."""

    code_hash: str


class Recovered(Struct, frozen=True, tag="recovered"):
    """The owner came in by a code, `by` recovery or reset; no code is good any more."""

    by: str


class PasswordChanged(Struct, frozen=True, tag="password_changed"):
    """The owner chose another password; the new one stands in `PasswordSet`."""


RecoveryEvent = RecoveryCodeCreated | ResetCodeCreated | Recovered | PasswordChanged
_Decision = Decision[RecoveryEvent | IdentityEvent]


def decide(part: Recovery, keys: Identity, command: RecoveryCommand, now_ms: int) -> _Decision:
    """What a command does to the ways into an account.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case CreateRecoveryCode(password, code_hash):
            is_owner = keys.has_account and keys.password == password
            require(is_owner, PlayerRefusal.WRONG_PASSWORD)
            return Decision((RecoveryCodeCreated(code_hash),))
        case CreateResetCode(code_hash):
            require(keys.has_account, CommonRefusal.NO_ACCOUNT)
            return Decision((ResetCodeCreated(code_hash),))
        case Recover():
            by = part.opened_by(command.code_hash, now_ms) if keys.has_account else None
            require(by is not None, PlayerRefusal.WRONG_CODE)
            return Decision(_recovered(keys, command, by or ""))
        case _:
            assert_never(command)


def _recovered(
    keys: Identity, command: Recover, by: str
) -> tuple[RecoveryEvent | IdentityEvent, ...]:
    devices = tuple(device.id for device in keys.devices)
    return (
        Recovered(by),
        PasswordSet(command.password),
        *((identity.SignedOut(devices),) if devices else ()),
        SignedIn(command.token_hash, command.label),
        RecoveryCodeCreated(command.fresh_hash),
    )


def change_password(keys: Identity, command: ChangePassword, now_ms: int) -> _Decision:
    """Take another password, as `identity` decides it, and remember that.

    Raises:
        Refused: nothing happened.
    """
    changed = identity.decide(keys, command, now_ms)
    return Decision((*changed.events, PasswordChanged()), changed.effects)


def apply(part: Recovery, event: RecoveryEvent, at_ms: int) -> Recovery:
    """The ways back after one accepted event."""
    match event:
        case RecoveryCodeCreated(code_hash):
            return _noted(replace(part, code_hash=code_hash), CODE_CREATED, at_ms)
        case ResetCodeCreated(code_hash):
            until_ms = at_ms + RESET_MS
            reset = replace(part, reset_hash=code_hash, reset_until_ms=until_ms)
            return _noted(reset, RESET_CREATED, at_ms)
        case Recovered(by):
            return _noted(Recovery(changes=part.changes), by, at_ms)
        case PasswordChanged():
            return _noted(part, PASSWORD_CHANGED, at_ms)
        case _:
            assert_never(event)


def _noted(part: Recovery, what: str, at_ms: int) -> Recovery:
    changes = (*part.changes, KeyChange(what, at_ms))
    return replace(part, changes=changes[-KEPT_CHANGES:])
