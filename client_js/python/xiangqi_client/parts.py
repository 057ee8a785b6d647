"""What messages are made of: players, seats, clocks, moves, offers.

Made from the types of the server by `python -m tests.tools.generate`: do not edit.
Times are integers in ms; moments are the server's, Unix epoch. A name in *italics* is a chapter
of the protocol's pages.
"""

from typing import Literal

from msgspec import Struct

SideName = Literal["red", "black"]


class FischerClock(Struct, tag="fischer", frozen=True, omit_defaults=True):
    """A clock each.

    Fields:
        main_ms: for the whole game.
        increment_ms: added after each own move.
    """

    main_ms: int
    increment_ms: int = 0


class ByoyomiClock(Struct, tag="byoyomi", frozen=True, omit_defaults=True):
    """Main time, then periods; a move within a period renews it.

    Fields:
        main_ms: for the game; 0 begins with the first period.
        period_ms: one period.
        periods: how many of them.
    """

    main_ms: int
    period_ms: int
    periods: int = 1


class ThreePartClock(Struct, tag="three_part", frozen=True, omit_defaults=True):
    """局时, 步时, 读秒: time for the game, a limit for each move, and counted seconds.

    Fields:
        game_ms: for the whole game.
        move_ms: for each move while the game time lasts.
        count_ms: for each move once the game time is used up.
    """

    game_ms: int
    move_ms: int
    count_ms: int


class PerMoveClock(Struct, tag="per_move", frozen=True, omit_defaults=True):
    """The same time for each move; what is not used is lost.

    Fields:
        move_ms: for each move.
    """

    move_ms: int


class CorrespondenceClock(Struct, tag="correspondence", frozen=True, omit_defaults=True):
    """Days for each move, and days in reserve.

    Fields:
        days: of 24 hours; so many are added after each own move.
        bank_days: how much more a player may have saved up, which is there at the beginning; with 0
            what a move does not use is lost.
        leave: a vacation of a player stops the clock; null: it does, but not in tournaments and on
            the ladder.
    """

    days: int
    bank_days: int = 0
    leave: bool | None = None


class NoClock(Struct, tag="none", frozen=True, omit_defaults=True):
    """A game without a clock."""


ClockTerms = (
    FischerClock | ByoyomiClock | ThreePartClock | PerMoveClock | CorrespondenceClock | NoClock
)


class RuleTerms(Struct, frozen=True, omit_defaults=True):
    """The rule set of a game.

    Fields:
        name: one of `rules` in `welcome`.
        version: of the rule set; 0 asks for the current one, answers name the real one.
        forbid: a move that would lose by a ruling is refused instead; the sets that refuse such
            moves anyway do no more.
        strict: of `axf`, `wxf`, `cxa` and `club`: rule at the third occurrence of a position
            instead of the fourth.
        count: of `club` only: six checks in a row with one piece, twelve with two and eighteen with
            three lose as well.
        always: of `cxa` only: rule also where careful readings of the articles differ, which is
            else a draw that an arbiter would decide.
        nine_rounds: of `cxa` without `forbid` only. A side that does nothing but check, threaten
            mate or chase for nine rounds on end loses, though no position recurs. That is with
            nothing taken, against three points or more, and unless the other side does so too.
        entering: of `axf`, `wxf`, `cxa` and `club`: the move that enters a repetition counts as one
            of it, unless it captures. Then the ruling may fall a ply sooner. null asks for the
            set's own: `cxa` counts it. A game that tells null does not.
        limit: moves of each side without a capture that draw the game: 60, 50, or 0 for no limit. A
            game without one is drawn after 3,000 plies.
    """

    name: str = "axf"
    version: int = 0
    forbid: bool = False
    strict: bool = False
    count: bool = False
    always: bool = False
    nine_rounds: bool = False
    entering: bool | None = None
    limit: int = 60


class GameTerms(Struct, frozen=True, omit_defaults=True):
    """What both players agree on before the first move.

    Fields:
        clock: one of six kinds; see *Clocks*.
        rules: the rule set and its options.
        compensation: lag that the server measures is not charged, up to a quota.
        takebacks: a takeback may be asked for.
        chat: the players may write to each other.
        delay_ms: how long after it happens spectators learn of it.
        rated: the result counts for both players' ratings; both need an account.
    """

    clock: ClockTerms
    rules: RuleTerms = RuleTerms()
    compensation: bool = True
    takebacks: bool = True
    chat: bool = True
    delay_ms: int = 0
    rated: bool = False


class PlayerRef(Struct, frozen=True):
    """A player, as others read of it.

    Fields:
        player: its id.
        name: what to show; of a guest such as "Guest 4k2m", of a deleted account "Deleted player".
        guest: the player has no account.
        bot: a program plays for this account, and always will; to be shown wherever the name is.
    """

    player: str
    name: str
    guest: bool = True
    bot: bool = False


class Settings(Struct, frozen=True, omit_defaults=True):
    """How you want the page to be. The server stores them, and uses them for nothing else.

    Fields:
        language: of the page and of texts. Known words: `en`, `vi`, `zh-Hans`, `zh-Hant`.
        notation: how moves are written. Known words: `chinese`, `uci`, `wxf`.
        board: how they look. Known words: `jade`, `paper`, `rose`, `slate`, `wood`.
        pieces: how they look. Known words: `simplified`, `traditional`, `western`.
        theme: how they look. Known words: `dark`, `light`, `system`.
        second: another notation is shown, small, beside the first.
        hints: where a piece may go is shown.
        confirm: the page asks before it sends a move.
        premoves: you may move ahead.
        shortcuts: keys of one letter act.
        sound: whether sounds are played, and how loud, in percent.
        volume: whether sounds are played, and how loud, in percent.
        muted: what others say is not shown.
        after_move: where the page goes after a move by days. Known words: `games`, `next`, `stay`.
    """

    language: str | None = None
    notation: str | None = None
    board: str | None = None
    pieces: str | None = None
    theme: str | None = None
    second: bool | None = None
    hints: bool | None = None
    confirm: bool | None = None
    premoves: bool | None = None
    shortcuts: bool | None = None
    sound: bool | None = None
    volume: int | None = None
    muted: bool | None = None
    after_move: str | None = None


class DeviceInfo(Struct, frozen=True):
    """A device on which you are signed in, or a program with a token of its own.

    Fields:
        device: its id, to send in `sign_out`.
        label: what it was called at `sign_in` or `create_token`; "" for the one where the account
            was made.
        since_ms: when it signed in.
        used_ms: when it was last here, at most half a day too early.
        this: it is the one that asks.
        scope: of a program, what its token lets it do; null for a device. Known words: `play`,
            `read`.
    """

    device: str
    label: str
    since_ms: int
    used_ms: int
    this: bool
    scope: str | None = None


class SecurityEvent(Struct, frozen=True):
    """Something that happened to the password or the codes of the account.

    Fields:
        what: `password_changed`; `recovery_code_created`; `recovered`, by the recovery code;
            `reset_code_created`, by an operator of the server; `reset`, by that code. Known words:
            `password_changed`, `recovered`, `recovery_code_created`, `reset`, `reset_code_created`.
        at_ms: when.
    """

    what: str
    at_ms: int


