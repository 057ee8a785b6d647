"""What players ask about notices outside of the page."""

from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Final

from xiangqi_server.aggregates.notices.channels import Channel
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import SetWishes, Subscribe, Unsubscribe
from xiangqi_server.aggregates.notices.refusals import NoticeRefusal
from xiangqi_server.api.views.notice_views import notices_view, wishes_of
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.kernel.aggregate.base32 import base32
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.limits import SUBSCRIBED, SUBSCRIBED_OF_ADDRESS
from xiangqi_server.net.push.port import PushService, Subscription
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import NoticeSettings

_ID_BYTES: Final = 5


class NoticesHandler:
    """Owned by the gateway.

    Args:
        push: sends to browsers; None if the operator has set no keys.
    """

    def __init__(self, node: Node, push: PushService | None) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._push = push
        self._subscribed = node.address_limits.senders(SUBSCRIBED, SUBSCRIBED_OF_ADDRESS)

    async def show(self, client: Client, message: wire.NoticeSettings) -> NoticeSettings:
        """What a player has chosen, and which browsers get notices."""
        notices = (await self._host.view(key(NOTICES, client.player))).state
        public_key = None if self._push is None else self._push.public_key
        return notices_view(message.id, notices, public_key, client.device)

    async def subscribe(self, client: Client, message: wire.SubscribeNotices) -> None:
        """Have notices sent to a browser.

        Raises:
            Refused: NO_ACCOUNT, PUSH_OFF, TOO_FAST, or BAD_SUBSCRIPTION: nothing is sent there.
        """
        player = await self._aggregates.player(client.player)
        require(player.identity.has_account, CommonRefusal.NO_ACCOUNT)
        self._subscribed.count(client.player, client.address, self._clock.now_ms())
        given = _subscription(message)
        push = self._push
        require(push is not None, NoticeRefusal.PUSH_OFF)
        is_good = push is not None and given is not None and push.accepts(given)
        require(is_good, NoticeRefusal.BAD_SUBSCRIPTION)
        if given is not None:
            self._submit(client, message, Subscribe(_channel(client, given)))

    def unsubscribe(self, client: Client, message: wire.UnsubscribeNotices) -> None:
        """Send no more notices to a browser."""
        self._submit(client, message, Unsubscribe(message.channel))

    def wish(self, client: Client, message: wire.SetNotices) -> None:
        """Note what a player wishes for, and when."""
        self._submit(client, message, SetWishes(wishes_of(message.wishes)))

    def _submit(self, client: Client, message: wire.Request, command: object) -> None:
        aggregate = key(NOTICES, client.player)
        have_decided(self._host, aggregate, command, client, message, self._clock.now_ms())


def _subscription(message: wire.SubscribeNotices) -> Subscription | None:
    try:
        return Subscription(message.endpoint, *map(_raw, (message.key, message.secret)))
    except ValueError:
        return None


def _raw(text: str) -> bytes:
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _channel(client: Client, given: Subscription) -> Channel:
    id_ = base32(sha256(given.endpoint.encode()).digest()[:_ID_BYTES])
    return Channel(id_, *given, client.language, client.device)
