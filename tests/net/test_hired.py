from server.net.frames import BINARY, PING, TEXT
from server.net.hired import Hired
from tests.support.sockets import client_frame

MAX = 100


def test_fragments_become_one_message_of_the_first_ones_kind() -> None:
    hired = Hired(MAX)

    messages = [
        hired.receive(client_frame(0x01, b"one ")),
        hired.receive(client_frame(PING, b"between")),
        hired.receive(client_frame(0x00) + client_frame(0x80, b"message")),
        hired.receive(
            client_frame(0x02, b"a") + client_frame(0x80, b"b") + client_frame(TEXT, b"c")
        ),
    ]

    assert messages == [[], [], [(TEXT, b"one message")], [(BINARY, b"ab"), (TEXT, b"c")]]
    assert hired.take_output() == (b"\x8a\x07between", False)
    assert hired.is_open


def test_a_broken_rule_ends_the_stream_after_a_close_frame() -> None:
    hired = Hired(MAX)

    hired.receive(b"\x82\x01x")

    output, ends = hired.take_output()
    assert output.startswith(b"\x88")
    assert (ends, hired.is_open, hired.has_failed) == (True, False, True)


def test_fragments_together_keep_to_the_limit_of_a_message() -> None:
    hired = Hired(MAX)

    messages = hired.receive(client_frame(0x02, b"x" * MAX) + client_frame(0x80, b"x"))

    assert messages == []
    assert hired.has_failed


def test_our_close_waits_for_the_peers() -> None:
    hired = Hired(MAX)

    hired.close(1001, "bye")
    said = hired.take_output()
    hired.receive(client_frame(0x88, b"\x03\xe9"))

    assert said == (b"\x88\x05\x03\xe9bye", False)
    assert hired.take_output() == (b"", True)
    assert not hired.has_failed


def test_failing_waits_for_nobody_and_says_so_once() -> None:
    hired = Hired(MAX)

    hired.fail(1003, "no")
    hired.fail(1007, "no, again")
    hired.close(1000, "bye")

    assert hired.take_output() == (b"\x88\x04\x03\xebno", True)
