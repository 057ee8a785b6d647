"""Sockets and frames; not a word of the game."""
