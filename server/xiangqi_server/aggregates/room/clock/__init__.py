"""How much time each side has: one class a time control, and the pair of clocks they drive.

A clock is a value that stands still; it never learns the time by itself. It is told how
long a turn was, and says what is left. The boundary is the same everywhere: time is up
when all of it is used, so a turn of exactly what was left comes too late, and one that
took a millisecond less is in time.
"""
