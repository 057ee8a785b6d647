"""The game itself: board, legal moves, notation, rulings. Pure; imports nothing of ours."""
