"""When the store, a part of it or this node was away, and what that costs."""
