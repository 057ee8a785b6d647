"""From a command in its queue to an event in the store, and to its answer."""
