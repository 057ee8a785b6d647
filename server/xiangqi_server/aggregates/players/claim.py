"""A name as an aggregate: its owner. Its id is a hash of the name's skeleton.

A name comes to one player, whatever is killed in between. The first to claim it has it; an effect
of the same append gives it to that player, which confirms it or sets it free. If neither answer has
come after a while, the alarm gives it once more. A name that its player has left stays taken for a
time, so that no player can pose as another one.
"""

from hmac import compare_digest
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

ASK_MS: Final = 60_000
"""How long a claim waits for its player's answer before it asks again."""
REST_MS: Final = 30 * DAY_MS
"""How long a name that was given up cannot be claimed."""
TICKET_MS: Final = DAY_MS
"""How long a code that takes a name is good."""


class NameClaim(Struct, frozen=True, gc=False):
    """One name.

    Fields:
        owner: the player that has it, or had it last until it is free; "" for a free name.
        number: how often it was claimed.
        shown: the name while it waits for its player's answer, "" after that.
        asked_ms: when the player was last asked, while it waits.
        left_ms: when its player left it, 0 while it is in use.
        ticket: the hash of a code without which no new player may take the name; "" for no code.
        ticket_until_ms: until when the code is good.
    """

    id: str
    owner: str = ""
    number: int = 0
    shown: str = ""
    asked_ms: int = 0
    left_ms: int = 0
    ticket: str = ""
    ticket_until_ms: int = 0

    @property
    def holder(self) -> str | None:
        """The player that is found by this name."""
        return self.owner or None if not self.left_ms else None


# Commands; `GiveName` is the player's.


class ClaimName(Struct, frozen=True, tag="claim_name"):
    """Take the name for a player; `password`, a hash, is for one without an account.

    With a `ticket`, the hash of a code, the name is taken by that code or not at all.
    """

    by: str
    name: str
    password: str = ""
    ticket: str = ""


class CreateTicket(Struct, frozen=True, tag="create_ticket"):
    """Let any player with the code of this hash take the name; the server's owner makes it."""

    ticket: str


class Confirm(Struct, frozen=True, tag="confirm"):
    """The player has taken the name."""

    by: str
    number: int


class Free(Struct, frozen=True, tag="free"):
    """The player could not take the name."""

    by: str
    number: int


class Retire(Struct, frozen=True, tag="retire"):
    """The player has another name now, or none."""

    by: str


class WakeName(Struct, frozen=True, tag="wake_name"):
    """Do what is due."""


class GiveName(Struct, frozen=True, tag="give_name"):
    """To a player: the name is yours. See `players.naming`."""

    name_id: str
    number: int
    name: str
    password: str = ""


ClaimCommand = ClaimName | CreateTicket | Confirm | Free | Retire | WakeName

# Events.


class Claimed(Struct, frozen=True, tag="claimed"):
    """The name waits for its player's answer; the text is forgotten with it."""

    player: str
    name: str


class Asked(Struct, frozen=True, tag="asked"):
    """The player was asked again."""


class Confirmed(Struct, frozen=True, tag="confirmed"):
    """The name is its player's."""


class NameFreed(Struct, frozen=True, tag="left"):
    """Its player does not use the name any more."""


class Freed(Struct, frozen=True, tag="freed"):
    """Anybody may claim the name."""


class TicketCreated(Struct, frozen=True, tag="ticket_created"):
    """A code is good to take the name, once and for a while; no earlier code is."""

    ticket: str


ClaimEvent = TicketCreated | Claimed | Asked | Confirmed | NameFreed | Freed
ClaimDecision = Decision[ClaimEvent]


def decide(claim: NameClaim, command: ClaimCommand, now_ms: int) -> ClaimDecision:
    """What `command` does to a name.

    Raises:
        Refused: the name is somebody else's.
    """
    match command:
        case ClaimName():
            return _claim(claim, command, now_ms)
        case CreateTicket(ticket):
            require(claim.holder is None, PlayerRefusal.NAME_TAKEN)
            return Decision((TicketCreated(ticket),))
        case Confirm(by, number):
            is_news = claim.shown and (claim.owner, claim.number) == (by, number)
            return Decision((Confirmed(),)) if is_news else Decision()
        case Free(by, number):
            is_news = claim.shown and (claim.owner, claim.number) == (by, number)
            return Decision((Freed(),)) if is_news else Decision()
        case Retire(by):
            is_news = claim.owner == by and not claim.left_ms
            return Decision((NameFreed(),)) if is_news else Decision()
        case WakeName():
            return _wake(claim, now_ms)
        case _:
            assert_never(command)


def _claim(claim: NameClaim, command: ClaimName, now_ms: int) -> ClaimDecision:
    is_repeat = claim.owner == command.by and not claim.left_ms and bool(claim.shown)
    if is_repeat and claim.shown == command.name:
        return Decision()
    is_good = bool(claim.ticket) and compare_digest(claim.ticket, command.ticket)
    has_ticket = is_good and now_ms < claim.ticket_until_ms
    require(has_ticket or not command.ticket, PlayerRefusal.OPERATOR_CODE)
    is_let_go = has_ticket and bool(claim.left_ms)
    require(is_let_go or claim.owner in ("", command.by), PlayerRefusal.NAME_TAKEN)
    give = GiveName(claim.id, claim.number + 1, command.name, command.password)
    claimed = Claimed(command.by, command.name)
    return Decision((claimed,), (Effect("player", command.by, give),))


def given(claim: NameClaim, claiming: ClaimName) -> GiveName:
    """The command that gives a claimed name to its player, as the effect of the claim does.

    Raises:
        Refused: it is somebody else's.
    """
    require(claim.owner == claiming.by, PlayerRefusal.NAME_TAKEN)
    return GiveName(claim.id, claim.number, claiming.name, claiming.password)


def _wake(claim: NameClaim, now_ms: int) -> ClaimDecision:
    due_ms = due_at_ms(claim)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if claim.left_ms:
        return Decision((Freed(),), not_before_ms=due_ms)
    give = GiveName(claim.id, claim.number, claim.shown)
    return Decision((Asked(),), (Effect("player", claim.owner, give),), not_before_ms=due_ms)


def due_at_ms(claim: NameClaim) -> int | None:
    """When the name wants to be woken."""
    if claim.left_ms:
        return claim.left_ms + REST_MS
    return claim.asked_ms + ASK_MS if claim.shown else None


def apply(claim: NameClaim, stamped: Stamped[ClaimEvent]) -> NameClaim:
    """The name after one accepted event."""
    at_ms = stamped.at_ms
    match stamped.event:
        case Claimed(player, name):
            return NameClaim(claim.id, player, claim.number + 1, name, at_ms)
        case Asked():
            return replace(claim, asked_ms=at_ms)
        case Confirmed():
            return replace(claim, shown="", asked_ms=0)
        case NameFreed():
            return replace(claim, shown="", asked_ms=0, left_ms=at_ms)
        case Freed():
            ticket, until_ms = claim.ticket, claim.ticket_until_ms
            return NameClaim(claim.id, number=claim.number, ticket=ticket, ticket_until_ms=until_ms)
        case TicketCreated(ticket):
            return replace(claim, ticket=ticket, ticket_until_ms=at_ms + TICKET_MS)
        case _:
            assert_never(stamped.event)
