"""What is kept: each aggregate is a value, its events, and two pure functions."""
