"""What you ask of the ladder."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Cursor, PlayerId


class LadderPage(Request, tag="ladder", frozen=True):
    """See the ladder from the top. Answer: `ladder`.

    Fields:
        after: `next` of the page before.
        follow: the server sends every change from now on, by `ladder_changed`.
    """

    after: Cursor | None = None
    follow: bool = False


class JoinLadder(Request, tag="join_ladder", frozen=True):
    """Step onto the lowest rung of the ladder; needs an account. Answer: `done`."""


class LeaveLadder(Request, tag="leave_ladder", frozen=True):
    """Step off the ladder; an open challenge is gone. Answer: `done`."""


class LadderChallenge(Request, tag="ladder_challenge", frozen=True):
    """Challenge a player at most 5 rungs above. Answer: `done`.

    The challenged player has 3 days to answer, and gives the place up by declining or not
    answering.
    """

    player: PlayerId


class LadderAnswer(Request, tag="ladder_answer", frozen=True):
    """Answer a challenge on the ladder. Answer: `done`; then, if you accept, `game_opened`.

    Fields:
        accept: play; else your place goes to the challenger.
    """

    accept: bool


class LadderWithdraw(Request, tag="ladder_withdraw", frozen=True):
    """Take your own challenge on the ladder back while it is not answered. Answer: `done`."""
