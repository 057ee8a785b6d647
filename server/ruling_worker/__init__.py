"""Thinks about hard rulings in a process of its own, so that the node's loop goes on."""
