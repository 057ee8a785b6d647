"""How much time each side has: one class a time control, and the pair of clocks they drive.

A clock is a value that stands still; it never learns the time by itself. It gets the length of a
turn, and says what is left. The boundary is the same everywhere: time is up when all of it is used.
So a turn of exactly what was left comes too late, and one that took a millisecond less is in time.
"""
