"""Our own client of Redis: calls in groups over one connection, or over one to each primary."""
