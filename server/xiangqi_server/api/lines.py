"""Lines of moves that are no game here, asked as values and answered as parts of messages.

All of it is worked out in a process of its own (`node/ruling_worker`): the rules may search for
seconds, and a stranger chooses the position. So questions and answers are records.
"""

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_text import options_of_set
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.game.records.line_text import LineTextError, read_line
from xiangqi_server.game.records.record import NoteCode
from xiangqi_server.game.records.tree import steps
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge, warning
from xiangqi_server.game.rules.adjudication.records import to_record
from xiangqi_server.game.rules.board.encoding import Move, Side, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, FenError, read_fen, write_fen
from xiangqi_server.game.rules.game.game import Game, IllegalMove
from xiangqi_server.game.rules.game.notation import Notation, write_move
from xiangqi_server.game.rules.repetition.ruling import (
    BannedMove,
    Ending,
    RepetitionWarning,
    Ruling,
)
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RuleOptions, counts_entry, rule_set
from xiangqi_server.texts.records import tell_note, tell_refusal
from xiangqi_server.texts.rulings.telling import tell_ban, tell_plies, tell_ruling, tell_warning
from xiangqi_server.wire import parts
from xiangqi_server.wire.limits import LINE_CHARS, NaturalLimit, RulesName
from xiangqi_server.wire.terms import Language, SideName

_MOST_MOVES: Final = LINE_CHARS // 4


class LineQuestion(Struct, frozen=True):
    """What becomes of a position after some moves, with variations.

    Fields:
        fen: the start, "" for the opening position.
        asked_by: the address or player that waits; the answer does not depend on it.
    """

    fen: str
    moves: str
    language: Language
    asked_by: str = ""

    def by_nobody(self) -> "LineQuestion":
        """The same question without its asker."""
        return replace(self, asked_by="")


class JudgeQuestion(Struct, frozen=True):
    """What one rule set says at the end of a line.

    Fields:
        occurrences: the occurrence at which it rules, instead of its own; 0 leaves that.
        entering, limit: as in `RuleTerms`, instead of what `agreed` or the set says; null leaves
            that.
        agreed: by which the line was played as a game; null for no game.
    """

    fen: str
    moves: str
    rules: RulesName
    occurrences: int
    language: Language
    asked_by: str = ""
    entering: bool | None = None
    limit: NaturalLimit | None = None
    agreed: RuleTerms | None = None

    def by_nobody(self) -> "JudgeQuestion":
        """The same question without its asker."""
        return replace(self, asked_by="")

    @property
    def terms(self) -> RuleOptions:
        """How the set judges."""
        terms = options_of_set(self.rules, self.agreed)
        if self.occurrences:
            terms = terms._replace(rule_at=self.occurrences)
        if self.entering is not None:
            terms = terms._replace(entering=counts_entry(self.rules, self.entering))
        return terms if self.limit is None else terms._replace(natural_limit=self.limit)


class LineAnswer(Struct, frozen=True):
    """The facts of `server.Line`, without the id of the question."""

    fen: str
    moves: str
    check: SideName | None
    occurrences: int
    wxf: list[str]
    chinese: list[str]
    flaw: parts.LineFlaw | None


class JudgeAnswer(Struct, frozen=True):
    """What a set says; without a set, what is wrong with the question."""

    judged: parts.JudgedSet | None
    flaw: parts.LineFlaw | None = None


def _line_answer(asked: LineQuestion) -> LineAnswer:
    """What there is to say to a question about a position."""
    try:
        start = read_fen(asked.fen or START_FEN, composed=True)
    except FenError as error:
        flaw = parts.LineFlaw(error.code, tell_refusal(error.code, "", asked.language), -1)
        return LineAnswer(asked.fen, "", None, 0, [], [], flaw)
    found: parts.LineFlaw | None = None
    moves = asked.moves
    while True:
        try:
            root, line = read_line(moves, start, _MOST_MOVES)
        except LineTextError as error:
            found = found or _flaw_of(asked, error)
            moves = _closed(moves[: error.at])
        else:
            break
    wxf, chinese = [], []
    for step in steps(root, start):
        wxf.append(write_move(step.before, step.node.move, Notation.WXF))
        chinese.append(write_move(step.before, step.node.move, Notation.CHINESE))
    game = _played(asked.fen, [spot.node.move for spot in line[1:]])
    check = side_name(game.to_move) if game.checked else None
    fen = write_fen(game.position, quiet_plies=game.quiet_plies, move_number=game.move_number)
    legal = " ".join(map(uci_of, game.legal_moves()))
    return LineAnswer(fen, legal, check, game.occurrences, wxf, chinese, found)


