from tests.support.sockets import client_frame
from xiangqi_server.net.websocket.frames import BINARY, PING, TEXT
from xiangqi_server.net.websocket.library_protocol import LibraryProtocol

MAX = 100


def test_fragments_become_one_message_of_the_first_ones_kind() -> None:
    library = LibraryProtocol(MAX)

    messages = [
        library.receive(client_frame(0x01, b"one ")),
        library.receive(client_frame(PING, b"between")),
        library.receive(client_frame(0x00) + client_frame(0x80, b"message")),
        library.receive(
            client_frame(0x02, b"a") + client_frame(0x80, b"b") + client_frame(TEXT, b"c")
        ),
    ]

    assert messages == [[], [], [(TEXT, b"one message")], [(BINARY, b"ab"), (TEXT, b"c")]]
    assert library.take_output() == (b"\x8a\x07between", False)
    assert library.is_open


def test_a_broken_rule_ends_the_stream_after_a_close_frame() -> None:
    library = LibraryProtocol(MAX)

    library.receive(b"\x82\x01x")

    output, ends = library.take_output()
    assert output.startswith(b"\x88")
    assert (ends, library.is_open, library.has_failed) == (True, False, True)


def test_fragments_together_keep_to_the_limit_of_a_message() -> None:
    library = LibraryProtocol(MAX)

    messages = library.receive(client_frame(0x02, b"x" * MAX) + client_frame(0x80, b"x"))

    assert messages == []
    assert library.has_failed


def test_our_close_waits_for_the_peers() -> None:
    library = LibraryProtocol(MAX)

    library.close(1001, "bye")
    said = library.take_output()
    library.receive(client_frame(0x88, b"\x03\xe9"))

    assert said == (b"\x88\x05\x03\xe9bye", False)
    assert library.take_output() == (b"", True)
    assert not library.has_failed


def test_failing_waits_for_nobody_and_says_so_once() -> None:
    library = LibraryProtocol(MAX)

    library.fail(1003, "no")
    library.fail(1007, "no, again")
    library.close(1000, "bye")

    assert library.take_output() == (b"\x88\x04\x03\xebno", True)