class Seat(Struct, frozen=True):
    """The player of a side.

    Fields:
        player: the player's id.
        name: what to show.
        guest: the player has no account.
        bot: a program plays for this account.
    """

    player: str
    name: str
    guest: bool = True
    bot: bool = False


class PlayerRating(Struct, frozen=True):
    """How strong a player came to a rated game, and what it made of that.

    Fields:
        points: when the game began.
        provisional: the points are not certain yet; shown with a question mark.
        change: by how much this game changed the rating, null until it has; other games may have
            changed it since this one began.
    """

    points: int
    provisional: bool
    change: int | None = None


class SpeedRating(Struct, frozen=True):
    """A player's rating at one speed.

    Fields:
        speed: how fast; see *Ratings*. Known words: `blitz`, `bullet`, `classical`,
            `correspondence`, `rapid`.
        points: what it is.
        deviation: how far off it may be.
        provisional: it is not certain yet; shown with a question mark.
        games: rated games of this speed so far.
        last_at_ms: when the last of them ended.
        won: how they ended.
        drawn: how they ended.
        lost: how they ended.
        resets: when the player reset it (the latest 20), the last of them last.
    """

    speed: str
    points: int
    deviation: int
    provisional: bool
    games: int
    last_at_ms: int
    won: int
    drawn: int
    lost: int
    resets: list[int] = []


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
        player: the player's id.
        points: of the rating.
        games: rated games of this speed.
        recent: the points after each of the latest of them, at most 16, the oldest first.
    """

    rank: int
    player: PlayerRef
    points: int
    games: int
    recent: list[int] = []


class BoardPosition(Struct, frozen=True):
    """How a game stands, as its spectators know it; the fields are those of `board`.

    Fields:
        ply: plies played when it was made.
        fen: the position: the board and the side to move.
        last: the move that led to it, or null.
        left: what the clocks of Red and Black show at `at_ms`, in ms; null without a clock.
        runs: the clock of the side to move runs.
        at_ms: the moment for which `left` holds, in time as spectators see it. Of a game with a
            delay that has just begun it is still to come: until then nothing runs.
        warned: a repetition is on its way to a ruling.
        over: what came of it on the board, once the game is over; `none`: nothing counts. Known
            words: `black`, `draw`, `none`, `red`.
        away: a player has no connection.
    """

    ply: int
    fen: str
    last: str | None
    left: tuple[int, int] | None
    runs: bool
    at_ms: int
    warned: bool = False
    over: str | None = None
    away: bool = False


class GameInfo(Struct, frozen=True):
    """A game in a list.

    Fields:
        room: the room's id.
        red: the players.
        black: the players.
        red_points: their ratings when it began; null in a casual game, or if hidden.
        black_points: their ratings when it began; null in a casual game, or if hidden.
        red_change: by how much it changed them, null while that is not known.
        black_change: by how much it changed them, null while that is not known.
        rules: name of the rule set.
        speed: how fast; see *Ratings*. Known words: `blitz`, `bullet`, `classical`,
            `correspondence`, `rapid`.
        rated: it counts for ratings.
        opened_at_ms: when it began.
        ended_at_ms: null while it is played.
        winner: null for a draw, and while it is played.
        ending: for programs; see *Endings*; null while it is played.
        plies: moves of a game that is over; null while it is played.
        opening: its first moves, four characters each; of a game that is over.
        fen: the position at the end; of a game that is played, at its start.
        watchers: how many watch, renewed now and then.
        clock: the `type` of its clock; with `none`, the speed says nothing. Null of a game that was
            entered in lists before this was kept. Known words: `byoyomi`, `correspondence`,
            `fischer`, `none`, `per_move`, `three_part`.
        tournament: the one it is a game of, or null.
        result: what came of it on the board; `none`: nothing counts, or it is played. Known words:
            `black`, `draw`, `none`, `red`.
        delay_ms: how far behind spectators see a game that is played.
        now: how a game that is played stands, as spectators know it; null if that is not known.
    """

    room: str
    red: PlayerRef
    black: PlayerRef
    red_points: int | None
    black_points: int | None
    red_change: int | None
    black_change: int | None
    rules: str
    speed: str
    rated: bool
    opened_at_ms: int
    ended_at_ms: int | None
    winner: SideName | None
    ending: str | None
    plies: int | None
    opening: str
    fen: str
    watchers: int = 0
    clock: str | None = None
    tournament: str | None = None
    result: str = "none"
    delay_ms: int = 0
    now: BoardPosition | None = None


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


class PlacedPiece(Struct, frozen=True):
    """A piece where it stands after a ply.

    Fields:
        piece: a FEN letter.
        square: as in a move, "e4".
    """

    piece: str
    square: str


class Chase(Struct, frozen=True):
    """What a ply attacks against the rules.

    Fields:
        attacker: where they stand after the ply.
        victim: where they stand after the ply.
        attacker_id: the squares where they stood when the cycle began.
        victim_id: the squares where they stood when the cycle began.
        kind: `direct` if the capture is new, `root` if its protection was taken away. Known words:
            `direct`, `root`.
        why: the victim counts as unprotected. Known words: `by_check`, `cannon_takes_chariot`,
            `equal`, `false_root`, `gains`, `horse_takes_chariot`, `unprotected`.
        root: with `false_root`, the piece that only seems to protect.
        bar: with `false_root`, to what its taking back would expose the general.
        line: of `cxa`: the moves that win it, the mover first.
    """

    attacker: PlacedPiece
    victim: PlacedPiece
    attacker_id: str
    victim_id: str
    kind: str
    why: str
    root: PlacedPiece | None = None
    bar: PlacedPiece | None = None
    line: list[str] = []


class RejectedChase(Struct, frozen=True):
    """An attack that was looked at and not counted.

    Fields:
        attacker: where they stand after the ply.
        victim: where they stand after the ply.
        reason: why it does not count. Known words: `answers_check`, `exchange`, `exempt_attacker`,
            `existed_before`, `exposes_general`, `holds_draw`, `mated_at_once`, `no_gain`,
            `pinned_attacker`, `protected`, `taken_back`, `uncrossed_soldier`.
        witness: the piece that makes it no chase: a protector, a pinner, or one to which the
            capture would expose the general.
        line: of `cxa`: the moves by which the capture comes to nothing.
    """

    attacker: PlacedPiece
    victim: PlacedPiece
    reason: str
    witness: PlacedPiece | None = None
    line: list[str] = []


class RuledPly(Struct, frozen=True):
    """What a ply of a repetition does.

    Fields:
        ply: its number, from 0.
        side: that played it.
        move: four characters.
        piece: that moved, a FEN letter.
        kind: `kill` (a threat of mate), `exchange` and `unclear` (too many lines to look at) are of
            `cxa`. Known words: `chase`, `check`, `exchange`, `idle`, `kill`, `unclear`.
        chases: what it attacks against the rules.
        rejected: attacks that are not counted.
        article: of `cxa`: the paragraph its class rests on.
        line: of `cxa`: the moves that mate or win, the mover first.
        joint: of `cxa`: a joint chase, or one of an under-rooted piece; only found out where it
            decides.
        checkers: of a check: the pieces that attack the general.
    """

    ply: int
    side: SideName
    move: str
    piece: str
    kind: str
    chases: list[Chase]
    rejected: list[RejectedChase]
    article: str = ""
    line: list[str] = []
    joint: bool = False
    checkers: list[PlacedPiece] = []


class CyclePiece(Struct, frozen=True):
    """A piece with the squares it stood on in a cycle.

    Fields:
        piece: a FEN letter.
        id: the square where it stood when the cycle began.
        squares: where it stood when this was done by it, or to it.
    """

    piece: str
    id: str
    squares: list[str]


class SideAccount(Struct, frozen=True):
    """What the plies of one side amount to.

    Fields:
        level: how guilty it is; `perpetual_attack` is of `cxa`. Known words: `direct_chase`,
            `none`, `perpetual_attack`, `perpetual_check`, `root_chase`.
        victims: the pieces it chased throughout.
        driven: of `chessvariants`: the piece that it drove to and fro between two points.
        drivers: with `driven`: the pieces that did it.
    """

    level: str
    victims: list[CyclePiece]
    driven: CyclePiece | None = None
    drivers: list[CyclePiece] = []


class Doubt(Struct, frozen=True):
    """Of `cxa`: a more cautious reading of the rules that rules otherwise.

    Fields:
        reading: what is read otherwise.
        loser: the side it blames; without it a draw.
    """

    reading: str
    loser: SideName | None = None


class ToldPlies(Struct, frozen=True):
    """Of `cxa`: what is said of plies that are alike.

    Fields:
        plies: their numbers.
        text: in the language of `hello`.
    """

    plies: list[int]
    text: str


class Ruling(Struct, frozen=True):
    """Why the rules ended a game, with the evidence.

    Fields:
        rule_set: by which rules.
        version: by which rules.
        verdict: the side that loses, or a draw. Known words: `black_loses`, `draw`, `red_loses`.
        ending: how; see *Endings*.
        clause: of the rule set.
        occurrences: of the last position.
        winner: the side that wins; without it a draw.
        window: first and last ply on which it rests, if not on the position alone.
        plies: every ply of the window, oldest first.
        sides: what the plies of each side amount to.
        doubts: of `cxa`, where an arbiter would decide: the readings that rule otherwise.
        full_reading: of `cxa`, with `doubts`: the side that the full reading blames; without it a
            draw.
        told: of `cxa`: what is said of each ply.
    """

    rule_set: str
    version: int
    verdict: str
    ending: str
    clause: str
    occurrences: int
    winner: SideName | None = None
    window: tuple[int, int] | None = None
    plies: list[RuledPly] = []
    sides: dict[SideName, SideAccount] | None = None
    doubts: list[Doubt] = []
    full_reading: SideName | None = None
    told: list[ToldPlies] = []


class Outcome(Struct, frozen=True):
    """How a game ended.

    Fields:
        winner: null for a draw or a game without result; `ending` tells which.
        ending: for programs; see *Endings*.
        text: in the language of `hello`.
        ruling: the evidence, where the rules of the game ended it, else null.
        reason: why a challenge was declined, else null; see *Challenges*. Known words:
            `casual_please`, `later`, `not_now`, `other_rules`, `rated_please`, `too_fast`,
            `too_slow`.
        result: what came of it; `none`: nothing counts. Known words: `black`, `draw`, `none`,
            `red`.
    """

    winner: SideName | None
    ending: str
    text: str
    ruling: Ruling | None = None
    reason: str | None = None
    result: str = "none"


class MyGame(Struct, frozen=True):
    """A game of your own.

    Fields:
        room: the room's id.
        you: your own side.
        opponent: null while the seat is free.
        status: `waiting` for a friend, `playing`, or `over`. Known words: `over`, `playing`,
            `waiting`.
        your_turn: it waits for your own move.
        speed: how fast; see *Ratings*. Known words: `blitz`, `bullet`, `classical`,
            `correspondence`, `rapid`.
        rated: it counts for ratings.
        plies: moves so far.
        last: the last of them, or null.
        fen: the position.
        left_ms: time left of the side to move at `at_ms`, null without a clock.
        flag_at_ms: the server's time at which that side is out of time, else null.
        at_ms: the server's time at which the rest of this is true.
        clock: the `type` of its clock; with `none`, the speed says nothing. Known words: `byoyomi`,
            `correspondence`, `fischer`, `none`, `per_move`, `three_part`.
        outcome: null until it is over.
    """

    room: str
    you: SideName
    opponent: PlayerRef | None
    status: str
    your_turn: bool
    speed: str
    rated: bool
    plies: int
    last: MoveLine | None
    fen: str
    left_ms: int | None
    flag_at_ms: int | None
    at_ms: int
    clock: str
    outcome: Outcome | None = None


class ShownBoard(Struct, frozen=True):
    """A board that you watch, in the order in which you asked for them.

    Fields:
        board: what it shows, as you asked for it.
        game: the game that it shows now, or null. It is null for `room:`, too: you know that game.
    """

    board: str
    game: GameInfo | None


class NoticeWishes(Struct, frozen=True, omit_defaults=True):
    """Which notices a player wishes for, and when not.

    Fields:
        off: the topics that are not wanted; `turns` are those of games by days. Known words:
            `challenges`, `events`, `letters`, `turns`.
        quiet_from: the minutes of the day between which nothing is sent; what came then is sent
            afterwards. The same twice for no quiet hours.
        quiet_to: the minutes of the day between which nothing is sent; what came then is sent
            afterwards. The same twice for no quiet hours.
        offset_minutes: by how many minutes your clock is ahead of UTC.
    """

    off: list[str] = []
    quiet_from: int = 0
    quiet_to: int = 0
    offset_minutes: int = 0


class NoticeChannel(Struct, frozen=True):
    """A browser that gets your notices.

    Fields:
        channel: its id, to send in `unsubscribe_notices`.
        renewed_ms: when it was last here, at most a week too early.
        this: it is on the device that asks.
    """

    channel: str
    renewed_ms: int
    this: bool


class LadderRung(Struct, frozen=True):
    """A place on the ladder.

    Fields:
        rung: from 1 at the top.
        player: the player's id.
        challenged: the player has an open challenge, made or received.
        played_at_ms: when the player was last active there.
    """

    rung: int
    player: PlayerRef
    challenged: bool
    played_at_ms: int


class LadderChallengeInfo(Struct, frozen=True):
    """A challenge on the ladder.

    Fields:
        by: the player who challenges.
        to: the challenged player.
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
        at_ms: when it was stored.
        what: `won`: a challenge; `held`: a challenged player kept the place; `yielded`: a place was
            given up without a game, to `player`; `sank`: for not playing. Known words: `held`,
            `idle`, `joined`, `left`, `sank`, `won`, `yielded`.
        player: the one that made the step.
        other: the other player who had a part in it, or null.
        rung: where the player came to stand, from 1.
    """

    at_ms: int
    what: str
    player: PlayerRef
    other: PlayerRef | None
    rung: int


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
        red: what each has left.
        black: what each has left.
        running: the side whose time runs; null before the start, after the end, and without a
            clock.
        flag_at_ms: the server's time at which the running side is out of time, else null.
        first_move_by_ms: until when the running side must make its first move, else the game is
            void; null once both sides have moved, and where no clock runs.
    """

    red: SideClock
    black: SideClock
    running: SideName | None
    flag_at_ms: int | None
    first_move_by_ms: int | None = None


