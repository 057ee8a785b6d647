"""Tournaments for the connections of this node: what clients do there, and what they get."""
