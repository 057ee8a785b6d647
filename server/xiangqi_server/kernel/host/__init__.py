"""Runs every aggregate through its one entry: decide, append, apply, tell."""
