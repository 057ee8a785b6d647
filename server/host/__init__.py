"""Runs every aggregate behind its one door: decide, append, apply, tell."""
