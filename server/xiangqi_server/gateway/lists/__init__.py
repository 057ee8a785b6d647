"""Lists and searches: ratings, games, the ladder, TV."""
