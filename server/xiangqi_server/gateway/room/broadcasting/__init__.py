"""What the connections that look at a room get, at once or late."""
