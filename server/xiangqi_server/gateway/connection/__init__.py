"""One connection: what it may ask for how often, its answers, and the player behind it."""
