"""What you ask of boards: how games stand, without being among their spectators."""

from typing import Annotated

from msgspec import Meta

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import BOARDS_AT_ONCE, BoardSource


class WatchBoards(Request, tag="watch_boards", frozen=True):
    """See how games stand, from now on. Answer: `boards`; later `board` and `board_changed`.

    It replaces what the connection asked for before. You are no spectator of these games: you are
    neither counted nor named, and see them as late as their spectators do.

    Fields:
        boards: what each board shows. `room:` and an id show one game. `tv:` and a channel show
            what is on there. `player:` and an id show the live game of a player, and the next one
            when that begins. Without any, there is one for each channel of the TV.
    """

    boards: Annotated[list[BoardSource], Meta(max_length=BOARDS_AT_ONCE)] = []


class LeaveBoards(Request, tag="leave_boards", frozen=True):
    """See them no longer. Answer: `done`."""
