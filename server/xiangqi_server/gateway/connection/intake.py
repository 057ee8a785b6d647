"""Which payloads are taken: those that can be read, do not come too fast, and are not repeats."""

from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.rate_limits import Charge, RateDecision, admit, count_fault, wait_ms
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.closing import close_with
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.gateway.connection.limits.rate_limits import ADDRESS_RATES, RateLimits
from xiangqi_server.gateway.connection.repeats import Repeats
from xiangqi_server.gateway.connection.store_shares import StoreShares
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.limits import ASKED, ASKED_OF_ADDRESS, FAULTS
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.codec import WireError, decode
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import ByeCode


class Intake:
    """Turns payloads into messages. Owned by the gateway.

    Attributes:
        repeats: what players have asked for lately.
        rate_limits: how much players and addresses may ask.
        stored: how much of the store they may fill.
        games: how many games they may ask for.
    """

    def __init__(self, limits: AddressLimits) -> None:
        self.repeats = Repeats()
        self.rate_limits = RateLimits(
            {charge: limits.of(limit) for charge, limit in ADDRESS_RATES.items()}
        )
        self.stored = StoreShares(limits)
        self.games = limits.senders(ASKED, ASKED_OF_ADDRESS)

    def read(self, client: Client, payload: bytes, now_ms: int) -> wire.ClientMessage | None:
        """The message that is to be carried out; None if it has been answered here.

        A payload that cannot be read or comes too fast is refused. A copy of a command that was
        done before must not be refused any more: it gets the same answer again.
        """
        try:
            message = decode(payload, client.form)
        except WireError as error:
            client.throttle, verdict = count_fault(client.throttle, now_ms)
            _fault(client, verdict, error.id, Refused(CommonRefusal.BAD_MESSAGE, str(error)))
            return None
        if isinstance(message, wire.Pong) and client.round_trips.answered(message.n, now_ms):
            return None  # we asked for it, once: it is not counted
        known = self.repeats.known(client.player, message)
        is_free = known is not None and known.is_free
        row = POLICY[type(message)]
        cost = Charge.MESSAGE if is_free else row.cost
        count = row.count(message) if row.each else 1  # no call more for a move
        client.throttle, verdict = admit(client.throttle, cost, now_ms, count)
        if verdict is not RateDecision.PASS:
            # A client that waits this long after each refusal is never closed for them.
            soon_ms = max(FAULTS.every_ms, wait_ms(client.throttle, cost, now_ms, count))
            too_fast = Refused(MessageRefusal.TOO_FAST, retry_ms=soon_ms)
            _fault(client, verdict, id_of(message), too_fast)
            return None
        late_ms = self.rate_limits.take(client.player, client.address, cost, now_ms, count)
        if late_ms:
            client.refuse(id_of(message), MessageRefusal.TOO_FAST, retry_ms=late_ms)
            return None
        if known is not None and known.done is not None and not client.is_out:
            client.send(known.done)
            return None
        return message


def id_of(message: wire.ClientMessage) -> str | None:
    """The id by which a message is answered, if it has one."""
    return message.id if isinstance(message, wire.Request) else None


def _fault(client: Client, verdict: RateDecision, id_: str | None, refused: Refused) -> None:
    """Refuse what cannot be taken; one fault too many ends the connection."""
    if verdict is RateDecision.CLOSE:
        close_with(client, ByeCode.TOO_FAST)
    else:
        client.refuse(id_, refused.code, refused.detail, retry_ms=refused.retry_ms)
