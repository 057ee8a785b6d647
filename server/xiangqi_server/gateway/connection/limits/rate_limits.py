"""What one player, and one address, may ask over all their connections together.

A connection has buckets of its own (`api.rate_limits`); the buckets here are for players and
addresses with many connections. Each node has its own; those of addresses are made by
`address_limits`, which tells other nodes of them. The numbers are in `xiangqi_server.limits`.
"""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.connection.limits.spent import Spent
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.limits import (
    ADDRESS_JOINS,
    ADDRESS_MESSAGES,
    ADDRESS_STARTS,
    ADDRESSES_OF_SITE,
    PLAYER_JOINS,
    PLAYER_MESSAGES,
    PLAYER_STARTS,
    Limit,
    Rate,
    shares_of,
)
from xiangqi_server.net.connection_limits import site_of
from xiangqi_server.wire.refusals import MessageRefusal

FORGET_AT: Final = 1_024
HEARD_MS: Final = 1_000
"""By then a node has heard what an address has taken elsewhere."""
PLAYER_RATES: Final[Mapping[Charge, Limit]] = {
    Charge.MESSAGE: PLAYER_MESSAGES,
    Charge.JOIN: PLAYER_JOINS,
    Charge.START: PLAYER_STARTS,
}
ADDRESS_RATES: Final[Mapping[Charge, Limit]] = {
    Charge.MESSAGE: ADDRESS_MESSAGES,
    Charge.JOIN: ADDRESS_JOINS,
    Charge.START: ADDRESS_STARTS,
}


class Buckets:
    """One rate for many holders. Those whose bucket is full again are forgotten."""

    __slots__ = ("_forget_at", "_full_at_ms", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full_at_ms: dict[str, int] = {}
        self._forget_at = FORGET_AT

    def __len__(self) -> int:
        return len(self._full_at_ms)

    def take(self, holder: str, now_ms: int, count: int = 1) -> int:
        """Count `count` for `holder`; returns 0, or how long to wait in ms if they are too many."""
        if len(self._full_at_ms) >= self._forget_at:
            self._forget(now_ms)
        full_at_ms, rate = self._full_at_ms.get(holder, 0), self._rate_of(holder)
        after_ms = rate.take(full_at_ms, now_ms, count)
        if after_ms is None:
            return rate.wait_ms(full_at_ms, now_ms, count)
        self._full_at_ms[holder] = after_ms
        return 0

    def give_back(self, holder: str, count: int = 1) -> None:
        """Give back `count` that were taken: they do not count after all."""
        full_at_ms = self._full_at_ms.get(holder)
        if full_at_ms is not None:
            self._full_at_ms[holder] = full_at_ms - self._rate_of(holder).every_ms * count

    def charge(self, holder: str, now_ms: int, count: int) -> None:
        """Count what `holder` took elsewhere, even if it is too many."""
        full_at_ms, rate = self._full_at_ms.get(holder, 0), self._rate_of(holder)
        self._full_at_ms[holder] = rate.charge(full_at_ms, now_ms, count)

    def _rate_of(self, _: str) -> Rate:
        return self._rate

    def _forget(self, now_ms: int) -> None:
        """Drop the full ones; not again before there are twice as many as were kept."""
        self._full_at_ms = {who: full for who, full in self._full_at_ms.items() if full > now_ms}
        self._forget_at = max(FORGET_AT, 2 * len(self._full_at_ms))


class AddressBuckets(Buckets):
    """Buckets of addresses; for IPv6, also buckets of what one customer may have.

    That is a /48; each of its 65,536 networks counts as one address. An address that stands for
    many people has the shares of all of them, and belongs to no customer.

    Args:
        spent: notes what is taken, for other nodes; None on a node that runs alone.
    """

    __slots__ = ("_shares", "_sites", "_spent")

    def __init__(self, rate: Rate, spent: Spent | None = None) -> None:
        super().__init__(rate)
        self._sites = Buckets(rate.times(ADDRESSES_OF_SITE))
        self._shares: dict[int, Rate] = {1: rate}
        self._spent = spent

    def take(self, holder: str, now_ms: int, count: int = 1) -> int:
        """See `Buckets.take`."""
        if self._spent is not None and not self._spent.may_take(holder, count, now_ms):
            return HEARD_MS
        wait_ms, site = super().take(holder, now_ms, count), site_of(holder)
        if not wait_ms and site != holder:
            wait_ms = self._sites.take(site, now_ms, count)
            if wait_ms:
                super().give_back(holder, count)
        if self._spent is not None and not wait_ms:
            self._spent.note(holder, count, now_ms)
        return wait_ms

    def give_back(self, holder: str, count: int = 1) -> None:
        """See `Buckets.give_back`."""
        super().give_back(holder, count)
        site = site_of(holder)
        if site != holder:
            self._sites.give_back(site, count)
        if self._spent is not None:
            self._spent.give_back(holder, count)

    def _rate_of(self, holder: str) -> Rate:
        shares = shares_of(holder)
        rate = self._shares.get(shares)
        if rate is None:
            rate = self._shares[shares] = self._rate.times(shares)
        return rate


class SenderLimits:
    """How often one sort of thing may be done by a player and from an address.

    And how much of it by address, where some of it is more than other.
    """

    __slots__ = ("_amounts", "_of_addresses", "_of_players")

    def __init__(
        self,
        of_player: Rate,
        of_address: AddressBuckets,
        amounts: AddressBuckets | None = None,
    ) -> None:
        self._of_players = Buckets(of_player)
        self._of_addresses = of_address
        self._amounts = amounts

    def count(
        self,
        player: str,
        address: str,
        now_ms: int,
        code: RefusalCode = MessageRefusal.TOO_FAST,
        *,
        amount: int = 0,
    ) -> None:
        """Count one.

        Args:
            player: the one that acts; "" if it is unknown, so that only the address counts.
            address: what limits count its connection under, "" for one they leave out.
            code: the refusal of one too many.
            amount: how much it is.

        Raises:
            Refused: it is one too many, or too much; says how long to wait.
        """
        holder = player or address
        wait_ms = self._of_players.take(holder, now_ms) if holder else 0
        if not wait_ms and address:
            wait_ms = self._of_addresses.take(address, now_ms)
        if not wait_ms and address and self._amounts is not None:
            wait_ms = self._amounts.take(address, now_ms, amount)
        if wait_ms:
            raise Refused(code, retry_ms=wait_ms)


class RateLimits:
    """The buckets of all players and addresses with connections here. Owned by the gateway."""

    __slots__ = ("_addresses", "_players")

    def __init__(self, addresses: Mapping[Charge, AddressBuckets]) -> None:
        self._players = {charge: Buckets(rate) for charge, rate in PLAYER_RATES.items()}
        self._addresses = addresses

    def take(self, player: str, address: str, charge: Charge, now_ms: int, count: int = 1) -> int:
        """Count a message; 0, or how long to wait in ms if it was one too many.

        Args:
            player: the sender, "" before `hello`.
            address: what limits count its connection under, "" for one they leave out.
            charge: what it costs, and with it a message.
            count: how often it costs that.
        """
        wait_ms = 0
        if charge is not Charge.MESSAGE:
            wait_ms = self.take(player, address, Charge.MESSAGE, now_ms)
        if player:
            wait_ms = max(wait_ms, self._players[charge].take(player, now_ms, count))
        if address:
            wait_ms = max(wait_ms, self._addresses[charge].take(address, now_ms, count))
        return wait_ms
