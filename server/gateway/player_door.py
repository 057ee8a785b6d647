"""What one asks about players: one's own account, and who the others are."""

from typing import assert_never

from server.gateway.accounts import AccountMessage, Accounts
from server.gateway.client import Client
from server.gateway.profiles import ProfileMessage, Profiles
from server.gateway.visitors import Visitors
from server.wire import client as wire

PlayerMessage = AccountMessage | ProfileMessage
"""What is taken here."""


class PlayerDoor:
    """Accounts and profiles for the connections of this node. Owned by the gateway."""

    def __init__(self, visitors: Visitors, accounts: Accounts, profiles: Profiles) -> None:
        self._visitors = visitors
        self._accounts = accounts
        self._profiles = profiles

    def take(self, client: Client, message: PlayerMessage) -> None:
        """Do what a message asks."""
        if isinstance(message, wire.SignUp | wire.SetSettings):
            self._visitors.when_registered(
                client, message, lambda _: self._accounts.answer(client, message)
            )
        elif isinstance(message, AccountMessage):
            self._accounts.answer(client, message)
        elif isinstance(message, ProfileMessage):
            self._profiles.answer(client, message)
        else:
            assert_never(message)
