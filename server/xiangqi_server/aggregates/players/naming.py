"""The name of a player with an account, and how a claimed name comes to its player.

Theory of operation. Names are unique, so each is an aggregate of its own (`players.claim`)
that gives itself to the player that claimed it first. It comes here by an effect. The player takes
it and confirms that, or cannot take it and sets it free, by an effect of the event that says
so. Each claim to a name has a number, so that a late effect, for
a claim long undone, is recognised.
"""

from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.players.claim import Confirm, Free, GiveName, Retire
from xiangqi_server.aggregates.players.identity import Identity, PasswordSet
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

RENAME_MS: Final = 30 * DAY_MS
"""The shortest time between two changes of a name."""
KEPT_DECLINED: Final = 8


class Naming(Struct, frozen=True, gc=False):
    """The name of a player.

    Fields:
        name: the name as it is shown; "" for a guest.
        name_id: the id of the claimed name.
        named_ms: when it was taken.
        number: the number of the claim by which it was taken.
        declined: claims that were not taken, the latest last.
    """

    name: str = ""
    name_id: str = ""
    named_ms: int = 0
    number: int = 0
    declined: tuple[str, ...] = ()


class Named(Struct, frozen=True, tag="named"):
    """The player has this name from now on."""

    name_id: str
    name: str
    number: int


class NameDeclined(Struct, frozen=True, tag="name_declined"):
    """The player could not take a name; `claim` is the id of the name and number of the claim."""

    claim: str


NamingEvent = Named | NameDeclined


def may_rename(part: Naming, now_ms: int) -> bool:
    """The player has had the present name long enough to take another."""
    return now_ms - part.named_ms >= RENAME_MS


def require_timely(part: Naming, name: str, now_ms: int) -> None:
    """Go on if a player may take a name by now, or has it.

    Raises:
        Refused: `NAME_TOO_SOON`.
    """
    require(name == part.name or may_rename(part, now_ms), PlayerRefusal.NAME_TOO_SOON)


def decide(
    player: str, part: Naming, identity: Identity, command: GiveName, now_ms: int
) -> Decision[NamingEvent | PasswordSet]:
    """Take a claimed name or set it free. A repeat changes nothing."""
    claim = f"{command.name_id}.{command.number}"
    has_it = part.name_id == command.name_id
    if (has_it and part.number == command.number) or claim in part.declined:
        return Decision()
    confirm = Effect("name", command.name_id, Confirm(player, command.number))
    is_new = not has_it or part.name != command.name
    if not is_new or not _may_take(part, identity, command, now_ms):
        free = Effect("name", command.name_id, Free(player, command.number))
        return Decision((NameDeclined(claim),), (confirm if has_it else free,))
    leaves = part.name_id and not has_it
    effects = (confirm, Effect("name", part.name_id, Retire(player))) if leaves else (confirm,)
    password = () if identity.has_account else (PasswordSet(command.password),)
    return Decision((Named(command.name_id, command.name, command.number), *password), effects)


def _may_take(part: Naming, identity: Identity, command: GiveName, now_ms: int) -> bool:
    if identity.is_deleted or identity.token_hash is None:
        return False
    if identity.has_account:
        return not command.password and may_rename(part, now_ms)
    return bool(command.password)


def require_taken(part: Naming, given: GiveName) -> None:
    """Check that a player has the name it was given.

    Raises:
        Refused: with why it could not be taken.
    """
    has_it = (part.name_id, part.name) == (given.name_id, given.name)
    require(has_it, PlayerRefusal.HAS_ACCOUNT if given.password else PlayerRefusal.NAME_TOO_SOON)


def apply(part: Naming, event: NamingEvent, at_ms: int) -> Naming:
    """The name of the player after one accepted event."""
    match event:
        case Named(name_id, name, number):
            return Naming(name, name_id, at_ms, number, part.declined)
        case NameDeclined(claim):
            return replace(part, declined=(*part.declined, claim)[-KEPT_DECLINED:])
        case _:
            assert_never(event)
