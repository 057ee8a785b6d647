"""Rulings and warnings in words: what is told (`telling`), its sentences, and four grammars."""
