"""The review of a finished game as an aggregate: which worker has it, and what was found. Pure."""
