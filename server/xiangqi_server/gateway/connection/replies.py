"""How the host's answer to a command goes back to the connection that sent it."""

from collections.abc import Callable
from dataclasses import dataclass

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import Answer, Rejected
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done


def have_decided(
    host: AggregateHost,
    aggregate: AggregateId,
    command: object,
    client: Client,
    message: wire.Request,
    arrived_ms: int,
) -> None:
    """Submit the command of a client's message, and tell the client the result."""
    host.submit(
        aggregate,
        command,
        arrived_ms=arrived_ms,
        ref=client.ref_of(message),
        answer=Reply(client, message.id),
    )


@dataclass(slots=True)
class Reply:
    """Sends a client the result of its command, once what it caused is stored and delivered.

    Fields:
        id: the id of the message.
        room: the room whose version `done` names.
        version_of: gives the version of the room as the client knows it, for a refusal; one
            without it does not name the room.
        seat_key: opens the free seat of an invitation.
    """

    client: Client
    id: str
    room: str | None = None
    version_of: Callable[[Client, str | None], int | None] | None = None
    seat_key: str | None = None

    def __call__(self, answer: Answer) -> None:
        """Tell it."""
        if isinstance(answer, Rejected):
            self._refuse(answer)
        elif self.room is None:
            self.client.send(Done(self.id))
        else:
            digest = None if answer.digest is None else answer.digest.hex()
            self.client.send(Done(self.id, self.room, answer.version, digest, self.seat_key))

    def _refuse(self, rejected: Rejected) -> None:
        room = version = None
        if self.version_of is not None:
            room, version = self.room, self.version_of(self.client, self.room)
        self.client.refuse(
            self.id,
            rejected.code,
            rejected.detail,
            room=room,
            version=version,
            retry_ms=rejected.retry_ms,
        )
