"""What travels between a client and the server, as types."""
