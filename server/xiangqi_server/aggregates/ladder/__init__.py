"""The ladder as an aggregate: rungs and challenges. Pure."""
