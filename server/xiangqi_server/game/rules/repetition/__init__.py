"""What recurs: windows and laps, the attacks in them, and what a ruling says."""
