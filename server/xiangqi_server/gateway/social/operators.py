"""The operators of this server: accounts named in the settings, and how one gets such a name.

An account with such a name is an operator. So to take the name, by a sign-up or a rename, needs
a one-time code, made on the server's machine (`xiangqi-server operator-code`). That is also so when
the name is free again because its account was renamed or deleted. An account that has the name
already needs no code. No player may have a name that merely looks like it.
"""

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.name_rules import imitates, name_id
from xiangqi_server.api.names.secret_codes import code_hash
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.kernel.aggregate.refusal import require


class Operators:
    """The operators by the names of their accounts. Owned by the gateway.

    Args:
        names: the names of the accounts.
        bots: names of bots that the operator trusts, which are guarded in the same way.
    """

    def __init__(
        self,
        names: frozenset[str],
        aggregates: AggregateClient,
        bots: frozenset[str] = frozenset(),
    ) -> None:
        self._names = names
        self._guarded = names | bots
        self._aggregates = aggregates
        self._ids = frozenset(map(name_id, self._guarded))

    def is_operator(self, player: Player | None) -> bool:
        """The player may use the operators' messages."""
        return (
            player is not None and player.identity.has_account and player.naming.name in self._names
        )

    def ticket_for(self, name: str, code: str) -> str:
        """What has to be shown to claim a name: the hash of a code, "" if anybody may have it.

        Raises:
            Refused: `OPERATOR_CODE`, there is no code; `NAME_RESERVED`, it imitates an operator's.
        """
        wanted = name_id(name)
        if wanted in self._ids:
            require(bool(code), PlayerRefusal.OPERATOR_CODE)
            return code_hash(wanted, code)
        is_imitation = any(imitates(name, guarded) for guarded in self._guarded)
        require(not is_imitation, PlayerRefusal.NAME_RESERVED)
        return ""

    async def without_account(self) -> list[str]:
        """The names that no account has, in order.

        Raises:
            StoreUnavailable: there is no store.
        """
        return [name for name in sorted(self._names) if not await self._has_account(name)]

    async def _has_account(self, name: str) -> bool:
        holder = (await self._aggregates.claim_of(name)).holder
        return holder is not None and (await self._aggregates.player(holder)).naming.name == name
