"""Figures for Prometheus: what is counted elsewhere as plain ints, read when somebody asks.

Nothing here is called while a message is handled: `node` hands over functions that give the
figures of the moment. `exposition` writes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure that goes up and down; `help` is one line for the operator."""

    name: str
    help: str
    read: Callable[[], float]


@dataclass(frozen=True, slots=True)
class CountMetric:
    """A figure that only grows; `name` without the ``_total`` that is added."""

    name: str
    help: str
    read: Callable[[], float]


@dataclass(frozen=True, slots=True)
class CountMetrics:
    """Figures that only grow, one for each value of a label."""

    name: str
    help: str
    label: str
    read: Callable[[], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Histogram:
    """How long something took.

    Fields:
        bounds_s: the upper bounds of the buckets, in seconds, rising.
        read: gives how many fell into each bucket, one more than the bounds, for the last one is
            of what took longer; and the sum in seconds.
    """

    name: str
    help: str
    bounds_s: Sequence[float]
    read: Callable[[], tuple[Sequence[int], float]]


Figure = Gauge | CountMetric | CountMetrics | Histogram
