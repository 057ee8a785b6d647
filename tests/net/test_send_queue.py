from xiangqi_server.net.send_queue import Caps, SendQueue, SendResult

CAPS = Caps(frames=3, bytes=100)


def test_what_waits_is_taken_in_order_and_in_one_piece() -> None:
    outbox = SendQueue(CAPS, now=0)

    verdicts = [outbox.put(frame, 0, droppable=False) for frame in (b"a", b"b", b"c")]

    assert verdicts == [SendResult.KEPT] * 3
    assert outbox.take() == b"abc"
    assert outbox.take() == b""


def test_too_many_frames_that_must_arrive_are_too_much() -> None:
    outbox = SendQueue(CAPS, now=0)

    verdicts = [outbox.put(b"a", 0, droppable=False) for _ in range(4)]

    assert verdicts == [SendResult.KEPT] * 3 + [SendResult.OVERFULL]


def test_too_many_bytes_that_must_arrive_are_too_much() -> None:
    outbox = SendQueue(CAPS, now=0)

    verdicts = [outbox.put(b"a" * 60, 0, droppable=False) for _ in range(2)]

    assert verdicts == [SendResult.KEPT, SendResult.OVERFULL]


def test_droppable_frames_give_way_all_at_once_and_until_the_peer_reads() -> None:
    outbox = SendQueue(CAPS, now=0)

    verdicts = [outbox.put(b"d", 0, droppable=True) for _ in range(6)]

    assert verdicts == [SendResult.KEPT] * 3 + [SendResult.SKIPPED] * 3
    assert outbox.take() == b""
    assert outbox.has_skipped


def test_a_frame_that_must_arrive_pushes_droppable_ones_out() -> None:
    outbox = SendQueue(CAPS, now=0)
    for frame in (b"1", b"2", b"3"):
        outbox.put(frame, 0, droppable=True)

    verdict = outbox.put(b"must", 0, droppable=False)

    assert verdict is SendResult.SKIPPED
    assert outbox.take() == b"must"


def test_the_next_outbox_knows_the_age_and_the_gaps_of_the_one_before() -> None:
    first = SendQueue(CAPS, now=10)
    for tick in (12, 13, 14, 15):
        first.put(b"d", tick, droppable=True)
    first.put(b"must", 16, droppable=False)
    first.take()
    second = SendQueue(CAPS, now=20)

    second.follow(first)

    assert (second.since, second.has_skipped) == (16, True)
