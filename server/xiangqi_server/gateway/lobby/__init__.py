"""The lobby as the connections of this node see it."""