class OpenOffer(Struct, frozen=True):
    """An offer that waits for an answer.

    Fields:
        what: what is proposed. Known words: `abort`, `draw`, `rematch`, `takeback`.
        side: the side that made it.
        ply: plies played when it was made.
    """

    what: str
    side: SideName
    ply: int


class BerserkSides(Struct, frozen=True):
    """The sides that have halved their time.

    Fields:
        red: whether that side did.
        black: whether that side did.
    """

    red: bool
    black: bool


class Absence(Struct, frozen=True):
    """A player who has left.

    Fields:
        side: the side of that player.
        claimable_at_ms: the server's time from which the other player may `claim`.
    """

    side: SideName
    claimable_at_ms: int


class VacationSides(Struct, frozen=True):
    """Which players of a game by days are on vacation.

    Fields:
        red: the server's time until when; null for a player that is not.
        black: the server's time until when; null for a player that is not.
    """

    red: int | None
    black: int | None


class ChatLine(Struct, frozen=True):
    """Something that was said.

    Fields:
        n: number of the line in its room and audience, from 1.
        at_ms: when it was stored.
        player: the speaker's id.
        name: what to show.
        seat: the speaker's side, null for a spectator.
        text: what was said; of a phrase, in the language of `hello`.
        phrase: the name of the phrase, null for words of your own. Known words: `bye`, `good_game`,
            `good_luck`, `hello`, `one_moment`, `sorry`, `thanks`, `well_played`.
        bot: a program plays for the speaker.
    """

    n: int
    at_ms: int
    player: str
    name: str
    seat: SideName | None
    text: str
    phrase: str | None
    bot: bool = False


