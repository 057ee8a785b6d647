"""The rooms the connections of this node look at."""
