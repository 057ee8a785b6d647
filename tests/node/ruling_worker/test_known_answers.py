"""The latest answers are kept, within a number and a weight."""

from xiangqi_server.node.ruling_worker.known_answers import KnownAnswers


def test_the_answers_asked_for_last_are_kept() -> None:
    known = KnownAnswers(most=2)
    known.keep(b"one", b"1")
    known.keep(b"two", b"2")
    known.of(b"one")
    known.keep(b"three", b"3")

    assert [known.of(question) for question in (b"one", b"two", b"three")] == [b"1", None, b"3"]


def test_large_answers_are_fewer() -> None:
    known = KnownAnswers(most_bytes=10)
    known.keep(b"one", b"11111")
    known.keep(b"one", b"111111")
    known.keep(b"two", b"2222")

    assert (known.of(b"one"), known.of(b"two")) == (b"111111", b"2222")

    known.keep(b"three", b"3")

    assert [known.of(question) for question in (b"one", b"two", b"three")] == [None, b"2222", b"3"]
