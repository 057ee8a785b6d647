"""What clients may send, which commands it becomes, and what they are shown. Pure."""
