"""A player as an aggregate, a module for each part of it; and the claims of names. Pure."""
