"""`adjudicate`: rulings on repeated play, one JSON object per line in and out, or game files in.

A line `{"id", "fen", "moves", ["ruleset"]}` is judged at the end of its moves only, under
each rule set asked for. The moves are a list of texts, or one text with gaps. A verdict is
``red_loses``, ``black_loses``, ``draw`` or ``none``: the rules on repetition, draws and
stalemate have nothing to say yet. A checkmate is no matter of adjudication: its verdict is
``none``, with ``checkmate`` as the reason.

Of several rule sets the last answer tells where they differ. Where an arbiter would have to decide,
the command gives the ruling of the full reading of the rules with its ``doubts``. A ``--cautious``
answer is what a live game gets there, a draw.

Game files are PGN, DhtmlXQ, XQF, CBR, CBL, CBF, WXF, lists of moves and lines of UCI. Each game is
answered with its repeated passages, and with our ruling on each. A PGN written here tells its own
rules; such a game is judged as it was here, at its end too. Notes tell what was read otherwise
than it was written. The command names a file in a format that is not read in one line. The exit
code is then 1, as it is for a file from which no game can be read.
"""

import argparse
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

from xiangqi_server.aggregates.room.terms_text import options_of_set, rules_told
from xiangqi_server.cli.adjudication.answers import answer_to, passage_fields, ruling_fields
from xiangqi_server.cli.adjudication.case_lines import game_in, rule_set_named
from xiangqi_server.cli.adjudication.comparison import comparison
from xiangqi_server.cli.adjudication.explain import explained
from xiangqi_server.cli.adjudication.game_files import (
    encoding_named,
    has_json_line,
    is_json,
    note_fields,
)
from xiangqi_server.cli.adjudication.progress import Progress
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.json_lines import (
    JsonLine,
    LineError,
    read_lines,
    text_field,
    write_error,
    write_line,
)
from xiangqi_server.cli.whole_numbers import whole_number
from xiangqi_server.game.records.any_format import Games, kind_of, read_records
from xiangqi_server.game.records.record import MAX_PLIES, Record, RecordCode, UnreadableRecord
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.adjudication.repetitions_in import Passage, repeated_passages
from xiangqi_server.game.rules.board.fen import FenError
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import NotationError
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import (
    DOUBTING,
    RULE_SET_NAMES,
    RuleOptions,
    UnknownRuleSet,
    counts_entry,
)
from xiangqi_server.game.rules.rulesets.base import NATURAL_LIMITS
from xiangqi_server.texts.records import tell_refusal
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

PASSAGE_AT: Final = 3
"""The occurrence of a position from which on passages of played games are listed."""


