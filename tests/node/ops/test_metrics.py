from xiangqi_server.node.ops.exposition import Metrics
from xiangqi_server.node.ops.metrics import CountMetric, CountMetrics, Gauge, Histogram


def lines_of(metrics: Metrics) -> list[str]:
    """The lines of our own figures."""
    return [line for line in metrics.text().decode().splitlines() if " test_" in f" {line}"]


def test_every_figure_is_written_as_prometheus_reads_it() -> None:
    metrics = Metrics(
        (
            Gauge("test_rooms", "Rooms", lambda: 3),
            CountMetric("test_moves", "Moves", lambda: 41),
            CountMetrics(
                "test_refusals", "Refusals", "code", lambda: {"too_fast": 2, "not_allowed": 1}
            ),
            Histogram("test_seconds", "Commits", (0.01, 0.1), lambda: ([5, 2, 1], 0.75)),
        )
    )

    lines = [line for line in lines_of(metrics) if not line.startswith("#")]

    assert lines == [
        "test_rooms 3.0",
        "test_moves_total 41.0",
        'test_refusals_total{code="too_fast"} 2.0',
        'test_refusals_total{code="not_allowed"} 1.0',
        'test_seconds_bucket{le="0.01"} 5.0',
        'test_seconds_bucket{le="0.1"} 7.0',
        'test_seconds_bucket{le="+Inf"} 8.0',
        "test_seconds_count 8.0",
        "test_seconds_sum 0.75",
    ]


def test_figures_are_read_anew_each_time() -> None:
    moves = iter([1, 2])
    metrics = Metrics((CountMetric("test_moves", "Moves", lambda: next(moves)),))

    assert "test_moves_total 1.0" in lines_of(metrics)
    assert "test_moves_total 2.0" in lines_of(metrics)


def test_the_process_is_told_of_too() -> None:
    assert b"process_resident_memory_bytes" in Metrics(()).text()
