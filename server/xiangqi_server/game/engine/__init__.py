"""A small engine of our own: an opponent wherever there is Python, beginner to club player."""
