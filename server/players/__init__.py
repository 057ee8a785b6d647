"""A player as an aggregate: identity and open games. Pure."""
