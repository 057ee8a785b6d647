"""The read model: rows and lists derived from the logs; how they follow, are packed and rebuilt."""