class LogEntry(Struct, frozen=True):
    """One event of a log: a line of the file that `xiangqi-server verify` reads.

    Fields:
        version: number of the event; see *Versions*.
        at_ms: when it was stored.
        event_id: of the append that stored it; events of one append share it.
        body: the event's record, in base64.
        digest: of the log up to this event.
    """

    version: int
    at_ms: int
    event_id: str
    body: str
    digest: str


class LosingMove(Struct, frozen=True):
    """A move that loses by a ruling.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        after_reply: it loses after some reply, not at once.
        ending: how; see *Endings*.
        clause: of the rule set.
    """

    move: str
    piece: str
    after_reply: bool
    ending: str
    clause: str


class BannedMove(Struct, frozen=True):
    """A move that the rules do not allow.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        reason: what it would be. Known words: `check_count`, `driven_piece`, `endless_loop`,
            `fourth_check`, `perpetual_attack`, `perpetual_chase`, `perpetual_check`,
            `repeated_check`, `return_chase`.
        clause: of the rule set.
    """

    move: str
    piece: str
    reason: str
    clause: str


class Deed(Struct, frozen=True):
    """What the moves of a side in a cycle amount to.

    Fields:
        kind: what they have in common; `unroot` takes the protection of the victim away, and
            `drives`, of `chessvariants`, moves it to and fro between two points, protected or not.
            Known words: `attacks`, `chase`, `chases_several`, `check`, `checks_and_chases`,
            `drives`, `idle`, `kill`, `some_attacks`, `some_chases`, `some_checks`, `unroot`.
        doers: of `check`, `chase`, `unroot` and `drives`: the pieces that do it.
        victim: the piece to which it is done throughout.
        why: it counts as unprotected. Known words: `by_check`, `cannon_takes_chariot`, `equal`,
            `false_root`, `gains`, `horse_takes_chariot`, `unprotected`.
        root: with `false_root`, the piece that only seems to protect.
        bar: with `false_root`, to what its taking back would expose the general.
        openers: of `check`: the pieces whose moves opened the lines of the doers.
        acts: of `attacks` and `some_attacks`: which of check, kill and chase occurred. Known words:
            `chase`, `check`, `exchange`, `idle`, `kill`, `unclear`.
    """

    kind: str
    doers: list[CyclePiece]
    victim: CyclePiece | None = None
    why: str | None = None
    root: PlacedPiece | None = None
    bar: PlacedPiece | None = None
    openers: list[CyclePiece] = []
    acts: list[str] = []


class SideWarning(Struct, frozen=True):
    """One side's part of a warning.

    Fields:
        level: how guilty it is of the cycle as it stands; `perpetual_attack` is of `cxa`: a check,
            kill or chase on every move. Known words: `direct_chase`, `none`, `perpetual_attack`,
            `perpetual_check`, `root_chase`.
        at_fault: the rules are about to turn against it.
        clause: by which the game would end.
        losing: moves to keep from, each once.
        banned: moves that are not allowed now.
        breaking: moves that leave the cycle.
        soon: with `forbid`: for the side not to move, what will be banned at its next turn if the
            other side goes on.
        restricting: with `forbid`: moves after which a reply within the cycle bans going on.
        ending: how the game would end; see *Endings*.
        deed: what it does in the cycle, where one recurs.
    """

    level: str
    at_fault: bool
    clause: str
    losing: list[LosingMove]
    banned: list[BannedMove]
    breaking: list[str]
    soon: list[BannedMove] = []
    restricting: list[BannedMove] = []
    ending: str | None = None
    deed: Deed | None = None


class WarningDetail(Struct, frozen=True):
    """Everything the rules know of a repetition that is on its way to a ruling.

    Fields:
        rule_set: by which rules.
        version: by which rules.
        to_move: the side to move.
        occurrences: of the present position.
        left: occurrences still to come until a ruling, if the last lap is run again and again. It
            is 0 where the ruling falls before this position occurs again, and where the warning
            tells only of a ban that depends on no occurrence. With `rounds`, it counts rounds still
            to come.
        bans: the side at fault will be banned from going on, instead of losing.
        sides: each side's part.
        window: first and last ply of the laps that count so far.
        doubts: of `cxa`, where an arbiter would decide: the readings that rule otherwise.
        full_reading: of `cxa`, with `doubts`: the side that the full reading blames; without it a
            draw.
        rounds: of `cxa` with `nine_rounds`, instead of a repetition. It counts the rounds in which
            the side at fault has done nothing but check, threaten mate or chase, in the plies of
            `window`.
    """

    rule_set: str
    version: int
    to_move: SideName
    occurrences: int
    left: int
    bans: bool
    sides: dict[SideName, SideWarning]
    window: tuple[int, int] | None = None
    doubts: list[Doubt] = []
    full_reading: SideName | None = None
    rounds: int = 0


class RepetitionWarning(Struct, frozen=True):
    """A repetition on its way to a ruling; spectators get it too.

    Fields:
        text: in the language of `hello`, as it concerns the reader.
        occurrences: how often the present position has stood.
        rule_at: the occurrence at which the rule set rules if the loop goes on as it does. It is
            null for a warning that depends on no occurrence, such as a ban on a fourth check.
        side: the side that the rules are about to turn against, null if it would be a draw.
        cycle: the moves of the loop, four characters each, oldest first; may be empty.
        detail: everything the rules know of it.
    """

    text: str
    occurrences: int
    rule_at: int | None
    side: SideName | None
    cycle: list[str]
    detail: WarningDetail


