"""A player as an aggregate, a module for each of its parts, and the claims to names. Pure."""
