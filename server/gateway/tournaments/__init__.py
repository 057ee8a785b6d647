"""Tournaments as connections meet them: what they do there, and what they are told."""