class MarkedMove(Struct, frozen=True):
    """A move that a rule speaks about.

    Fields:
        move: four characters.
        text: what the rule says, in the language of `hello`.
    """

    move: str
    text: str


class GameRef(Struct, frozen=True):
    """A game of your own.

    Fields:
        room: the room's id.
        side: your own.
        live: as in `game_opened`.
    """

    room: str
    side: SideName
    live: bool = False


class Pool(Struct, frozen=True):
    """A queue of players who want a game by the same clock; the server pairs them.

    Fields:
        name: to send in `queue`, such as "5+3": minutes, and seconds added for each move.
        terms: clock and rules.
        waiting: how many wait in it.
        waiting_rated: how many of these for a rated game.
    """

    name: str
    terms: GameTerms
    waiting: int
    waiting_rated: int = 0


class OwnWait(Struct, frozen=True):
    """A pool in which you wait.

    Fields:
        pool: its name.
        rated: for a rated game.
        since_ms: the server's time since when; a game that came to nothing does not count.
    """

    pool: str
    rated: bool
    since_ms: int


class SeekInfo(Struct, frozen=True):
    """An open offer to play.

    Fields:
        id: to send in `accept_seek`.
        player: its owner.
        name: its owner.
        terms: clock and rules.
        side: what its owner wants to play. Known words: `any`, `black`, `red`.
        guest: its owner has no account.
        rating: its owner's, at the speed of the game; 0 if hidden.
        min_rating: the least and the greatest rating that may take it, null for any.
        max_rating: the least and the greatest rating that may take it, null for any.
        speed: of the game, at which ratings count here. Known words: `blitz`, `bullet`,
            `classical`, `correspondence`, `rapid`.
    """

    id: str
    player: str
    name: str
    terms: GameTerms
    side: str
    guest: bool = True
    rating: int = 1500
    min_rating: int | None = None
    max_rating: int | None = None
    speed: str = "rapid"


class ListedPlayer(Struct, frozen=True):
    """A player in a list of players.

    Fields:
        player: the player's id.
        name: what to show.
        guest: the player has no account.
        bot: a program plays for this account.
        online: it has a connection now.
        games: its games that are not over, at most 3, the latest last.
    """

    player: str
    name: str
    guest: bool = True
    bot: bool = False
    online: bool = False
    games: list[str] = []


class MessageInfo(Struct, frozen=True):
    """One message of a conversation.

    Fields:
        number: its place in the conversation, from 1.
        mine: you have written it yourself.
        at_ms: when it came, or was written.
        text: on one line.
    """

    number: int
    mine: bool
    at_ms: int
    text: str


class ConversationInfo(Struct, frozen=True):
    """A conversation with a player, and its last message.

    Fields:
        player: the player's id.
        name: what to show.
        guest: the player has no account.
        bot: a program plays for this account.
        unread: how many of its messages are unread.
        last: the latest message.
    """

    player: str
    name: str
    guest: bool = True
    bot: bool = False
    unread: int = 0
    last: MessageInfo | None = None


class ReportInfo(Struct, frozen=True):
    """A report that waits for an operator.

    Fields:
        number: of the report.
        by: the reporter, and the player who is reported.
        about: the reporter, and the player who is reported.
        reason: what for. Known words: `abuse`, `cheating`, `name`, `other`, `spam`, `stalling`.
        room: the game it is about, or null.
        text: in the reporter's words; may be empty.
        at_ms: when.
    """

    number: int
    by: PlayerRef
    about: PlayerRef
    reason: str
    room: str | None
    text: str
    at_ms: int


class ActionInfo(Struct, frozen=True):
    """What an operator did.

    Fields:
        by: the operator, and the player it was done to.
        about: the operator, and the player it was done to.
        sanction: null if a report was closed without one. Known words: `ban`, `lift`, `mute`,
            `warn`.
        until_ms: when a mute or a ban ends, else 0.
        text: what the player read.
        at_ms: when.
    """

    by: PlayerRef
    about: PlayerRef
    sanction: str | None
    until_ms: int
    text: str
    at_ms: int


class FairPlayFigure(Struct, frozen=True):
    """What was measured of a player's moves in one game.

    Fields:
        name: what was measured. `time_spread` is how much the times of its moves differ, as their
            standard deviation divided by their mean; `fast_moves` the share of moves within half a
            second. Both leave out the first move and premoves. `best_moves` is the share of moves
            that the engine would have played, and `loss` the chance to win that a move lost on
            average, out of 2. Both are known if the game was reviewed, and leave out the opening
            and positions that were decided. Known words: `best_moves`, `fast_moves`, `loss`,
            `time_spread`.
        value: in thousandths.
        percentile: of a hundred games of like strength, so many have a lower value; those with the
            same count half. null if there are too few.
        among: how many it was compared with. A review of the small engine is compared with such
            reviews alone.
    """

    name: str
    value: int
    percentile: int | None
    among: int


class FairPlayGame(Struct, frozen=True):
    """A game of a player about whom an operator asks.

    Fields:
        room: the room's id.
        side: the player's.
        opponent: the other player.
        ended_at_ms: when it was over.
        review: how its review stands. Known words: `done`, `given_up`, `none`, `running`,
            `waiting`.
        figures: what could be measured; a game of a few moves has none.
    """

    room: str
    side: SideName
    opponent: PlayerRef
    ended_at_ms: int
    review: str
    figures: list[FairPlayFigure]


class NewsItem(Struct, frozen=True):
    """Something the operators have published.

    Fields:
        id: to send in `withdraw_news`.
        title: in the operators' words.
        text: in the operators' words.
        language: of the item, null for readers of all languages. Known words: `en`, `vi`,
            `zh-Hans`, `zh-Hant`.
        at_ms: when it was posted.
    """

    id: str
    title: str
    text: str
    language: str | None
    at_ms: int


class FeedEntry(Struct, frozen=True):
    """A game that has begun or ended.

    Fields:
        number: one more than that of the entry before.
        at_ms: when the server took it down, which may be some seconds after it happened.
        what: `began` once both seats are taken, `over` once. Known words: `began`, `over`.
        room: the room's id.
        red: the players.
        black: the players.
        tournament: the one it is a game of, or null.
        rules: of a game that has begun; else null.
        speed: of a game that has begun; else null. Known words: `blitz`, `bullet`, `classical`,
            `correspondence`, `rapid`.
        rated: of a game that has begun; else null.
        result: what came of a game that is over; `none`: nothing counts. Else null. Known words:
            `black`, `draw`, `none`, `red`.
        ending: how it ended, as `outcome` says it; else null.
        plies: how many moves it had; else null.
    """

    number: int
    at_ms: int
    what: str
    room: str
    red: PlayerRef
    black: PlayerRef
    tournament: str | None
    rules: str | None = None
    speed: str | None = None
    rated: bool | None = None
    result: str | None = None
    ending: str | None = None
    plies: int | None = None


class ReadyCheck(Struct, frozen=True):
    """Both players of a found pair are waited for; see *Ready-check*.

    Fields:
        by_ms: the server's time until which both must be there.
        red: whether that side has said so.
        black: whether that side has said so.
    """

    by_ms: int
    red: bool
    black: bool


