"""A crowd in the lobby under faults: everybody meets somebody, once, and every law holds.

The same with thousands: ``python -m tests.simulation.crowd 2000``.
"""

import secrets

from tests.simulation.crowd import simulate_crowd

PLAYERS = 120


def test_a_crowd_is_paired_once_each_whatever_fails() -> None:
    seed = secrets.randbits(32)

    endings = simulate_crowd(seed, PLAYERS)

    assert endings["not over"] == 0, seed
    assert endings["faults"] > 0, seed
    assert endings["resign"] >= PLAYERS // 4, (seed, endings)
