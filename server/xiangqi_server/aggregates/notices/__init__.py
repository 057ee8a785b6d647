"""What waits for a player who may not be there, as an aggregate. Pure."""
