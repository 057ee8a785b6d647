"""What may wait for a peer that reads too slowly, and what is dropped when it is too much.

A connection has an outbox only while its transport is full. Past the caps droppable frames give way
first; if the frames that must arrive are too many by themselves, the connection is to be cut.
"""

import enum
from dataclasses import dataclass


class SendResult(enum.Enum):
    """What putting a frame into an outbox led to."""

    KEPT = enum.auto()
    """It waits behind the others."""
    SKIPPED = enum.auto()
    """Droppable frames were dropped to make room, and this one too if it is droppable."""
    OVERFULL = enum.auto()
    """The frames that must arrive are too many by themselves."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How much may wait: each of the two alone makes an outbox too full."""

    frames: int
    bytes: int


class SendQueue:
    """Frames waiting for a full transport, in order.

    Attributes:
        since: tick since which the oldest byte waits, in here or in the transport.
        has_skipped: True once a droppable frame was left out.
    """

    __slots__ = ("_caps", "_frames", "_oldest", "_size", "has_skipped", "since")

    def __init__(self, caps: Caps, now: int) -> None:
        self.since = now
        self.has_skipped = False
        self._caps = caps
        self._frames: list[tuple[bytes, bool]] = []
        self._size = 0
        self._oldest = now

    def put(self, frame: bytes, now: int, *, droppable: bool) -> SendResult:
        """Keep `frame`, or skip it and all droppable ones, or find the outbox too full."""
        if droppable and self.has_skipped:
            return SendResult.SKIPPED
        if not self._frames:
            self._oldest = now
        self._frames.append((frame, droppable))
        self._size += len(frame)
        if not self._is_overfull():
            return SendResult.KEPT
        if self._skip_droppable() and not self._is_overfull():
            return SendResult.SKIPPED
        return SendResult.OVERFULL

    def take(self) -> bytes:
        """Give all that waits, to be written in one piece, and keep nothing."""
        frames, self._frames, self._size = self._frames, [], 0
        return b"".join([frame for frame, _ in frames])

    def follow(self, earlier: "SendQueue") -> None:
        """Go on where `earlier` stopped: its frames fill the transport, its gaps are still open."""
        self.since = earlier._oldest
        self.has_skipped = earlier.has_skipped

    def _is_overfull(self) -> bool:
        return len(self._frames) > self._caps.frames or self._size > self._caps.bytes

    def _skip_droppable(self) -> bool:
        kept = [entry for entry in self._frames if not entry[1]]
        skipped_any = len(kept) < len(self._frames)
        self._frames = kept
        self._size = sum([len(frame) for frame, _ in kept])
        self.has_skipped |= skipped_any
        return skipped_any
