"""A player's messages as an aggregate: conversations, and what is unread. Pure."""
