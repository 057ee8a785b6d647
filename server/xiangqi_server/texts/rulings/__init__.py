"""Rulings and warnings in words: what they say (`telling`), its sentences, and four grammars."""
