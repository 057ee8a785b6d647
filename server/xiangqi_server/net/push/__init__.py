"""Messages to browsers that are closed, by their push services (RFC 8030, 8291, 8292)."""
