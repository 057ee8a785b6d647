"""Pictures of positions as PNG, for messengers, which show no SVG beside a link.

Theory of operation. `board.png`, which `python -m tests.tools.board_picture` makes, holds the empty
board and below it the fourteen pieces, as one byte a pixel that names one of 256 colours. A picture
is its upper part with pieces copied over it row by row: no library, and a few milliseconds.
"""

import asyncio
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from importlib import resources
from typing import Final

from xiangqi_server.api.views.previews import DrawnPosition

WIDTH: Final = 820
HEIGHT: Final = 430
ORIGIN: Final = (250, 35)
"""Where the point a9 lies, in pixels from the left and from above."""
UNIT: Final = 40
"""The distance of two lines, and the side of a piece's tile."""
PIECES: Final = "KABNRCPkabnrcp"
"""The tiles, from the left."""
CLEAR: Final = 0
"""The colour of a tile where the board is seen."""
KEPT: Final = 64
"""How many pictures are kept, of some fifty thousand bytes each."""
MARK: Final = (168, 24, 32)
"""The colour of the corners around the two points of the last move; the nearest there is."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_INDEXED: Final = (8, 3, 0, 0, 0)
"""Bits a pixel, colours by number, and the only methods there are."""
_LEVEL: Final = 4
_CORNER: Final = 10
"""How long each side of a corner is, in pixels, and how thick."""
_THICK: Final = 3


class BoardPictures:
    """Draws positions, and keeps those drawn last. Owned by what serves previews."""

    def __init__(self) -> None:
        board = resources.files("xiangqi_server.node").joinpath("board.png")
        self._palette, rows = read_png(board.read_bytes())
        self._board = rows[:HEIGHT]
        self._tiles = {piece: _spans(rows[HEIGHT:], at) for at, piece in enumerate(PIECES)}
        self._mark = _nearest(self._palette, MARK)
        self._kept: OrderedDict[DrawnPosition, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def of(self, shown: DrawnPosition) -> bytes:
        """The picture of a position, Red below, as the bytes of a PNG file.

        It is drawn in a thread: what takes its time is the packing, which holds up no other work
        there. One is drawn at a time, so many requests for the same at once have it drawn once.
        """
        picture = self._kept.get(shown)
        if picture is None:
            async with self._drawing:
                picture = self._kept.get(shown)
                if picture is None:
                    picture = await asyncio.to_thread(self._drawn, shown)
        self._keep(shown, picture)
        return picture

    def _keep(self, shown: DrawnPosition, picture: bytes) -> None:
        self._kept[shown] = picture
        self._kept.move_to_end(shown)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _drawn(self, shown: DrawnPosition) -> bytes:
        rows = [bytearray(row) for row in self._board]
        for point in (shown.last[:2], shown.last[2:]) if shown.last else ():
            self._mark_point(rows, ord(point[0]) - ord("a"), 9 - int(point[1]))
        for piece, x, y in _points(shown.placement):
            left, top = ORIGIN[0] + UNIT * x - UNIT // 2, ORIGIN[1] + UNIT * y - UNIT // 2
            for dy, start, pixels in self._tiles[piece]:
                at = left + start
                rows[top + dy][at : at + len(pixels)] = pixels
        return write_png(self._palette, rows)

    def _mark_point(self, rows: list[bytearray], x: int, y: int) -> None:
        """Draw four corners around a point, by its file and its row from above."""
        left, top = ORIGIN[0] + UNIT * x - UNIT // 2, ORIGIN[1] + UNIT * y - UNIT // 2
        for dy in range(UNIT):
            depth = min(dy, UNIT - 1 - dy)
            if depth < _CORNER:
                long = _CORNER if depth < _THICK else _THICK
                line, row = bytes([self._mark]) * long, rows[top + dy]
                row[left : left + long] = line
                row[left + UNIT - long : left + UNIT] = line


def _nearest(palette: bytes, colour: tuple[int, int, int]) -> int:
    """The number of the colour of a palette, other than `CLEAR`, that looks most like another."""
    return min(
        range(CLEAR + 1, len(palette) // 3),
        key=lambda n: sum((a - b) ** 2 for a, b in zip(palette[3 * n :], colour, strict=False)),
    )


def _points(placement: str) -> Iterator[tuple[str, int, int]]:
    """Each piece with its file and its row from above."""
    for y, row in enumerate(placement.split("/")):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                yield sign, x, y
                x += 1


def _spans(rows: list[bytes], at: int) -> list[tuple[int, int, bytes]]:
    """Of a tile, each row that is not clear: which, where it begins, and its pixels."""
    spans = []
    for y, row in enumerate(rows):
        pixels = row[at * UNIT : (at + 1) * UNIT]
        start = len(pixels) - len(pixels.lstrip(bytes([CLEAR])))
        inner = pixels.strip(bytes([CLEAR]))
        if inner:
            spans.append((y, start, inner))
    return spans


def write_png(palette: bytes, rows: list[bytearray]) -> bytes:
    """A PNG file of pixels that name colours of a palette of three bytes each."""
    size = struct.pack(">II", len(rows[0]), len(rows))
    lines = b"".join(b"\0" + row for row in rows)  # each says that it is written without a filter
    return _SIGNATURE + b"".join(
        _chunk(name, data)
        for name, data in (
            (b"IHDR", size + bytes(_INDEXED)),
            (b"PLTE", palette),
            (b"IDAT", zlib.compress(lines, _LEVEL)),
            (b"IEND", b""),
        )
    )


def read_png(file: bytes) -> tuple[bytes, list[bytes]]:
    """The palette and the rows of a file that `write_png` wrote."""
    chunks, at = {}, len(_SIGNATURE)
    while at < len(file):
        length = int.from_bytes(file[at : at + 4], "big")
        chunks[file[at + 4 : at + 8]] = file[at + 8 : at + 8 + length]
        at += length + 12
    width = int.from_bytes(chunks[b"IHDR"][:4], "big")
    lines = zlib.decompress(chunks[b"IDAT"])
    rows = [lines[at + 1 : at + 1 + width] for at in range(0, len(lines), width + 1)]
    return chunks[b"PLTE"], rows


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data).to_bytes(4, "big")
    return len(data).to_bytes(4, "big") + name + data + check
