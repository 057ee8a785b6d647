"""What must wait of one connection's messages: what it holds meanwhile, and how it may end."""

import pytest

from tests.support.gateways import Node, Peer, a_node
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Inbox
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.net.ports import Connection
from xiangqi_server.wire.client import ClientMessage, Unseek

MESSAGE = Unseek("m")


class Clerk:
    """Writes down what an inbox gives back."""

    def __init__(self, node: Node) -> None:
        self.received: list[bytes] = []
        self.refused: list[RefusalCode] = []
        self.inbox = Inbox(node.host, self._receive, self._refuse)

    def _receive(self, connection: Connection, payload: bytes) -> None:
        self.received.append(payload)

    def _refuse(self, client: Client, message: ClientMessage, refused: Refused) -> None:
        self.refused.append(refused.code)


def client_of(peer: Peer) -> Client:
    """What the gateway knows of a connection."""
    assert isinstance(peer.session, Client)
    return peer.session


async def end_by(error: Exception | None) -> None:
    """Work that ends at once, well or by an error."""
    if error is not None:
        raise error


async def test_what_comes_while_a_message_holds_is_handled_after_its_end_in_order() -> None:
    node = await a_node()
    client, clerk = client_of(await node.guest()), Clerk(node)

    clerk.inbox.run(client, MESSAGE, end_by(None), holds=True)
    held = [clerk.inbox.hold(client, payload) for payload in (b"1", b"2")]
    before = list(clerk.received)
    await node.settle()

    assert (held, before, clerk.received) == ([True, True], [], [b"1", b"2"])
    assert not clerk.inbox.hold(client, b"3")


async def test_nothing_is_held_by_what_runs_beside() -> None:
    node = await a_node()
    client, clerk = client_of(await node.guest()), Clerk(node)

    clerk.inbox.run(client, MESSAGE, end_by(None), holds=False)
    is_held = clerk.inbox.hold(client, b"1")
    await node.settle()

    assert not is_held


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused(CommonRefusal.NO_ACCOUNT), CommonRefusal.NO_ACCOUNT),
        (StoreUnavailable("gone"), CommonRefusal.UNAVAILABLE),
    ],
)
async def test_what_is_raised_is_the_refusal_and_the_next_message_is_handled(
    error: Exception, code: RefusalCode, holds: bool
) -> None:
    node = await a_node()
    client, clerk = client_of(await node.guest()), Clerk(node)

    clerk.inbox.run(client, MESSAGE, end_by(error), holds=holds)
    clerk.inbox.hold(client, b"next")
    await node.settle()

    assert clerk.refused == [code]
    assert clerk.received == ([b"next"] if holds else [])


@pytest.mark.makes_faults
async def test_a_bug_in_what_holds_closes_the_connection_and_beside_it_is_told() -> None:
    node = await a_node()
    holding, beside = await node.guest(), await node.guest()
    clerk = Clerk(node)

    clerk.inbox.run(client_of(holding), MESSAGE, end_by(KeyError("bug")), holds=True)
    clerk.inbox.run(client_of(beside), MESSAGE, end_by(KeyError("bug")), holds=False)
    await node.settle()

    assert holding.closed == (1011, "internal error")
    assert (beside.closed, clerk.refused) == (None, [CommonRefusal.UNAVAILABLE])
