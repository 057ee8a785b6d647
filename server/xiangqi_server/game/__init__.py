"""Xiangqi itself: its rules, an engine that plays it, and lessons. It imports nothing."""
