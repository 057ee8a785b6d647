"""Moderation as an aggregate: reports of players, and what operators did about them. Pure."""
