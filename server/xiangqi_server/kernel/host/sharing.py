"""This node's share of the work that any node could do, as far as it knows the other nodes."""

from xiangqi_server.kernel.store.share import EVERYTHING, Share


class Sharing:
    """Owned by the host. Until `serve_with` is called, all the work is this node's.

    Attributes:
        share: the share of this node.
    """

    def __init__(self) -> None:
        self.share: Share = EVERYTHING

    def node_count(self) -> int:
        """How many nodes serve, this one included."""
        return len(self.share.nodes)

    def serve_with(self, node: str, others: frozenset[str]) -> None:
        """This node goes by that name, and these serve beside it."""
        self.share = Share(node, others | {node})
