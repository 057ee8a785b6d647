"""Between the sockets and the aggregates: bytes become commands, changes become frames."""
