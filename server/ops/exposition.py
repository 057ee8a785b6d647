"""The figures of a node as the text that Prometheus reads.

This module hides the library and its text. It is imported when somebody asks for the first
time: a start does not wait for the library.
"""

from collections.abc import Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from server.ops.metrics import CountMetric, CountMetrics, Figure, Gauge, Spread


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
        case CountMetric(name, help_, read):
            return CounterMetricFamily(name, help_, value=read())
        case CountMetrics(name, help_, label, read_all):
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