@dataclass(frozen=True, slots=True)
class AdjudicateSettings:
    """What the command was asked for.

    Fields:
        asked: the rule sets for lines that name none.
        names: None leaves it to the line or game, or to the Asian rules.
        occurrences: replaces the occurrence at which a set rules; None leaves it.
        entering: whether the move that enters a loop counts; None leaves it to the set.
        limit: the natural limit; None leaves it.
    """

    asked: tuple[str, ...] | None
    occurrences: int | None
    explain: bool
    language: Language
    cautious: bool = False
    nine_rounds: bool = False
    encoding: str | None = None
    entering: bool | None = None
    limit: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The rule sets where nothing else names any."""
        return self.asked or ("axf",)

    @property
    def passage_at(self) -> int:
        """How often some position of a passage stood, at least."""
        return self.occurrences or PASSAGE_AT

    def terms(self, name: str) -> RuleOptions:
        """The terms of a rule set for a line."""
        return self._asked(options_of_set(name, None))

    def terms_of(self, record: Record) -> dict[str, RuleOptions]:
        """By name: the rule sets for a game; its own, where it tells them and none is asked for.

        The game's own set judges as it judged the game, and another one as passages are judged.
        """
        agreed = rules_told(record.tags)
        names = self.names if self.asked or agreed is None else (agreed.name,)
        terms = {name: self._asked(options_of_set(name, agreed)) for name in names}
        own = None if agreed is None else agreed.name
        at = self.passage_at
        return {name: of if name == own else of._replace(rule_at=at) for name, of in terms.items()}

    def _asked(self, terms: RuleOptions) -> RuleOptions:
        """The terms with what the command was asked for."""
        entering = terms.entering if self.entering is None else self.entering
        return terms._replace(
            rule_at=self.occurrences,
            always=terms.always and not self.cautious,
            every_doubt=self.explain,
            nine_rounds=terms.nine_rounds or (self.nine_rounds and terms.name in DOUBTING),
            entering=counts_entry(terms.name, entering),
            natural_limit=terms.natural_limit if self.limit is None else self.limit,
        )


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "adjudicate", help="rule on repeated play (JSON lines or game files in, rulings out)"
    )
    parser.add_argument(
        "--rules",
        type=_rule_sets,
        metavar="NAME[,NAME]",
        help=f"rule sets ({', '.join(RULE_SET_NAMES)}); axf or, of a PGN written here, its own "
        "if left out; a line's own ruleset goes first",
    )
    parser.add_argument(
        "--occurrences",
        type=whole_number(2),
        metavar="N",
        help="rule at the Nth occurrence of a position instead of the rule set's own",
    )
    parser.add_argument(
        "--entering",
        action=argparse.BooleanOptionalAction,
        help="count the move that enters a repetition (or not); cxa counts it if left out",
    )
    parser.add_argument(
        "--limit",
        type=int,
        choices=NATURAL_LIMITS,
        help="moves of each side without a capture that draw (60 if left out; 0: none)",
    )
    parser.add_argument(
        "--explain", action="store_true", help="draw the board and a table of the cycle"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the texts")
    parser.add_argument(
        "--cautious", action="store_true", help="draw where an arbiter would have to decide"
    )
    parser.add_argument(
        "--nine-rounds",
        action="store_true",
        help="under cxa, nine rounds of checks, kills and chases lose without a repetition",
    )
    parser.add_argument(
        "--encoding",
        type=encoding_named,
        metavar="NAME",
        help="of the words of a game file, instead of the one that they look like",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, help="JSON lines or a game file; standard input if left out"
    )


def run(args: argparse.Namespace) -> int:
    """Answer every line or game of the file or of standard input."""
    settings = AdjudicateSettings(
        args.rules,
        args.occurrences,
        args.explain,
        args.language,
        args.cautious,
        args.nine_rounds,
        args.encoding,
        args.entering,
        args.limit,
    )
    path: Path | None = args.file
    if path is None:
        return _answer_all(cast("BufferedReader", sys.stdin.buffer), settings, Progress.none())
    try:
        stream = path.open("rb")
        size = path.stat().st_size
    except OSError as error:
        print(f"xiangqi-server adjudicate: {path}: {error.strerror}", file=sys.stderr)
        return ExitCode.UNUSABLE
    with (
        stream,
        Progress.on_terminal(size)
        if sys.stderr.isatty()
        else nullcontext(Progress.none()) as progress,
    ):
        return _answer_all(stream, settings, progress)


def _rule_sets(text: str) -> tuple[str, ...]:
    try:
        return tuple(rule_set_named(label) for label in text.split(","))
    except UnknownRuleSet as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _answer_all(
    stream: BufferedReader, settings: AdjudicateSettings, progress: Progress
) -> ExitCode:
    """Tell by the first bytes what it is, and answer."""
    head = stream.peek()
    kind = kind_of(head, settings.encoding)
    if is_json(head) or (kind.format is None and has_json_line(head)):
        for line in read_lines(stream):
            _answer_line(line, settings)
            progress.reached(stream)
        return ExitCode.DONE
    if kind.format is None:
        return _refuse_format(kind.name)
    lines = progress.counted(stream)
    return _answer_games(read_records(lines, kind.format, settings.encoding), settings)


def _answer_games(games: Games, settings: AdjudicateSettings) -> ExitCode:
    """Answer every game; a file from which none can be read has failed."""
    code = ExitCode.FAILED
    for game in games:
        if isinstance(game, Record) and not game.is_unread:
            code = ExitCode.DONE
        _answer_game(game, settings)
    return code


def _refuse_format(name: str) -> ExitCode:
    """Say in one line what the file is."""
    text = f"this is {name}, and that is not read: JSON lines and game files are"
    write_line({"line": 1, "error": {"code": RecordCode.FORMAT, "text": text}})
    return ExitCode.FAILED


def _answer_line(line: JsonLine, settings: AdjudicateSettings) -> None:
    """Answer one line, under every rule set asked for."""
    try:
        if isinstance(line.content, LineError):
            raise line.content
        game = game_in(line.content)
        rulings = {
            name: judge(game, settings.terms(name)) for name in _names_in(line.content, settings)
        }
        if settings.explain:
            _explain(line, game, rulings, settings)
        else:
            _write_answers(line.content, game, rulings, settings)
    except (LineError, FenError, NotationError, UnknownRuleSet) as error:
        write_error(line, error.code, str(error))


def _id_of(line: JsonLine) -> str:
    has_id = isinstance(line.content, dict) and "id" in line.content
    return str(cast("dict[str, object]", line.content)["id"]) if has_id else f"line {line.number}"


def _names_in(content: dict[str, object], settings: AdjudicateSettings) -> tuple[str, ...]:
    """The line's own rule set, or those of the command."""
    if "ruleset" not in content:
        return settings.names
    return (rule_set_named(text_field(content, "ruleset")),)


