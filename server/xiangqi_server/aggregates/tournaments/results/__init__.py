"""What the games of a tournament come to: places, rows, ranks."""
