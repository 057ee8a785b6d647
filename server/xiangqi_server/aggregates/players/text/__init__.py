"""What players write: clean texts, words to search by, passwords that are too easily guessed."""
