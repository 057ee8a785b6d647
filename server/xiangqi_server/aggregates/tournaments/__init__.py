"""Tournaments: entries, pairings and standings, by format. Pure."""
