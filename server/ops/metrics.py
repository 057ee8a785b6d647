"""Figures for Prometheus: what is counted elsewhere as plain ints, read when somebody asks.

Nothing here is called while a message is handled: `app` hands over functions that give the
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
class Spread:
    """How long something took: `read` gives how many fell into each of `bounds_s`, and the sum.

    The counts are one more than the bounds: the last one is of what took longer.
    """

    name: str
    help: str
    bounds_s: Sequence[float]
    read: Callable[[], tuple[Sequence[int], float]]


Figure = Gauge | CountMetric | CountMetrics | Spread
