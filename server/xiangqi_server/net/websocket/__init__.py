"""One websocket: its handshake and its frames."""
