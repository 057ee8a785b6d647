"""One message of every type that travels, and of every edge: nulls, limits, Chinese text."""

from tests.support.wire_samples.client import CLIENT
from tests.support.wire_samples.server import SERVER, a_clock
from tests.support.wire_samples.values import ROOM

__all__ = ["CLIENT", "ROOM", "SERVER", "a_clock"]