def _flaw_of(asked: LineQuestion, error: LineTextError) -> parts.LineFlaw:
    word = asked.moves[error.at : error.at + 4]
    is_move = len(word) == 4 and word[0].isalpha() and word[2].isalpha()
    code = NoteCode.ILLEGAL if is_move else NoteCode.UNREADABLE
    return parts.LineFlaw(code, tell_note(code, word, asked.language), error.at)


def _closed(moves: str) -> str:
    """A line that was cut, without the variation in which that was."""
    depth, begins = 0, 0
    for at, sign in enumerate(moves):
        if sign == "(":
            begins = at if depth == 0 else begins
            depth += 1
        elif sign == ")":
            depth -= 1
    return moves[:begins] if depth > 0 else moves


def _played(fen: str, moves: list[Move]) -> Game:
    game = Game.start(fen or START_FEN, composed=True)
    for move in moves:
        game = game.play(move)
    return game


def _judge_answer(asked: JudgeQuestion) -> JudgeAnswer:
    """What there is to say to a question about a ruling."""
    words = [asked.moves[at : at + 4] for at in range(0, len(asked.moves), 4)]
    game = None
    try:
        game = Game.start(asked.fen or START_FEN, composed=True)
        for word in words:
            game = game.play(move_from_uci(word))
    except FenError as error:
        text = tell_refusal(error.code, "", asked.language)
        return JudgeAnswer(None, parts.LineFlaw(error.code, text, -1))
    except IllegalMove as error:
        text = tell_note(NoteCode.ILLEGAL, uci_of(error.move), asked.language)
        ply = 0 if game is None else game.ply
        return JudgeAnswer(None, parts.LineFlaw(NoteCode.ILLEGAL, text, 4 * ply))
    return JudgeAnswer(_judged(game, asked))


def _judged(game: Game, asked: JudgeQuestion) -> parts.JudgedSet:
    terms = asked.terms
    ruling = judge(game, terms)
    if ruling is not None:
        side = None if ruling.winner is None else side_name(ruling.winner.opponent)
        text = tell_ruling(ruling, asked.language)
        part = _ruling_part(ruling, game, asked.language)
        return parts.JudgedSet(asked.rules, "ruled", text, side, part, [])
    warned = warning(game, terms)
    banned = _banned(game, terms, asked.language)
    evidence = _so_far(game, terms, asked.language)
    if warned is None:
        return parts.JudgedSet(asked.rules, "open", "", None, evidence, banned)
    text = tell_warning(warned, game.position, asked.language, None)
    return parts.JudgedSet(asked.rules, "warned", text, _at_fault(warned), evidence, banned)


def _at_fault(warned: RepetitionWarning) -> SideName | None:
    sides = [side for side in Side if warned.sides[side].at_fault]
    return side_name(sides[0]) if len(sides) == 1 else None


def _banned(game: Game, terms: RuleOptions, language: Language) -> list[parts.MarkedMove]:
    bans = banned_moves(game, terms) if terms.forbid or rule_set(terms).bans else {}
    return [
        parts.MarkedMove(
            uci_of(move),
            tell_ban(
                BannedMove(move, game.board[move >> 7], ban.reason, ban.clause),
                game.position,
                terms.name,
                language,
            ),
        )
        for move, ban in sorted(bans.items())
    ]


def _so_far(game: Game, terms: RuleOptions, language: Language) -> parts.Ruling | None:
    """The evidence of a repetition that is not ruled on yet, as a ruling without a verdict."""
    if game.occurrences < 2:
        return None
    strategy = rule_set(terms).strategy
    found = strategy.evidence(repeated_part(game), strategy.inspector())
    if found is None:
        return None
    plies = found.plies
    ruling = Ruling(
        winner=None,
        ending=Ending.REPETITION,
        clause="",
        rule_set=terms.name,
        version=rule_set(terms).version,
        occurrences=game.occurrences,
        window=(plies[0].ply, plies[-1].ply),
        evidence=found,
    )
    return _ruling_part(ruling, game, language)


def _ruling_part(ruling: Ruling, game: Game, language: Language) -> parts.Ruling:
    part = msgspec.convert(to_record(ruling), parts.Ruling)
    told = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
    return replace(part, told=list(told))


LineTopic = LineQuestion | JudgeQuestion
LineTopicAnswer = LineAnswer | JudgeAnswer


def answer(asked: LineTopic) -> LineTopicAnswer:
    """What there is to say to either question."""
    return _line_answer(asked) if isinstance(asked, LineQuestion) else _judge_answer(asked)