class ChallengeInfo(Struct, frozen=True):
    """Somebody who waits for your answer; see *Challenges*.

    Fields:
        room: to send in `accept_challenge` or `decline_challenge`.
        by: the player who waits.
        side: your own.
        terms: clock and rules.
        until_ms: the server's time at which it lapses.
    """

    room: str
    by: PlayerRef
    side: SideName
    terms: GameTerms
    until_ms: int


class OfferInfo(Struct, frozen=True):
    """A game by days that waits for anybody.

    Fields:
        room: to send in `accept_challenge`, or of your own in `withdraw_challenge`.
        by: its owner.
        side: the free one.
        terms: clock and rules.
        rating: its owner's, when the offer was made; 0 if hidden.
        min_rating: the least and the greatest rating that may take it, null for any.
        max_rating: the least and the greatest rating that may take it, null for any.
        until_ms: the server's time at which it lapses.
    """

    room: str
    by: PlayerRef
    side: SideName
    terms: GameTerms
    rating: int
    min_rating: int | None
    max_rating: int | None
    until_ms: int


class LineFlaw(Struct, frozen=True):
    """What is wrong with a position or a line.

    Fields:
        code: for programs.
        text: in the language of `hello`.
        at: the character of the moves where it is; -1 for the position.
    """

    code: str
    text: str
    at: int


class JudgedSet(Struct, frozen=True):
    """What one rule set says at the end of a line.

    Fields:
        rules: the set.
        state: `ruled` if the game is over, `warned` if going on has consequences, `open` if it may
            go on, `no_time` if the set had not answered in time: that is no draw. Known words:
            `no_time`, `open`, `ruled`, `warned`.
        text: the ruling or the warning in the language of `hello`, if the set has one.
        side: the side that loses, or that has to deviate; null for a draw.
        ruling: the evidence, if there is any. Of `warned` and `open` it is that of the repetition
            so far.
        banned: the moves that may not be played, and why.
    """

    rules: str
    state: str
    text: str
    side: SideName | None
    ruling: Ruling | None
    banned: list[MarkedMove]


class ReviewedLine(Struct, frozen=True, omit_defaults=True):
    """How a game should have gone on instead of a move.

    Fields:
        ply: the number of the move, from 0.
        moves: four characters each.
    """

    ply: int
    moves: str


class ReviewMark(Struct, frozen=True):
    """A move that lost much.

    Fields:
        ply: its number, from 0.
        mark: how much. Known words: `blunder`, `inaccuracy`, `mistake`.
        loss: by how many hundredths the chance to win fell.
        line: how the game should have gone on instead, four characters a move.
    """

    ply: int
    mark: str
    loss: int
    line: str


class ArenaFormat(Struct, tag="arena", frozen=True, omit_defaults=True):
    """A player who is free is paired again until the time is over; points make the order.

    Fields:
        minutes: how long it lasts.
        berserk: before the first move a player may halve the time left, and a win then counts a
            point more; only with a clock of main time and increment.
        teams: their names, at least two; a player who enters chooses one. Empty for an arena of
            players.
        leaders: so many of each team count, those with most points.
    """

    minutes: int
    berserk: bool = True
    teams: list[str] = []
    leaders: int = 5


class RobinFormat(Struct, tag="robin", frozen=True, omit_defaults=True):
    """Everybody meets everybody, by Berger's tables; at most 46 players, 24 if twice.

    Fields:
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next. By days all games are played at once.
        until_ms: the moment until which each pair plays when both want to, 5 minutes to 90 days
            after the start; null plays it in rounds. Not by days.
    """

    double: bool = False
    break_s: int = 60
    until_ms: int | None = None


class SwissFormat(Struct, tag="swiss", frozen=True, omit_defaults=True):
    """In each round players with equal points meet, no two of them twice; at most 1,000 players.

    Fields:
        rounds: how many, and never more than it takes to meet everybody.
        break_s: seconds from the end of a round to the next.
        late_points: what a late entrant has for each round missed: 1 as for a draw, or 0.
    """

    rounds: int
    break_s: int = 60
    late_points: int = 0


class KnockoutFormat(Struct, tag="knockout", frozen=True, omit_defaults=True):
    """The loser of a match is out; at most 256 players.

    Fields:
        games: of a match, before quicker ones break it.
        third_place: the players that lost before the final play for it.
    """

    games: int = 1
    third_place: bool = True


class TeamRobinFormat(Struct, tag="team_robin", frozen=True, omit_defaults=True):
    """Every team meets every other one; on odd boards the first has Red; at most 400 players.

    Fields:
        teams: their names, at least two; a player who enters chooses one.
        boards: so many players of a team play at once, its strongest; it may have twice as many.
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next.
    """

    teams: list[str]
    boards: int = 4
    double: bool = False
    break_s: int = 60


class EntryConditions(Struct, frozen=True, omit_defaults=True):
    """What a player needs to enter, besides an account.

    Fields:
        min_rating: at the speed of the games; null asks nothing.
        max_rating: the same.
        min_games: so many rated games at that speed.
        min_account_days: so old is the account.
        bots: accounts that are bots may enter.
        invited: only players that the organiser has invited; see `manage_tournament`.
    """

    min_rating: int | None = None
    max_rating: int | None = None
    min_games: int = 0
    min_account_days: int = 0
    bots: bool = False
    invited: bool = False


class TournamentPlan(Struct, frozen=True, omit_defaults=True):
    """What is announced.

    Fields:
        name: of the tournament, of 3 to 60 characters.
        format: how it is played.
        terms: of every game; takebacks are off, whatever is asked.
        starts_ms: when it begins, at most 90 days ahead.
        text: the organiser's words to everybody.
        conditions: what a player needs to enter.
        ranking: the sums that put equal points in order, except in an arena; see *Order*. Known
            words: `axf`, `cxa_robin`, `cxa_running`, `cxa_swiss`, `lila`, `wxf`.
        at_boards: it is played at real boards; see *Over the board*.
        dates: at boards, when each round begins; empty where the organiser says so.
    """

    name: str
    format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat
    terms: GameTerms
    starts_ms: int
    text: str = ""
    conditions: EntryConditions = EntryConditions()
    ranking: str = "cxa_swiss"
    at_boards: bool = False
    dates: list[int] = []


class ForbidPairAction(Struct, tag="forbid", frozen=True, omit_defaults=True):
    """Keep two players apart, in an arena or a Swiss tournament.

    Fields:
        one: the two players.
        other: the two players.
        on: false: they may meet again.
    """

    one: str
    other: str
    on: bool = True


class GiveByeAction(Struct, tag="bye", frozen=True, omit_defaults=True):
    """Leave a player out of a round of a Swiss tournament, and say what that brings.

    Fields:
        player: the player's id.
        on: false: the player is paired after all, or has nothing of that round.
        points: 2 as for a win, 1 as for a draw, or 0.
        round: one that was paired without the player or is still to come, from 1; null for the
            next.
    """

    player: str
    on: bool = True
    points: int = 2
    round: int | None = None


