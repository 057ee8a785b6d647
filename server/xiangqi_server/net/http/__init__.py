"""Plain HTTP: its text, files, and pages of other sites."""
