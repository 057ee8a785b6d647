"""What recurs: windows and laps, who attacked what in them, and what a ruling says."""