def _explain(
    line: JsonLine, game: Game, rulings: dict[str, Ruling | None], settings: AdjudicateSettings
) -> None:
    """Draw each ruling, and say where the rule sets differ."""
    for name, ruling in rulings.items():
        terms = settings.terms(name)
        print(explained(game, ruling, terms, settings.language, _id_of(line)))
    if len(rulings) > 1:
        print(comparison(rulings).table() + "\n")


def _write_answers(
    content: dict[str, object],
    game: Game,
    rulings: dict[str, Ruling | None],
    settings: AdjudicateSettings,
) -> None:
    """One line a rule set; the last of several tells where they differ."""
    for number, (name, ruling) in enumerate(rulings.items(), 1):
        answer = answer_to(content, game, ruling, settings.terms(name), settings.language)
        if number == len(rulings) > 1:
            answer["compared"] = comparison(rulings).record()
        write_line(answer)


def _answer_game(record: Record | UnreadableRecord, settings: AdjudicateSettings) -> None:
    """Answer one game of a file."""
    if isinstance(record, Record) and record.plies > MAX_PLIES:
        text = f"a game has at most {MAX_PLIES} plies"
        record = UnreadableRecord(RecordCode.GAME_TOO_LONG, text, record.line)
    if isinstance(record, UnreadableRecord):
        _answer_unreadable(record, settings.language)
        return
    game, own = record.game, rules_told(record.tags)
    for name, terms in settings.terms_of(record).items():
        passages = repeated_passages(game, terms, settings.passage_at)
        at_end = judge(game, terms) if own is not None and name == own.name else None
        if settings.explain:
            if at_end is not None:
                title = f"line {record.line}: {record.red} - {record.black}"
                print(explained(game, at_end, terms, settings.language, title))
            _explain_passages(record, game, passages, terms, settings)
            continue
        write_line(
            {
                "line": record.line,
                "red": record.red,
                "black": record.black,
                "result": record.result,
                "ruleset": name,
                "moves": game.ply,
                "passages": list(passage_fields(passages, settings.language)),
                **({"ruling": ruling_fields(at_end, settings.language)} if at_end else {}),
                **note_fields(record, settings.language),
            }
        )


def _answer_unreadable(record: UnreadableRecord, language: Language) -> None:
    told = tell_refusal(record.code, record.text, language)
    text = record.text if language == "en" else told
    write_line({"line": record.line, "error": {"code": record.code, "text": text}})


def _explain_passages(
    record: Record,
    game: Game,
    passages: list[Passage],
    terms: RuleOptions,
    settings: AdjudicateSettings,
) -> None:
    """Draw every repeated passage of a game at the ply that completed it."""
    for passage in passages:
        title = f"line {record.line}: {record.red} - {record.black}, ply {passage.ply}"
        then = game.back_to(passage.ply + 1)
        print(explained(then, passage.ruling, terms, settings.language, title))
