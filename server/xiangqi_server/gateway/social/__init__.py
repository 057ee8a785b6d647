"""Friends, direct messages, reports and moderation."""
