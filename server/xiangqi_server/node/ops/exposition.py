"""The figures of a node as the text that Prometheus reads.

It is imported when somebody asks for the first time: a start does not wait for the library that
writes the text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from xiangqi_server.node.ops.metrics import CountMetric, CountMetrics, Figure, Gauge, Histogram


class Metrics:
    """All figures of a node."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Collector(tuple(figures)))
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self._registry)


def merged(texts: Mapping[int, str], figures: Iterable[Figure]) -> bytes:
    """The figures of several workers as one text: each sample names its worker.

    Args:
        texts: what each worker tells, by its number.
        figures: those of the process that keeps the workers.
    """
    families: dict[str, Metric] = {figure.name: _family(figure) for figure in figures}
    for worker, text in texts.items():
        for family in text_string_to_metric_families(text):
            kept = families.setdefault(
                family.name, Metric(family.name, family.documentation, family.type)
            )
            for name, labels, value, *_ in family.samples:
                kept.add_sample(name, {**labels, "worker": str(worker)}, value)
    registry = CollectorRegistry()
    registry.register(_Families(tuple(families.values())))
    return generate_latest(registry)


class _Families(Collector):
    """Families that are made already."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        """Give every family."""
        return iter(self._families)


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
        case Histogram(name, help_, bounds_s, read_histogram):
            in_buckets, sum_s = read_histogram()
            return HistogramMetricFamily(name, help_, _cumulated(bounds_s, in_buckets), sum_s)


def _cumulated(bounds_s: Sequence[float], counts: Sequence[int]) -> list[tuple[str, float]]:
    """For each bound how many took no longer, as the library wants it."""
    names = (*map(str, bounds_s), "+Inf")
    total, buckets = 0, []
    for name, count in zip(names, counts, strict=True):
        total += count
        buckets.append((name, float(total)))
    return buckets
