"""Pairs of players, found without knowing the format."""
