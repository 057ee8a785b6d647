"""What is told of standings and of games in lists: ranks, rows, TV, the ladder."""

from typing import Literal

from msgspec import Struct

from server.wire.parts.players import PlayerRef
from server.wire.parts.rooms import MoveLine
from server.wire.parts.rulings import Outcome
from server.wire.terms import LadderStep, SideName, SpeedName


class Ranked(Struct, frozen=True):
    """A player in a leaderboard.

    Fields:
        rank: from 1.
        points: of the rating.
        games: rated games of this speed.
    """

    rank: int
    player: PlayerRef
    points: int
    games: int


class MyGame(Struct, frozen=True):
    """A game of one's own.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counts for ratings.
        you: one's own side.
        opponent: null while the seat is free.
        status: `waiting` for a friend, `playing`, or `over`.
        your_turn: it waits for one's own move.
        plies: moves so far.
        last: the last of them, or null.
        fen: the position.
        left_ms: time left of the side to move at `at_ms`, null without a clock.
        flag_at_ms: the server's time at which that side is out of time, else null.
        at_ms: the server's time this was told.
        outcome: null until it is over.
    """

    room: str
    you: SideName
    opponent: PlayerRef | None
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    speed: SpeedName
    rated: bool
    plies: int
    last: MoveLine | None
    fen: str
    left_ms: int | None
    flag_at_ms: int | None
    at_ms: int
    outcome: Outcome | None = None


class GameInfo(Struct, frozen=True):
    """A game in a list.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counts for ratings.
        red, black: who play.
        red_points, black_points: their ratings when it began; null in a casual game.
        red_change, black_change: by how much it changed them, null while that is not known.
        rules: name of the rule set.
        opened_at_ms: when it began.
        ended_at_ms: null while it is played.
        winner: null for a draw, and while it is played.
        ending: for programs; see *Endings*; null while it is played.
        plies: moves of a game that is over.
        opening: its first moves, four characters each; of a game that is over.
        fen: the position at the end; of a game that is played, at its start.
        watchers: how many watch, told now and then.
    """

    room: str
    red: PlayerRef
    black: PlayerRef
    red_points: int | None
    black_points: int | None
    red_change: int | None
    black_change: int | None
    rules: str
    speed: SpeedName
    rated: bool
    opened_at_ms: int
    ended_at_ms: int | None
    winner: SideName | None
    ending: str | None
    plies: int
    opening: str
    fen: str
    watchers: int = 0


class Channel(Struct, frozen=True):
    """A channel of the TV.

    Fields:
        channel: a speed, or `top`: the best game of all.
        game: what it shows.
    """

    channel: str
    game: GameInfo


class LadderRung(Struct, frozen=True):
    """A place on the ladder.

    Fields:
        rung: from 1 at the top.
        challenged: a challenge of or by this player is open.
        played_at_ms: when the player was last active there.
    """

    rung: int
    player: PlayerRef
    challenged: bool
    played_at_ms: int


class LadderChallenge(Struct, frozen=True):
    """A challenge on the ladder.

    Fields:
        by: who challenges.
        to: who is challenged.
        until_ms: until when it must be answered; null once the game has begun.
        room: of the game, null before that.
    """

    by: PlayerRef
    to: PlayerRef
    until_ms: int | None
    room: str | None


class LadderChange(Struct, frozen=True):
    """What happened on the ladder.

    Fields:
        what: `won`: a challenge; `held`: a challenged player kept the place; `yielded`: a
            place was given up without a game, to `player`; `sank`: for not playing.
        player: of whom it is told.
        other: who else had a part in it, or null.
        rung: where the player came to stand, from 1.
    """

    at_ms: int
    what: LadderStep
    player: PlayerRef
    other: PlayerRef | None
    rung: int
