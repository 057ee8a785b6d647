"""Names, ids and tokens: which are taken, and how they are written."""
