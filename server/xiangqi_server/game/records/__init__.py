"""Game files: every format that is read or written, by one function."""
