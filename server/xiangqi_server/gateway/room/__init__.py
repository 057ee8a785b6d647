"""The rooms at which the connections of this node look."""
