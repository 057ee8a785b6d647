"""What many newcomers are shown: encoded once for each kind of reader and format."""

from collections.abc import Callable, Hashable

from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.net.ports import Format
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import ServerMessage


class SharedFrames:
    """The frames of one thing as it stands now; none of them outlives its next change."""

    __slots__ = ("_frames", "_state")

    def __init__(self) -> None:
        self._state: object = None
        self._frames: dict[tuple[Hashable, Format], bytes] = {}

    def send(
        self,
        client: Client,
        state: object,
        kind: Hashable,
        views: Callable[[], tuple[ServerMessage, ...]],
    ) -> None:
        """Send a client what `views` gives, which is called once for each `kind` of reader.

        All its frames leave one after the other, in one piece.

        Args:
            state: what the views are made of; with another state everything is made again.
        """
        if state != self._state:
            self._state, self._frames = state, {}
        form = client.connection.format
        frames = self._frames.get((kind, form))
        if frames is None:
            payloads = [encode(view, WIRE_FORMAT[form]) for view in views()]
            frames = b"".join([frame_message(payload, form) for payload in payloads])
            self._frames[kind, form] = frames
        client.send_frame(frames, droppable=False)

    def clear(self) -> None:
        """Make everything again, because a player in it has another name."""
        self._state, self._frames = None, {}
