"""Lessons in which the reader moves the pieces: the tasks, and what becomes of each move."""
