"""Thinks about hard rulings and large pairings in processes of its own: the loop goes on."""
