"""A store of several servers: which of them has what, and calls that find their way there."""
