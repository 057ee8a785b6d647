"""Which server answers at an address of one store, as its connections find when they are opened."""

from typing import Final

from xiangqi_server.kernel.store.client.replies import read_facts
from xiangqi_server.kernel.store.client.requests import Ask
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

_NONE: Final = "0" * 40
"""The second replication id of a server that has never been a replica since it was started."""


class SinglePrimary:
    """Of one store, for all of its connections.

    A server keeps its replication id until it is restarted or promoted; one that was promoted names
    the id of its primary before as the second one. A server that does not tell these is taken for
    the same one.

    Attributes:
        promotions: how many were noticed.
        id: of the server that answers; "" if none has said.
    """

    def __init__(self) -> None:
        self.promotions = 0
        self.id = ""

    async def ask(self, call: Ask) -> str:
        """The id that a connection just opened tells; `call` asks one command.

        Raises:
            StoreUnavailable: the server does not answer.
        """
        try:
            facts = read_facts(await call("INFO", "replication"))
        except StoreUnavailable:
            raise
        except StoreError:  # its operator does not let us ask
            return self.id
        found, before = facts.get("master_replid", self.id), facts.get("master_replid2", _NONE)
        if self.id and found != self.id and before != _NONE:
            self.promotions += 1
        self.id = found
        return found
