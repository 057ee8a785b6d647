from xiangqi_server.node.ops.stalls import Stalls


def test_delays_are_added_up_and_the_worst_is_told_once() -> None:
    stalls = Stalls()

    for late_s in (0.0, 0.25, 0.125):
        stalls.note(late_s)

    assert stalls.total_s == 0.375
    assert [stalls.worst_s() for _ in range(2)] == [0.25, 0]
