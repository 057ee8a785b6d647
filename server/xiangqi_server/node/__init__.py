"""Wires one node together, runs it, and takes it down in the opposite order.

What depends on what, from the inside: store, clock, host, gateway, listener. Each part is
given what it needs and knows nothing of the rest; only this package knows all of them.
"""
