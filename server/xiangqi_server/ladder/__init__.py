"""The ladder as an aggregate: who stands where, and who challenges whom. Pure."""
