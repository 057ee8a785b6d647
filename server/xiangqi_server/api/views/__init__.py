"""What each reader sees of people and of lists."""
