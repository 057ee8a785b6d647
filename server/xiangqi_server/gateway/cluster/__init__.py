"""The other nodes: which of them serve, which players they see, what the failure of one costs."""
