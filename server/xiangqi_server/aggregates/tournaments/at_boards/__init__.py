"""What a tournament at real boards has that one online has not."""
