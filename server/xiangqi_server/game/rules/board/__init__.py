"""The board: where pieces stand, what each may do, and which moves are legal."""