class RuleGameAction(Struct, tag="rule", frozen=True, omit_defaults=True):
    """Say how a game of a tournament of rounds counts, or one of a knock-out while it is played.

    A game that is played ends without a result; ratings stay as they are.

    Fields:
        room: the room's id.
        winner: null for a draw, and where neither has points.
        how: `forfeit`: the loser did not come, or without a winner neither; `lost`: both have lost;
            `played`. Null leaves a game that is lost by forfeit, or by both, as it is if the winner
            fits. Otherwise null says `played`. Known words: `forfeit`, `lost`, `played`.
    """

    room: str
    winner: str | None
    how: str | None = None


class AppointArbiterAction(Struct, tag="appoint", frozen=True, omit_defaults=True):
    """Have a player be an arbiter; for the organiser.

    Fields:
        player: the player's id.
        on: false: no more.
    """

    player: str
    on: bool = True


class InvitePlayerAction(Struct, tag="invite", frozen=True, omit_defaults=True):
    """Let a player enter where only invited ones may; for the organiser.

    Fields:
        player: the player's id.
        on: false: no more.
    """

    player: str
    on: bool = True


class RemovePlayerAction(Struct, tag="remove", frozen=True, omit_defaults=True):
    """Have a player take part no longer, and not come back.

    Fields:
        player: the player's id.
        on: false: the player may come back.
    """

    player: str
    on: bool = True


class FeatureAction(Struct, tag="feature", frozen=True, omit_defaults=True):
    """Have a tournament shown before others; for operators.

    Fields:
        on: false: no more.
    """

    on: bool = True


class AttendAction(Struct, tag="attend", frozen=True, omit_defaults=True):
    """Have a person at real boards be paired from the next round on, or no more.

    Fields:
        player: the person.
        on: false: not paired until they are back.
    """

    player: str
    on: bool = True


class RoundAction(Struct, tag="round", frozen=True, omit_defaults=True):
    """See to the rounds of a tournament at real boards.

    Fields:
        what: `pair` the next round; `unpair` the latest, while nobody has written a result of it;
            `start`: say when the latest begins; `finish` the tournament after the latest. Known
            words: `finish`, `pair`, `start`, `unpair`.
        at_ms: when it begins, for `start`; else null.
    """

    what: str
    at_ms: int | None = None


class SeatAction(Struct, tag="seat", frozen=True, omit_defaults=True):
    """Change who sits at a real board.

    Two players who sit there already change sides, in any round; the winner stays the winner. Other
    two of the latest round of a Swiss tournament take a board without a result, or a new one. A
    player who was there goes to the place that the new one leaves.

    Fields:
        round: from 1.
        board: from 1; the number after the last is a new board.
        red: the player who sits there with Red.
        black: the same with Black.
    """

    round: int
    board: int
    red: str
    black: str


class ListedPerson(Struct, frozen=True, omit_defaults=True):
    """A person to be listed.

    Fields:
        name: not empty.
        rating: 0 for none.
        club: "" for none.
        federation: the id at a federation, or "".
        team: the number of the team, from 0; null where there are no teams.
    """

    name: str
    rating: int = 0
    club: str = ""
    federation: str = ""
    team: int | None = None


class WrittenResult(Struct, frozen=True, omit_defaults=True):
    """A result of a board.

    Fields:
        board: its number, from 1.
        result: what it is; `none` takes one of the latest round back. Known words: `black`,
            `black_absent`, `both_absent`, `both_lost`, `draw`, `none`, `red`, `red_absent`.
        was: what you saw there before. Known words: `black`, `black_absent`, `both_absent`,
            `both_lost`, `draw`, `none`, `red`, `red_absent`.
    """

    board: int
    result: str
    was: str = "none"


class TournamentInfo(Struct, frozen=True):
    """A tournament, as in lists and at the head of its page.

    Fields:
        tournament: the tournament's id.
        name: what to show.
        format: how it is played.
        terms: clock and rules.
        phase: where it is in its life. Known words: `announced`, `called_off`, `finished`,
            `running`.
        organiser: the player who announced it.
        starts_ms: when it begins, or has begun.
        ends_ms: when it ends or has ended; null where that is not known before.
        entered: how many take part; once it is over, how many have taken part.
        leaders: the first three, once it has begun.
        round: the latest that was paired, from 1; 0 before, and in an arena.
        rounds: how many there will be, as far as is known; 0 in an arena.
        next_round_ms: between two rounds, when the next is paired; else null.
        featured: operators have it shown before others.
        at_boards: it is played at real boards.
        begins_ms: there, when the latest round begins, if that is known; else null.
    """

    tournament: str
    name: str
    format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat
    terms: GameTerms
    phase: str
    organiser: PlayerRef
    starts_ms: int
    ends_ms: int | None
    entered: int
    leaders: list[PlayerRef]
    round: int = 0
    rounds: int = 0
    next_round_ms: int | None = None
    featured: bool = False
    at_boards: bool = False
    begins_ms: int | None = None


class TournamentEntrant(Struct, frozen=True):
    """A row of the standings.

    Fields:
        rank: from 1.
        player: the player's id.
        rating: the one the player came with; 0 if hidden.
        score: points.
        sheet: the points of each game in the order in which they ended, a digit a game; a bye is
            one of them.
        doubled: as `sheet`, `1` where a game brought twice as much after two wins in a row.
        fire: the next game brings twice as much.
        performance: the strength shown in these games; null for fewer than three, or if hidden.
        status: `entered` before the start; `away`: no connection; `paused`, `left`: not paired.
            Known words: `away`, `entered`, `left`, `paused`, `playing`, `waiting`.
        tie_breaks: sums that tell equal points apart, in the order of the tournament's
            `tie_breaks`, as text (`9`, `10.5`); none in an arena.
        team: the number of the player's team, from 0; null where there are no teams.
    """

    rank: int
    player: PlayerRef
    rating: int
    score: int
    sheet: str
    doubled: str
    fire: bool
    performance: int | None
    status: str
    tie_breaks: list[str] = []
    team: int | None = None


class AskedBye(Struct, frozen=True):
    """A bye of a round that is still to come.

    Fields:
        round: from 1.
        points: what it brings: 2, 1 or 0.
    """

    round: int
    points: int


class ListedEntrant(Struct, frozen=True):
    """An entrant by number.

    Fields:
        number: in the order of entering; it never changes, and nobody else gets it.
        player: the entrant.
        rating: the one the entrant came with; 0 for none, or if hidden.
        club: of a listed person, else "".
        federation: the id there of a listed person, else "".
        team: the number of the team, from 0; null where there are no teams.
        status: as in the standings. Known words: `away`, `entered`, `left`, `paused`, `playing`,
            `waiting`.
        byes: the rounds for which a bye was asked, with what each brings.
    """

    number: int
    player: PlayerRef
    rating: int
    club: str
    federation: str
    team: int | None
    status: str
    byes: list[AskedBye] = []


class TournamentGame(Struct, frozen=True):
    """A game of a tournament that is played, of those whose players stand highest.

    Fields:
        room: the room's id.
        red: the players.
        black: the players.
        red_rank: their places, from 1.
        black_rank: their places, from 1.
    """

    room: str
    red: PlayerRef
    black: PlayerRef
    red_rank: int
    black_rank: int


