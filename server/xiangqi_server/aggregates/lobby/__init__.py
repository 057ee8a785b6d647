"""The one lobby as an aggregate: open seeks and queues. Pure."""
