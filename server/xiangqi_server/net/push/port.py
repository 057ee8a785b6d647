"""What the application knows of web push: what a browser gave, and what became of a message."""

import enum
from typing import NamedTuple, Protocol


class PushOutcome(enum.Enum):
    """What a push service did with a message."""

    TAKEN = "taken"
    GONE = "gone"
    """The subscription is over and never comes back."""
    LATER = "later"
    """It may be tried again."""


class Subscription(NamedTuple):
    """What a browser gave us.

    Fields:
        endpoint: the address that takes messages for it.
        key: its public key, 65 bytes.
        secret: what it shares with us, 16 bytes.
    """

    endpoint: str
    key: bytes
    secret: bytes


class PushService(Protocol):
    """Sends messages to browsers; what a push service answers goes no further."""

    @property
    def public_key(self) -> str:
        """What a browser subscribes by, as base64url."""
        ...

    def accepts(self, subscription: Subscription) -> bool:
        """Whether messages may be sent there, and can be encrypted for it."""
        ...

    async def send(
        self, subscription: Subscription, message: bytes, *, ttl_s: int, topic: str
    ) -> PushOutcome:
        """Send a message.

        Args:
            ttl_s: how long the service keeps it for a browser that is off.
            topic: a message replaces one of the same topic that waits there.
        """
        ...