class TournamentResult(Struct, frozen=True):
    """A game of one player.

    Fields:
        opponent: the player it was against; null for a bye.
        opponent_rating: the one the opponent came with; null if hidden.
        side: the player's own.
        result: the player's own. Known words: `drawn`, `lost`, `won`.
        points: what it brought.
        doubled: twice as much, after two wins in a row.
        unplayed: a bye, or one of the two did not come.
        berserk: the player had halved the time left.
    """

    opponent: PlayerRef | None
    opponent_rating: int | None
    side: SideName
    result: str
    points: int
    doubled: bool
    unplayed: bool = False
    berserk: bool = False


class OpenPair(Struct, frozen=True):
    """A game that you have still to play, where pairs play when both want to.

    Fields:
        room: the one it will have.
        opponent: the player it is against.
        side: your own.
        status: of the opponent; `waiting` is connected and has no game of this tournament. Known
            words: `away`, `entered`, `left`, `paused`, `playing`, `waiting`.
        offered: the player whose offer to play stands; null if no offer does. Known words:
            `opponent`, `you`.
    """

    room: str
    opponent: PlayerRef
    side: SideName
    status: str
    offered: str | None


class RoundGame(Struct, frozen=True):
    """A game of a round.

    Fields:
        room: of the game; null where it was never opened, for somebody had left, or is not yet.
        red: the players.
        black: the players.
        red_points: what it brought; null until it is over.
        black_points: what it brought; null until it is over.
        forfeit: one of the two, or both, did not come.
        result: in a word. Known words: `black`, `black_absent`, `both_absent`, `both_lost`, `draw`,
            `none`, `red`, `red_absent`.
        by: at a real board, the player who wrote the result down.
        at_ms: when that was.
    """

    room: str | None
    red: PlayerRef
    black: PlayerRef
    red_points: int | None
    black_points: int | None
    forfeit: bool
    result: str = "none"
    by: PlayerRef | None = None
    at_ms: int | None = None


class TableCell(Struct, frozen=True):
    """A round of one player.

    Fields:
        how: `absent`: the player was not paired; `open`: the game has not begun. Known words:
            `absent`, `bye`, `forfeit`, `open`, `played`, `playing`.
        rank: of the opponent in the standings; null for none.
        side: the player's own; null without an opponent.
        points: what it brought; null until it is over.
        room: of the game; null for none.
        given: a bye that did not come of the pairing.
    """

    how: str
    rank: int | None
    side: SideName | None
    points: int | None
    room: str | None
    given: bool = False


class GivenBye(Struct, frozen=True):
    """A round without a game that did not come of the pairing.

    Fields:
        player: the player's id.
        points: what it brings: 2, 1 or 0.
    """

    player: PlayerRef
    points: int


class LogHead(Struct, frozen=True):
    """Where the log of a tournament stands.

    Fields:
        version: number of its last event.
        digest: of the log up to there; `xiangqi-server verify --head` holds a log to it.
    """

    version: int
    digest: str


class TournamentPlace(Struct, frozen=True):
    """The place a player took in a tournament that is over.

    Fields:
        tournament: the tournament's id.
        name: of the tournament.
        format: how it was played.
        ended_at_ms: when it ended.
        rank: from 1.
        players: how many there were.
        score: points.
    """

    tournament: str
    name: str
    format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat
    ended_at_ms: int
    rank: int
    players: int
    score: int


class TeamMember(Struct, frozen=True):
    """A player of a team.

    Fields:
        player: the player's id.
        score: the player's points.
    """

    player: PlayerRef
    score: int


class TeamScore(Struct, frozen=True):
    """A team as it stands.

    Fields:
        rank: from 1; teams that nothing tells apart share one.
        team: its number among those of the format, from 0.
        name: of the team.
        points: in an arena those of its best players; else 2 a match won, 1 drawn.
        board_points: of all its games, which tell equal points apart; 0 in an arena.
        members: how many players it has.
        best: in an arena whose points count, else the boards in their order.
    """

    rank: int
    team: int
    name: str
    points: int
    board_points: int
    members: int
    best: list[TeamMember]


class TeamMatch(Struct, frozen=True):
    """A match of two teams.

    Fields:
        round: from 1.
        one: their numbers, from 0; the first has Red on odd boards.
        other: their numbers, from 0; the first has Red on odd boards.
        one_points: on the boards: 2 a win, 1 a draw.
        other_points: on the boards: 2 a win, 1 a draw.
        over: all its games are.
    """

    round: int
    one: int
    other: int
    one_points: int
    other_points: int
    over: bool


class TournamentNote(Struct, frozen=True):
    """What was done to a tournament.

    Fields:
        at_ms: when it was stored.
        by: the organiser, an arbiter or an operator.
        what: as in `manage_tournament`; `amend`: the plan; `code`: the one that appoints arbiters.
            Known words: `amend`, `appoint`, `attend`, `bye`, `code`, `feature`, `forbid`, `invite`,
            `remove`, `round`, `rule`, `seat`.
        player: the player it concerns, or the winner; null for no player.
        other: of a pair that is kept apart.
        room: of a game that was ruled.
        on: false where something was taken back.
        correction: the tournament was over: the result of one of its games is another one since.
        how: of a game that was ruled, see `manage_tournament`; else null. Known words: `forfeit`,
            `lost`, `played`.
        points: of a bye, what it brings; else null.
        round: of a bye that is not for the next round, or of `seat`; else null.
        step: what was done to a round; else null. Known words: `finish`, `pair`, `start`, `unpair`.
        board: of `seat`; else null.
    """

    at_ms: int
    by: PlayerRef
    what: str
    player: PlayerRef | None
    other: PlayerRef | None
    room: str | None
    on: bool
    correction: bool = False
    how: str | None = None
    points: int | None = None
    round: int | None = None
    step: str | None = None
    board: int | None = None


class TournamentWords(Struct, frozen=True):
    """What was announced and may be changed before the start, except what `info` has.

    Fields:
        text: as in `tournament`.
        conditions: as in `tournament`.
        tie_breaks: as in `tournament`. Known words: `black_games`, `black_wins`, `direct`,
            `opponents`, `performance`, `running`, `sonneborn`, `wins`.
        password: as in `tournament`.
        ranking: as in `tournament`. Known words: `axf`, `cxa_robin`, `cxa_running`, `cxa_swiss`,
            `lila`, `wxf`.
        dates: as in `tournament`.
    """

    text: str
    conditions: EntryConditions
    tie_breaks: list[str]
    password: bool
    ranking: str
    dates: list[int] = []


class BracketPlace(Struct, frozen=True):
    """A player of a match.

    Fields:
        player: the player's id.
        seed: by rating, from 1.
        points: in this match: 2 a win, 1 a draw.
    """

    player: PlayerRef
    seed: int
    points: int


class BracketMatch(Struct, frozen=True):
    """A match of a knock-out.

    Fields:
        match: its number: 1 is the final, 0 that for the third place; the winners of `2n` and `2n +
            1` meet in `n`.
        round: from 1.
        one: the players; null while not known, and for an empty place.
        other: the players; null while not known, and for an empty place.
        winner: the player's id; null while not known, and if nobody won.
        over: it is decided; also where somebody has no opponent.
        games: in their order; those after the first so many of `games` of the format are quicker.
    """

    match: int
    round: int
    one: BracketPlace | None
    other: BracketPlace | None
    winner: str | None
    over: bool
    games: list[RoundGame]
