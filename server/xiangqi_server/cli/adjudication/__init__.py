"""What `adjudicate` reads and prints."""
