"""Figures for Prometheus: what is counted elsewhere as plain ints, read when somebody asks.

This module hides the library and the text it writes. Nothing here is called while a message is
handled: `app` hands over functions that give the figures of the moment.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure that goes up and down; `help` is one line for the operator."""

    name: str
    help: str
    read: Callable[[], float]


@dataclass(frozen=True, slots=True)
class Count:
    """A figure that only grows; `name` without the ``_total`` that is added."""

    name: str
    help: str
    read: Callable[[], float]


@dataclass(frozen=True, slots=True)
class Counts:
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


Figure = Gauge | Count | Counts | Spread


class Metrics:
    """All figures of a node."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Collector(tuple(figures)))
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self._registry)


class _Collector(Collector):
    """Our figures as the library asks for them, anew at each request."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """Give every figure."""
        return map(_family, self._figures)


def _family(figure: Figure) -> Metric:
    match figure:
        case Gauge(name, help_, read):
            return GaugeMetricFamily(name, help_, value=read())
        case Count(name, help_, read):
            return CounterMetricFamily(name, help_, value=read())
        case Counts(name, help_, label, read_all):
            counts = CounterMetricFamily(name, help_, labels=[label])
            for value, count in read_all().items():
                counts.add_metric([value], count)
            return counts
        case Spread(name, help_, bounds_s, read_spread):
            fell, sum_s = read_spread()
            return HistogramMetricFamily(name, help_, _cumulated(bounds_s, fell), sum_s)


def _cumulated(bounds_s: Sequence[float], fell: Sequence[int]) -> list[tuple[str, float]]:
    """For each bound how many took no longer, as the library wants it."""
    names = (*map(str, bounds_s), "+Inf")
    total, buckets = 0, []
    for name, count in zip(names, fell, strict=True):
        total += count
        buckets.append((name, float(total)))
    return buckets
