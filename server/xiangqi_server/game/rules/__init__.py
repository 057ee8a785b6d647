"""The game itself: board, legal moves, notation, rulings. Pure; imports no other package here."""
