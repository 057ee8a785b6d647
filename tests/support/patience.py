"""How long tests wait for what has to happen: so long that no machine is too slow."""

from typing import Final

PATIENCE_S: Final = 300.0
"""A test that waits longer has failed. Less than the limit on a whole test in `pyproject.toml`."""
