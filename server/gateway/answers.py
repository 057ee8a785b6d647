"""How the host's answer to a command goes back to the connection that sent it."""

from collections.abc import Callable

from server.aggregate.refusal import RefusalCode
from server.gateway.client import Client
from server.host.aggregate_host import AggregateHost
from server.host.draft import Answer, Declined
from server.host.draft import Done as Accepted
from server.host.recent import CommandRef
from server.host.replica import Replica
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.codec import fingerprint
from server.wire.server import Done


def ref_of(client: Client, message: wire.Request) -> CommandRef:
    """What makes a command the same one again: its player, its id, and what it says.

    What it says is part of it, so that a client which counts its ids anew after a reload
    is not mistaken for one that repeats itself.
    """
    return CommandRef(client.player, f"{message.id}.{fingerprint(message)}")


def have_decided(
    host: AggregateHost,
    aggregate: AggregateId,
    command: object,
    client: Client,
    message: wire.Request,
    arrived_ms: int,
) -> None:
    """Submit the command of a client's message, and tell it how that came out."""
    host.submit(
        aggregate,
        command,
        arrived_ms=arrived_ms,
        ref=ref_of(client, message),
        answer=answering(client, message.id),
    )


def look_up(
    host: AggregateHost,
    aggregate: AggregateId,
    client: Client,
    message: wire.Request,
    seen: Callable[[Replica], None],
) -> None:
    """Have `seen` called with a loaded aggregate; without a store the message is refused."""

    def found(replica: Replica | None) -> None:
        if replica is None:
            client.refuse(message.id, RefusalCode.UNAVAILABLE)
        else:
            seen(replica)

    host.look(aggregate, found)


def answering(
    client: Client,
    id_: str,
    room: str | None = None,
    version_of: Callable[[Client, str | None], int | None] | None = None,
) -> Callable[[Answer], None]:
    """The call that tells `client` how its command `id_` came out.

    `version_of` gives the version of the room as the client knows it, which a refusal names.
    """

    def tell(answer: Answer) -> None:
        if isinstance(answer, Declined):
            code = RefusalCode(answer.code)
            version = None if version_of is None else version_of(client, room)
            retry_ms = answer.retry_ms
            client.refuse(id_, code, answer.detail, room=room, version=version, retry_ms=retry_ms)
        elif room is None:
            client.send(Done(id_))
        else:
            client.send(_done(id_, room, answer))

    return tell


def invited(client: Client, id_: str, room: str) -> Callable[[Answer], None]:
    """The call that tells `client` whether its room was opened; a refusal names no room."""

    def tell(answer: Answer) -> None:
        if isinstance(answer, Declined):
            client.refuse(id_, RefusalCode(answer.code), answer.detail)
        else:
            client.send(_done(id_, room, answer))

    return tell


def _done(id_: str, room: str, answer: Accepted) -> Done:
    digest = None if answer.digest is None else answer.digest.hex()
    return Done(id_, room, answer.version, digest)
