"""Tournaments for the connections of this node: what clients do there, and are told."""
