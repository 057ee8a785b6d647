"""What is on TV: the top game of each channel, as an aggregate. Pure."""
