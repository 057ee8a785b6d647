"""What the store answers, by the shape it must have."""

from collections.abc import Callable, Iterator

from xiangqi_server.kernel.store.port import StoreError

Reply = int | bytes | str | None | list["Reply"]

Told = Callable[[Reply | StoreError], None]
"""Is called with the answer to one call."""


def as_list(reply: Reply) -> list[Reply]:
    """A list.

    Raises:
        StoreError: it is of another type.
    """
    if not isinstance(reply, list):
        raise StoreError(f"a list was expected, the store answered {reply!r}")
    return reply


def as_bytes(reply: Reply) -> bytes:
    """A string.

    Raises:
        StoreError: it is of another type.
    """
    if not isinstance(reply, bytes):
        raise StoreError(f"a string was expected, the store answered {reply!r}")
    return reply


def as_int(reply: Reply) -> int:
    """A number that comes as a string; raises like `as_bytes`."""
    return int(as_bytes(reply))


def as_number(reply: Reply) -> int:
    """A number that comes as one; raises like `as_bytes`."""
    if not isinstance(reply, int):
        raise StoreError(f"a number was expected, the store answered {reply!r}")
    return reply


def pairs(reply: Reply) -> Iterator[tuple[bytes, bytes]]:
    """Strings, two by two: names and what they say; raises like `as_list` and `as_bytes`."""
    parts = [as_bytes(part) for part in as_list(reply)]
    return zip(parts[::2], parts[1::2], strict=True)


def read_facts(reply: Reply) -> dict[str, str]:
    """What INFO and its like tell, a line each; raises like `as_bytes`."""
    lines = as_bytes(reply).decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def read_scan(reply: Reply) -> tuple[str | None, list[Reply]]:
    """The cursor that SCAN answers, None at the end, and the keys.

    Raises:
        StoreError: it is another answer.
    """
    match reply:
        case [bytes(cursor), list(keys)]:
            return None if cursor == b"0" else cursor.decode(), keys
    raise StoreError(f"SCAN answered {reply!r}")


def answer_or_raise(answer: Reply | StoreError) -> Reply:
    """An answer; an error instead of one is raised."""
    if isinstance(answer, StoreError):
        try:
            raise answer
        finally:
            del answer  # its traceback holds this frame, which holds it: a cycle
    return answer
