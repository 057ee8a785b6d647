"""What you ask of the TV."""

from xiangqi_server.wire.client.base import Request


class WatchTv(Request, tag="watch_tv", frozen=True):
    """See what is on TV from now on. Answer: `tv`; later `tv_changed`.

    A channel shows a game while both players are there and moves come, and for ten seconds after
    its end. A game by days is never shown.
    """


class LeaveTv(Request, tag="leave_tv", frozen=True):
    """See it no longer. Answer: `done`."""
