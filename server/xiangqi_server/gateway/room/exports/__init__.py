"""Whole games as files, and previews of their links."""
