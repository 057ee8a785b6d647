"""What one asks of standings, of games, past and present, and of the ladder."""

from server.wire.client.base import Request
from server.wire.limits import (
    Cursor,
    MomentMs,
    MovesText,
    OpeningText,
    PlayerId,
    RulesName,
)
from server.wire.terms import LiveOrder, NotationName, ResultName, SpeedName


class Ratings(Request, tag="ratings", frozen=True):
    """See how strong a player is. Answer: `ratings`.

    Fields:
        player: whose; without one, one's own.
    """

    player: PlayerId | None = None


class RatingHistory(Request, tag="rating_history", frozen=True):
    """See how a rating went, day by day, the latest first. Answer: `rating_history`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    player: PlayerId
    speed: SpeedName
    after: Cursor | None = None


class Leaderboard(Request, tag="leaderboard", frozen=True):
    """See the strongest players of a speed. Answer: `leaderboard`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    speed: SpeedName
    after: Cursor | None = None


class MyGames(Request, tag="my_games", frozen=True):
    """See one's games that are not over. Answer: `my_games`.

    Fields:
        follow: be told of every change from now on, by `my_game_changed`.
    """

    follow: bool = False


class Games(Request, tag="games", frozen=True):
    """Look for games that are over, the latest first. Answer: `games`.

    What is left out asks nothing.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counted for ratings.
        player: who played in it; `won` and `lost` are this player's.
        opponent: who played against that player.
        result: who won.
        rules: name of the rule set.
        opening: its first moves, four characters each, 12 at most.
        moves: the same as people write them, in any notation, with spaces between them.
        from_ms, to_ms: when it ended, both included.
        after: `next` of the page before; all else as there.
    """

    player: PlayerId | None = None
    opponent: PlayerId | None = None
    result: ResultName | None = None
    rules: RulesName | None = None
    speed: SpeedName | None = None
    rated: bool | None = None
    opening: OpeningText = ""
    moves: MovesText = ""
    from_ms: MomentMs | None = None
    to_ms: MomentMs | None = None
    after: Cursor | None = None


class ExportGames(Request, tag="export_games", frozen=True):
    """Have one's own games that are over written out, the latest first. Answer: `pgns`.

    Fields:
        notation: of the moves.
        after: `next` of the page before.
    """

    notation: NotationName = "wxf"
    after: Cursor | None = None


class LiveGames(Request, tag="live_games", frozen=True):
    """See what is being played. Answer: `live_games`.

    Fields:
        order: `rating` and `watchers`: the most first; `newest`: the latest first.
        speed: only games of this speed.
        after: `next` of the page before; all else as there.
    """

    order: LiveOrder = "rating"
    speed: SpeedName | None = None
    after: Cursor | None = None


class WatchTv(Request, tag="watch_tv", frozen=True):
    """See what is on TV from now on. Answer: `tv`; later `tv_changed`."""


class LeaveTv(Request, tag="leave_tv", frozen=True):
    """See it no longer. Answer: `done`."""


class LadderPage(Request, tag="ladder", frozen=True):
    """See the ladder from the top. Answer: `ladder`.

    Fields:
        after: `next` of the page before.
        follow: be told of every change from now on, by `ladder_changed`.
    """

    after: Cursor | None = None
    follow: bool = False


class JoinLadder(Request, tag="join_ladder", frozen=True):
    """Step onto the lowest rung of the ladder; needs an account. Answer: `done`."""


class LeaveLadder(Request, tag="leave_ladder", frozen=True):
    """Step off the ladder; an open challenge is gone. Answer: `done`."""


class ChallengeUp(Request, tag="challenge_up", frozen=True):
    """Challenge a player at most 5 rungs above. Answer: `done`.

    The challenged has 3 days to answer; who declines or does not answer gives the place up.
    """

    player: PlayerId


class AnswerChallenge(Request, tag="answer_challenge", frozen=True):
    """Answer a challenge on the ladder. Answer: `done`; then, if one accepts, `game`.

    Fields:
        accept: play; else one's place goes to the challenger.
    """

    accept: bool


class WithdrawChallenge(Request, tag="withdraw_challenge", frozen=True):
    """Take one's own challenge on the ladder back while it is not answered. Answer: `done`."""
