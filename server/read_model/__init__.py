"""The catalogue of games: what is shown of a game in lists, and in which lists it is. Pure."""
