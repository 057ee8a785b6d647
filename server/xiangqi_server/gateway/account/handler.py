"""What clients ask about players: their own accounts, and other players."""

from typing import assert_never

from xiangqi_server.gateway.account.accounts import AccountMessage, Accounts
from xiangqi_server.gateway.account.profiles import ProfileMessage, Profiles
from xiangqi_server.gateway.account.recovery import RecoveryHandler, RecoveryMessage
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.players.state import Player

PlayerMessage = AccountMessage | ProfileMessage | RecoveryMessage
"""The messages handled here."""


class AccountHandler:
    """Accounts and profiles for the connections of this node. Owned by the gateway."""

    def __init__(
        self,
        accounts: Accounts,
        profiles: Profiles,
        recovery_handler: RecoveryHandler,
    ) -> None:
        self._accounts = accounts
        self._profiles = profiles
        self._recovery_handler = recovery_handler

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed, by the token of a device; `player` as stored."""
        self._accounts.welcomed(client, player)

    def handle(self, client: Client, message: PlayerMessage) -> Coro:
        """Do what a message asks."""
        if isinstance(message, AccountMessage):
            return self._accounts.handle(client, message)
        if isinstance(message, ProfileMessage):
            return self._profiles.handle(client, message)
        if isinstance(message, RecoveryMessage):
            return self._recovery_handler.handle(client, message)
        assert_never(message)
