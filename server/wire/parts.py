"""What messages of the server are made of: seats, clocks, offers, warnings, outcomes, talk."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.wire.terms import (
    DeclineName,
    GameTerms,
    LadderStep,
    Language,
    MeasureName,
    OfferName,
    PhraseName,
    ReasonName,
    SideName,
    SidePreference,
    SpeedName,
)


class GameRef(Struct, frozen=True):
    """A game of one's own.

    Fields:
        side: one's own.
        live: as in `game`.
    """

    room: str
    side: SideName
    live: bool = False


class Pool(Struct, frozen=True):
    """A pool of the auto-match.

    Fields:
        name: to send in `match`, such as "5+3": minutes, and seconds added for each move.
        waiting: how many wait in it.
        waiting_rated: how many of these for a rated game.
    """

    name: str
    terms: GameTerms
    waiting: int
    waiting_rated: int = 0


class OwnWait(Struct, frozen=True):
    """A pool in which one waits.

    Fields:
        pool: its name.
        rated: for a rated game.
        since_ms: the server's time since when; a game that came to nothing does not count.
    """

    pool: str
    rated: bool
    since_ms: int


class ReadyCheck(Struct, frozen=True):
    """Both players of a found pair are waited for; see *Ready-check*.

    Fields:
        by_ms: the server's time until which both must be there.
        red, black: who has said so.
    """

    by_ms: int
    red: bool
    black: bool


class SeekInfo(Struct, frozen=True):
    """An open offer to play.

    Fields:
        id: to send in `take`.
        player, name: its owner.
        guest: its owner has no account.
        side: what its owner wants to play.
        rating: its owner's, at the speed of the game.
        low, high: the least and the greatest rating that may take it, null for any.
    """

    id: str
    player: str
    name: str
    terms: GameTerms
    side: SidePreference
    guest: bool = True
    rating: int = 1500
    low: int | None = None
    high: int | None = None


class PlayerRef(Struct, frozen=True):
    """A player, as others read of it.

    Fields:
        player: its id.
        name: what to show; of a guest such as "Guest 4k2m", of a deleted account "Deleted player".
        guest: the player has no account.
    """

    player: str
    name: str
    guest: bool = True


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants the page. The server keeps them and does nothing else by them.

    Fields:
        language: of the page and of texts.
        notation: how moves are written.
        board, pieces, theme: how they look.
        second: another notation stands small beside the first.
        hints: where a piece may go is shown.
        confirm: a move is asked about before it is sent.
        premoves: one may move ahead.
        shortcuts: keys of one letter act.
        sound, volume: sounds are heard, and how loud.
        muted: what others say is not shown.
    """

    language: Language | None = None
    notation: Literal["wxf", "chinese", "uci"] | None = None
    board: Literal["wood", "paper", "jade", "slate"] | None = None
    pieces: Literal["traditional", "simplified", "western"] | None = None
    theme: Literal["system", "light", "dark"] | None = None
    second: bool | None = None
    hints: bool | None = None
    confirm: bool | None = None
    premoves: bool | None = None
    shortcuts: bool | None = None
    sound: bool | None = None
    volume: Annotated[int, Meta(ge=0, le=100)] | None = None
    muted: bool | None = None


class DeviceInfo(Struct, frozen=True):
    """A device on which one is signed in.

    Fields:
        device: its id, to send in `sign_out`.
        label: what it was called at `sign_in`; "" for the one where the account was made.
        since_ms: when it signed in.
        used_ms: when it was last here, at most half a day too early.
        this: it is the one that asks.
    """

    device: str
    label: str
    since_ms: int
    used_ms: int
    this: bool


class ChallengeInfo(Struct, frozen=True):
    """Somebody who waits for one's answer; see *Challenges*.

    Fields:
        room: to send in `accept_challenge` or `decline_challenge`.
        by: who waits.
        side: one's own.
        until_ms: the server's time at which it lapses.
    """

    room: str
    by: PlayerRef
    side: SideName
    terms: GameTerms
    until_ms: int


class Seat(PlayerRef, frozen=True):
    """Who plays a side.

    Fields:
        guest: the player has no account.
    """


class PlayerRating(Struct, frozen=True):
    """How strong a player came to a rated game, and what it made of that.

    Fields:
        points: before the game.
        provisional: the points are not certain yet; shown with a question mark.
        change: by how much the game changed the points, null until it has.
    """

    points: int
    provisional: bool
    change: int | None = None


class SideClock(Struct, frozen=True):
    """The clock of one side; see *Clocks*.

    Fields:
        left_ms: time left: of the main or game time, or of the running period of byo-yomi.
        periods: periods of byo-yomi left, the running one included; 0 in other controls.
        turn_ms: what the turn may take at most, where a control limits it, else null.
    """

    left_ms: int
    periods: int
    turn_ms: int | None


class Clock(Struct, frozen=True):
    """Both clocks as they stand at `at_ms` of the message; see *Clocks*.

    Fields:
        red, black: what each has left.
        running: whose time runs; null before the start, after the end, and without a clock.
        flag_at_ms: the server's time at which the running side is out of time, else null.
    """

    red: SideClock
    black: SideClock
    running: SideName | None
    flag_at_ms: int | None


class Receipt(Struct, frozen=True, array_like=True):
    """What a turn took, written as a list of its three fields without their names.

    Fields:
        spent_ms: how long the turn took, until the move arrived; 0 for a premove.
        compensated_ms: of that, what was not charged; see *Receipts*.
        quota_ms: lag of that side that could still be compensated afterwards.
    """

    spent_ms: int
    compensated_ms: int
    quota_ms: int


