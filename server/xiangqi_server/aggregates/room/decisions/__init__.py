"""What a room decides, a module a topic."""
