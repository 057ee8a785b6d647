"""A player's letters as an aggregate: conversations, and what is unread. Pure."""