class MoveLine(Struct, frozen=True, array_like=True):
    """One move, written as a list of its fields without their names.

    Fields:
        uci: its two squares.
        wxf: in WXF notation.
        chinese: in Chinese notation (simplified).
        receipt: what its turn took; null where it is not kept.
    """

    uci: str
    wxf: str
    chinese: str
    receipt: Receipt | None = None


class OpenOffer(Struct, frozen=True):
    """An offer that waits for an answer.

    Fields:
        side: whose it is.
    """

    what: OfferName
    side: SideName
    ply: int


class Absence(Struct, frozen=True):
    """A player who has left.

    Fields:
        side: who has left.
        claimable_at_ms: the server's time from which the other player may `claim`.
    """

    side: SideName
    claimable_at_ms: int


class ChatLine(Struct, frozen=True):
    """Something that was said.

    Fields:
        n: number of the line in its room and audience, from 1.
        at_ms: when it was stored.
        player: who said it.
        name: what to show.
        seat: the side of who said it, null for a spectator.
        text: what was said; of a phrase, in the language of `hello`.
        phrase: the name of the phrase, null for words of one's own.
    """

    n: int
    at_ms: int
    player: str
    name: str
    seat: SideName | None
    text: str
    phrase: PhraseName | None


class RepetitionWarning(Struct, frozen=True):
    """A repetition on its way to a ruling; spectators get it too.

    Fields:
        text: in the language of `hello`, as it concerns the reader.
        occurrences: how often the present position has stood.
        rule_at: at which occurrence the rule set rules.
        side: whom the rules are about to turn against, null if it would be a draw.
        cycle: the moves of the loop, four characters each, oldest first; may be empty.
        detail: everything the rules know of it; see *Warnings and rulings*.
    """

    text: str
    occurrences: int
    rule_at: int
    side: SideName | None
    cycle: list[str]
    detail: dict[str, object]


class Outcome(Struct, frozen=True):
    """How a game ended.

    Fields:
        winner: null for a draw or a game without result; `ending` tells which.
        ending: for programs; see *Endings*.
        text: in the language of `hello`.
        ruling: the evidence, where the rules of the game ended it, else null; see
            *Warnings and rulings*.
        reason: why a challenge was declined, else null; see *Challenges*.
    """

    winner: SideName | None
    ending: str
    text: str
    ruling: dict[str, object] | None = None
    reason: DeclineName | None = None


class MarkedMove(Struct, frozen=True):
    """A move that a rule speaks about.

    Fields:
        move: four characters.
        text: what the rule says, in the language of `hello`.
    """

    move: str
    text: str


class LogEntry(Struct, frozen=True):
    """One event of a log: a line of the file that `xiangqi-server verify` reads.

    Fields:
        event_id: of the append that stored it; events of one append share it.
        body: the event's record, in base64.
        digest: of the log up to this event.
    """

    version: int
    at_ms: int
    event_id: str
    body: str
    digest: str


class PersonInfo(PlayerRef, frozen=True):
    """A player in a list of people.

    Fields:
        guest: the player has no account.
        online: it has a connection now.
        games: its games that are not over, at most 3, the latest last.
    """

    online: bool = False
    games: list[str] = []


class LetterLine(Struct, frozen=True):
    """One letter.

    Fields:
        number: its place in the conversation, from 1.
        mine: one has written it oneself.
        at_ms: when it came, or was written.
        text: on one line.
    """

    number: int
    mine: bool
    at_ms: int
    text: str


class ConversationInfo(PlayerRef, frozen=True):
    """A conversation with a player, and its last letter.

    Fields:
        guest: the player has no account.
        unread: how many of its letters are unread.
        last: the latest letter.
    """

    unread: int = 0
    last: LetterLine | None = None


class ReportInfo(Struct, frozen=True):
    """A report that waits for an operator.

    Fields:
        number: of the report.
        by, about: who reports whom.
        reason: what for.
        room: the game it is about, or null.
        text: in the reporter's words; may be empty.
        at_ms: when.
    """

    number: int
    by: PlayerRef
    about: PlayerRef
    reason: ReasonName
    room: str | None
    text: str
    at_ms: int


class ActionInfo(Struct, frozen=True):
    """What an operator did.

    Fields:
        by, about: who did it to whom.
        measure: null if a report was closed without one.
        until_ms: when a mute or a ban ends, else 0.
        text: what the player was told.
        at_ms: when.
    """

    by: PlayerRef
    about: PlayerRef
    measure: MeasureName | None
    until_ms: int
    text: str
    at_ms: int


class NewsItem(Struct, frozen=True):
    """Something the operators tell.

    Fields:
        title, text: in the operators' words.
        language: of the item, null for readers of all languages.
        at_ms: when it was posted.
    """

    id: str
    title: str
    text: str
    language: Language | None
    at_ms: int


class SpeedRating(Struct, frozen=True):
    """A player's rating at one speed.

    Fields:
        speed: how fast; see *Ratings*.
        points: what it is.
        deviation: how far off it may be.
        provisional: it is not certain yet; shown with a question mark.
        games: rated games of this speed so far.
        last_at_ms: when the last of them ended.
        won, drawn, lost: how they ended.
    """

    speed: SpeedName
    points: int
    deviation: int
    provisional: bool
    games: int
    last_at_ms: int
    won: int
    drawn: int
    lost: int


class RatingDay(Struct, frozen=True, array_like=True):
    """A rating at the end of a day, written as a list of its three fields without their names.

    Fields:
        day: days since 1970-01-01, UTC.
        points: at the end of it.
        games: rated games by then.
    """

    day: int
    points: int
    games: int


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
        red_points, black_points: their ratings before it; null in a casual game.
        red_change, black_change: what it made of them, null while that is not known.
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
