"""The other nodes: which of them serve, whom they see, and what the failure of one costs."""
