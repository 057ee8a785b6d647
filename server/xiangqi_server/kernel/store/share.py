"""Which of the shards that any node could look through a node does look through.

Theory of operation. What waits in a store for no node in particular (effects, alarms, premoves of a
dead node, logs to be packed) is looked for shard by shard. If every node looked through
every shard, twice as many nodes would ask twice as much. So each shard has an order of the nodes,
drawn from its number and their names (rendezvous hashing), and the first ones look. Nodes that see
the same nodes agree without talking to each other; when a node is gone, its shards go to the next
in each order, and no others move. A node that is wrong about the serving nodes looks for nothing,
or leaves a shard to the second node.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

SWEEPERS: Final = 2
"""How many nodes look through a shard: one of them may have just died."""
_CACHED: Final = 8


class Share(NamedTuple):
    """The share of one node, among all that serve.

    Fields:
        node: the name of the node.
        nodes: the names of all nodes that serve, with its own.
    """

    node: str
    nodes: frozenset[str]

    def of(self, count: int, sweepers: int = SWEEPERS) -> tuple[int, ...]:
        """Its shards of `count`, in order, if `sweepers` nodes look through each."""
        return _shards(self, count, sweepers)

    def turn_at(self, name: str) -> int:
        """How many nodes come before it in the order drawn from a name."""
        own = _draw(self.node, name)
        return sum(_draw(node, name) < own for node in self.nodes - {self.node})


EVERYTHING: Final = Share("", frozenset({""}))
"""The share of a node that knows of no other."""


@lru_cache(maxsize=_CACHED)
def _shards(share: Share, count: int, sweepers: int) -> tuple[int, ...]:
    return tuple(shard for shard in range(count) if _is_among_first(share, shard, sweepers))


def _is_among_first(share: Share, shard: int, sweepers: int) -> bool:
    own = _draw(share.node, shard)
    before = sum(_draw(node, shard) < own for node in share.nodes - {share.node})
    return before < sweepers


def _draw(node: str, what: int | str) -> bytes:
    return blake2b(f"{what} {node}".encode(), digest_size=8).digest()
