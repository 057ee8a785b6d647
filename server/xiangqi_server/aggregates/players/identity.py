"""What proves that somebody is this player: the tokens of devices, and a password's hash.

Theory of operation. A guest is known by one token, from which its id is made; the first
durable act registers it, and its browser becomes the first device. An account signs in on
further devices, each with its own token (`devices`); only hashes are kept. A token that has not
been used for too long is no longer good, nor is that of a device that was signed out.

The owner may create further tokens for programs, which are listed among the devices. An account
that has never played may become a bot: from then on a program plays for it.
"""

from collections.abc import Callable
from hmac import compare_digest
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.players.devices import (
    Device,
    Scope,
    good_hashes,
    new_device,
    rotated,
    seen,
    wants_rotation,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

MAX_DEVICES: Final = 16
"""With one more, the device that has been idle longest is signed out."""
MAX_TOKENS: Final = 8
"""How many tokens for programs an account may have beside its devices; one more is refused."""
DEVICE_IDLE_MS: Final = 180 * DAY_MS
"""A device of an account that is not used for this long is signed out."""
GUEST_IDLE_MS: Final = 30 * DAY_MS
"""A guest that has played is forgotten after this long without use and without an open game."""
UNPLAYED_IDLE_MS: Final = DAY_MS
"""The same for a guest that has never played."""
USE_MS: Final = 12 * HOUR_MS
"""A use this soon after the last one that was stored is not stored."""


class Identity(Struct, frozen=True, gc=False):
    """What lets a client act as the player.

    Fields:
        token_hash: the hash of the guest's first token: the player's lasting secret, never
            sent. None for a player that was never registered.
        since_ms: when the player was registered; 0 where that was not written down.
        devices: the one signed in first at the beginning.
        password: argon2id, as its library writes it; "" for a guest.
        is_deleted: the player deleted the account, so no client can come in any more.
        is_shed: its past was removed from the log as well.
        is_bot: a program plays for this account.
    """

    token_hash: bytes | None = None
    since_ms: int = 0
    devices: tuple[Device, ...] = ()
    password: str = ""
    is_deleted: bool = False
    is_shed: bool = False
    is_bot: bool = False

    @property
    def has_account(self) -> bool:
        """The player has a name and a password."""
        return bool(self.password)

    @property
    def is_ranked(self) -> bool:
        """The player may stand on leaderboards: a person with an account."""
        return self.has_account and not self.is_bot

    @property
    def used_ms(self) -> int:
        """When any device was last here, 0 if that was never written down."""
        return max((device.used_ms for device in self.devices), default=0)

    @property
    def programs(self) -> tuple[Device, ...]:
        """The devices whose tokens were created for programs, the first one first."""
        return tuple(device for device in self.devices if device.is_program)

    def scope_of(self, id_: str) -> Scope:
        """What may be done by the token of a device; all of it by a guest's own."""
        device = self.device(id_)
        return Scope.OWN if device is None else device.scope

    def device(self, id_: str) -> Device | None:
        """The device of an id, None if it is not signed in."""
        return next((device for device in self.devices if device.id == id_), None)

    def device_of(self, token_hash: bytes, now_ms: int) -> Device | None:
        """The device whose token has this hash, None if it lets no client in."""
        found = None
        for device in self.devices:  # all of them, so that the time tells nothing
            for good_hash in good_hashes(device, now_ms):
                if compare_digest(token_hash, good_hash):
                    found = device
        if found is None or (self.has_account and now_ms - found.used_ms > DEVICE_IDLE_MS):
            return None
        return found

    def wants_fresh_token(self, token_hash: bytes, now_ms: int) -> bool:
        """The device of an account that shows a token of this hash should get another one."""
        device = self.device_of(token_hash, now_ms) if self.has_account else None
        return device is not None and wants_rotation(device, token_hash, now_ms)

    def is_known_here(self, token_hash: bytes, now_ms: int) -> bool:
        """To show a token of this hash tells nothing that is not stored."""
        device = self.device_of(token_hash, now_ms)
        return device is None or _is_shown(device, token_hash, now_ms)


# Commands.


class Register(Struct, frozen=True, tag="register"):
    """Keep a guest from now on: the first durable act. A repeat changes nothing."""

    token_hash: bytes


class SignIn(Struct, frozen=True, tag="sign_in"):
    """Let a device in whose owner has shown the password that hashes to `password`.

    A repeat of the one message has another token, which replaces the one of the first time.

    Fields:
        device: its id, made from the message.
    """

    token_hash: bytes
    label: str
    password: str
    device: str


class Show(Struct, frozen=True, tag="show"):
    """A device is here, by the token of this hash; `fresh_hash` is of the one to replace it.

    A fresh token is taken only if the device should have one; see `wants_rotation`.
    """

    token_hash: bytes
    fresh_hash: bytes | None = None


class SignOut(Struct, frozen=True, tag="sign_out"):
    """Sign one device out, or (None) all but `keep`."""

    device: str | None
    keep: str = ""


class ChangePassword(Struct, frozen=True, tag="change_password"):
    """Take a password's hash instead of the hash `old`; all devices but `keep` are signed out."""

    old: str
    password: str
    keep: str


class RenewHash(Struct, frozen=True, tag="renew_hash"):
    """Take another hash of the same password instead of the hash `old`; no device is signed out."""

    old: str
    password: str


class CreateToken(Struct, frozen=True, tag="create_token"):
    """Let a program in by the token of this hash, to do what `scope` says.

    A repeat of the one message has another token, which replaces the one of the first time.

    Fields:
        device: the program's id, made from the message.
    """

    token_hash: bytes
    label: str
    scope: Scope
    device: str


class BecomeBot(Struct, frozen=True, tag="become_bot"):
    """Make the account whose password hashes to `password` a bot's, before its first game.

    Fields:
        points: its known strength, for bots of the server; None for a newcomer like others.
    """

    password: str
    points: float | None = None


IdentityCommand = (
    Register | SignIn | Show | SignOut | ChangePassword | RenewHash | CreateToken | BecomeBot
)

# Events.


class Registered(Struct, frozen=True, tag="registered"):
    """The player is stored; a client that shows a token with this hash is this player."""

    token_hash: bytes


class SignedIn(Struct, frozen=True, tag="signed_in"):
    """A device came in by a token of its own.

    Fields:
        device: its id; empty in old events and after a recovery, and made from the hash.
    """

    token_hash: bytes
    label: str = ""
    device: str = ""


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """The tokens of these devices are not good any more."""

    devices: tuple[str, ...]


class Shown(Struct, frozen=True, tag="shown"):
    """A device is here, by its present token if `by_present`."""

    device: str
    by_present: bool


class Rotated(Struct, frozen=True, tag="rotated"):
    """A device that came by the token of hash `shown_hash` got a fresh one."""

    device: str
    shown_hash: bytes
    token_hash: bytes


class PasswordSet(Struct, frozen=True, tag="password_set"):
    """The password from now on, hashed."""

    password: str


class TokenCreated(Struct, frozen=True, tag="token_created"):
    """A program comes in by a token of its own.

    Fields:
        device: its id; in old events empty, and made from the hash.
    """

    token_hash: bytes
    label: str
    scope: Scope
    device: str = ""


class BecameBot(Struct, frozen=True, tag="became_bot"):
    """A program plays for this account from now on, and for ever."""


IdentityEvent = (
    Registered | SignedIn | SignedOut | Shown | Rotated | PasswordSet | TokenCreated | BecameBot
)


def decide(
    part: Identity, command: IdentityCommand, now_ms: int, *, has_played: bool = False
) -> Decision[IdentityEvent]:
    """What a command does to the identity.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Register(token_hash):
            if part.token_hash == token_hash:
                return Decision()
            require(part.token_hash is None, PlayerRefusal.BAD_TOKEN)
            return Decision((Registered(token_hash),))
        case SignIn():
            return _sign_in(part, command)
        case Show():
            return _show(part, command, now_ms)
        case SignOut(device, keep):
            return Decision(_signed_out(part, device, keep))
        case ChangePassword(old, password, keep):
            require(part.has_account and part.password == old, PlayerRefusal.WRONG_PASSWORD)
            return Decision((PasswordSet(password), *_signed_out(part, None, keep)))
        case RenewHash(old, password):
            is_same = part.has_account and part.password == old
            return Decision((PasswordSet(password),)) if is_same else Decision()
        case CreateToken():
            return _create_token(part, command)
        case BecomeBot(password):
            require(part.has_account and part.password == password, PlayerRefusal.WRONG_PASSWORD)
            require(part.is_bot or not has_played, PlayerRefusal.HAS_PLAYED)
            return Decision() if part.is_bot else Decision((BecameBot(),))
        case _:
            assert_never(command)


def _sign_in(part: Identity, command: SignIn) -> Decision[IdentityEvent]:
    require(part.has_account and part.password == command.password, PlayerRefusal.WRONG_PASSWORD)
    known = part.device(command.device)
    if known is not None:
        return _with_token(known, command.token_hash)
    came = SignedIn(command.token_hash, command.label, command.device)
    signed_in = [device for device in part.devices if not device.is_program]
    if len(signed_in) < MAX_DEVICES:
        return Decision((came,))
    idle = min(signed_in, key=lambda device: device.used_ms)
    return Decision((SignedOut((idle.id,)), came))


def _create_token(part: Identity, command: CreateToken) -> Decision[IdentityEvent]:
    require(part.has_account, CommonRefusal.NO_ACCOUNT)
    require(command.scope is not Scope.OWN, CommonRefusal.NOT_ALLOWED)
    for program in part.programs:
        if program.id == command.device:
            return _with_token(program, command.token_hash)
    require(len(part.programs) < MAX_TOKENS, CommonRefusal.LIMIT_REACHED)
    created = TokenCreated(command.token_hash, command.label, command.scope, command.device)
    return Decision((created,))


def _with_token(device: Device, token_hash: bytes) -> Decision[IdentityEvent]:
    """Have a device, for which a message asked before, come in by the token of this hash."""
    if compare_digest(device.token_hash, token_hash):
        return Decision()
    return Decision((Rotated(device.id, device.token_hash, token_hash),))


def _show(part: Identity, command: Show, now_ms: int) -> Decision[IdentityEvent]:
    device = part.device_of(command.token_hash, now_ms)
    if device is None:
        raise Refused(PlayerRefusal.SIGNED_OUT)
    if command.fresh_hash is not None and wants_rotation(device, command.token_hash, now_ms):
        return Decision((Rotated(device.id, command.token_hash, command.fresh_hash),))
    if _is_shown(device, command.token_hash, now_ms):
        return Decision()
    by_present = compare_digest(device.token_hash, command.token_hash)
    return Decision((Shown(device.id, by_present),))


def _is_shown(device: Device, token_hash: bytes, now_ms: int) -> bool:
    """Whether it is stored that a device is here by a token of this hash."""
    by_present = compare_digest(device.token_hash, token_hash)
    is_news = by_present and not device.shown_ms
    return not is_news and now_ms - device.used_ms <= USE_MS


def _signed_out(part: Identity, device: str | None, keep: str) -> tuple[SignedOut, ...]:
    out = tuple(
        known.id
        for known in part.devices
        if known.id != keep and (device is None or known.id == device)
    )
    return (SignedOut(out),) if out else ()


def apply(part: Identity, event: IdentityEvent, at_ms: int) -> Identity:
    """The identity after one accepted event."""
    match event:
        case Registered(token_hash):
            first = new_device(token_hash, "", at_ms)
            return replace(part, token_hash=token_hash, since_ms=at_ms, devices=(first,))
        case SignedIn(token_hash, label, id_):
            return _with_device(part, new_device(token_hash, label, at_ms), id_)
        case SignedOut(devices):
            kept = tuple(device for device in part.devices if device.id not in devices)
            return replace(part, devices=kept)
        case Shown(id_, by_present):
            return _with(part, id_, lambda device: seen(device, at_ms, by_present=by_present))
        case Rotated(id_, shown_hash, token_hash):
            return _with(part, id_, lambda device: rotated(device, shown_hash, token_hash, at_ms))
        case PasswordSet(password):
            return replace(part, password=password)
        case TokenCreated(token_hash, label, scope, id_):
            return _with_device(part, new_device(token_hash, label, at_ms, scope=scope), id_)
        case BecameBot():
            return replace(part, is_bot=True)
        case _:
            assert_never(event)


def _with_device(part: Identity, device: Device, id_: str) -> Identity:
    """The identity with one more device, of this id if it has one."""
    return replace(part, devices=(*part.devices, replace(device, id=id_ or device.id)))


def _with(part: Identity, id_: str, change: Callable[[Device], Device]) -> Identity:
    devices = tuple(change(device) if device.id == id_ else device for device in part.devices)
    return replace(part, devices=devices)
