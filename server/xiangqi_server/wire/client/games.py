"""What you ask of games, past and present."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import (
    Cursor,
    MomentMs,
    MovesText,
    OpeningText,
    PlayerId,
    Position,
    RulesName,
    TournamentId,
)
from xiangqi_server.wire.terms import LiveOrder, NotationName, ResultName, SpeedName


class MyGames(Request, tag="my_games", frozen=True):
    """See your games that are not over. Answer: `my_games`.

    Fields:
        follow: the server sends changes from now on, by `my_game_changed`.
        after: `next` of the page before.
    """

    follow: bool = False
    after: Position | None = None


class Games(Request, tag="games", frozen=True):
    """Look for games that are over, the latest first. Answer: `games`.

    What is left out asks nothing.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counted for ratings.
        player: one that played in it; `won` and `lost` are this player's.
        opponent: the one that played against that player.
        result: how it ended.
        rules: name of the rule set.
        opening: its first moves, four characters each, 12 at most.
        moves: the same as people write them, in any notation, with spaces between them.
        from_ms, to_ms: when it ended, both included.
        tournament: the one it is a game of.
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
    tournament: TournamentId | None = None
    after: Cursor | None = None


class ExportGames(Request, tag="export_games", frozen=True):
    """Have your own games that are over written out, the latest first. Answer: `pgns`.

    Fields:
        notation: of the moves.
        after: `next` of the page before.
    """

    notation: NotationName = "wxf"
    after: Cursor | None = None


class LiveGames(Request, tag="live_games", frozen=True):
    """See what is being played. Answer: `live_games`.

    Fields:
        order: `rating` and `watchers`: the most first; `newest`: the latest first. Games that bots
            play are not in the order of `rating`, and those that nobody watches not in that of
            `watchers`, whose pages may hold fewer.
        speed: only games of this speed.
        after: `next` of the page before; all else as there.
    """

    order: LiveOrder = "rating"
    speed: SpeedName | None = None
    after: Cursor | None = None
