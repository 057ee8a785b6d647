"""What the rules make of a game: its end, what is banned, and what players are warned of."""
