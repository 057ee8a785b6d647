"""How much of the store an address may fill by all that it sends, counted before it is stored.

Theory of operation. Everything that an address sends and that leaves something behind (moves,
offers, chat, invitations, accounts ...) is paid from one bucket of portions of the address. Sixty
people do not empty it by playing all day. If an address does, new games and words are refused with
the time to wait, but running games go on. Each player has some two hundred moves and answers beside
the share, so that no player loses a running game on time for what a neighbour has done.
"""

from xiangqi_server.api.policy_row import Policy, Role
from xiangqi_server.api.store_costs import GUEST
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.gateway.connection.limits.rate_limits import Buckets
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import MOVES_WITHOUT_SHARE, STORED_OF_ADDRESS
from xiangqi_server.wire.refusals import MessageRefusal


class StoreShares:
    """Owned by the gateway."""

    def __init__(self, limits: AddressLimits) -> None:
        self._by_address = limits.of(STORED_OF_ADDRESS)
        self._without_share = Buckets(MOVES_WITHOUT_SHARE)

    def count(
        self,
        client: Client,
        row: Policy,
        size_bytes: int,
        now_ms: int,
        *,
        stores_guest: bool,
    ) -> None:
        """Count what a message of a row adds to the store.

        Args:
            client: it has an address by which it is counted.
            size_bytes: the size of the message.
            stores_guest: its sender is stored for it.

        Raises:
            Refused: `TOO_FAST`, its address has filled its share; says how long to wait.
        """
        amount = row.adds.of(size_bytes) + (GUEST if stores_guest else 0)
        if not amount:
            return
        wait_ms = self._by_address.take(client.address, now_ms, amount)
        if wait_ms and row.role is Role.SEATED:
            wait_ms = min(wait_ms, self._without_share.take(client.player, now_ms))
        if wait_ms:
            raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)
