"""The other nodes: who serves, who is seen where, and what a failure of one is worth."""
