"""One connection: what it may ask for how often, its answers, and who is behind it."""
