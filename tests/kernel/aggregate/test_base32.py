from base64 import b32encode

import pytest

from xiangqi_server.kernel.aggregate.base32 import base32


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        bytes(5),
        bytes(10),
        b"\xff" * 15,
        bytes(range(40)),
        bytes(range(200, 255)),
        b"\x00\x01abc",
    ],
)
def test_it_is_base_32_in_small_letters(raw: bytes) -> None:
    assert base32(raw) == b32encode(raw).decode().lower()
