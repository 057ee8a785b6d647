"""A game as it was played, and how its moves are written."""
