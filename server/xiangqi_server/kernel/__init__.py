"""What decides, stores and tells, whatever it is about: there is no word of the game."""
