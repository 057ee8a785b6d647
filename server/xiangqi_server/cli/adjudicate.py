"""`adjudicate`: rulings on repeated play, one JSON object per line in and out, or PGN in.

A line `{"id", "fen", "moves", ["ruleset"]}` is judged at the end of its moves only, under
each rule set asked for. The moves are a list of texts, or one text with gaps. A verdict is
``red_loses``, ``black_loses``, ``draw`` or ``none``: the rules on repetition, draws and
stalemate have nothing to say yet. A checkmate is no matter of adjudication: its verdict is
``none``, with ``checkmate`` as the reason.

Of several rule sets the last answer tells where they differ. Where an arbiter would have to decide,
the command gives the ruling of the full reading of the rules with its ``doubts``. A ``--cautious``
answer is what a live game gets there, a draw.

Games in PGN are answered with their repeated passages, each with our ruling on it, and with notes
on what was read otherwise than it was written. The command names a file in a format that is not
read in one line. The exit code is then 1, as it is for PGN from which no game can be read.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

from xiangqi_server.cli.adjudication.answers import answer_to, passage_fields
from xiangqi_server.cli.adjudication.case_lines import game_in, rule_set_named
from xiangqi_server.cli.adjudication.comparison import comparison
from xiangqi_server.cli.adjudication.explain import explained
from xiangqi_server.cli.adjudication.file_kinds import (
    LIST_OF_MOVES,
    has_json_line,
    is_bare_pgn,
    is_json,
    is_pgn,
    unread_format,
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
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.adjudication.repetitions_in import Passage, repeated_passages
from xiangqi_server.game.rules.board.fen import FenError
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import NotationError
from xiangqi_server.game.rules.game.pgn import PgnCode, PgnError, PgnGame, read_games
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import DOUBTING, RULE_SET_NAMES, RuleOptions, UnknownRuleSet
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

PASSAGE_AT: Final = 3
"""The occurrence of a position from which on passages of played games are listed."""


@dataclass(frozen=True, slots=True)
class AdjudicateSettings:
    """What the command was asked for.

    Fields:
        names: the rule sets for lines that name none.
        occurrences: replaces the occurrence at which a set rules; None leaves it.
    """

    names: tuple[str, ...]
    occurrences: int | None
    explain: bool
    language: Language
    cautious: bool = False
    nine_rounds: bool = False

    def terms(self, name: str) -> RuleOptions:
        """The terms of a rule set."""
        always = name in DOUBTING and not self.cautious
        return RuleOptions(
            name,
            rule_at=self.occurrences,
            always=always,
            every_doubt=self.explain,
            nine_rounds=self.nine_rounds and name in DOUBTING,
        )


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "adjudicate", help="rule on repeated play (JSON lines or PGN in, rulings out)"
    )
    parser.add_argument(
        "--rules",
        type=_rule_sets,
        default=("axf",),
        metavar="NAME[,NAME]",
        help=f"rule sets ({', '.join(RULE_SET_NAMES)}); a line's own ruleset goes first",
    )
    parser.add_argument(
        "--occurrences",
        type=whole_number(2),
        metavar="N",
        help="rule at the Nth occurrence of a position instead of the rule set's own",
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
        "file", nargs="?", type=Path, help="JSON lines or PGN; standard input if left out"
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
    if is_json(head) or (not is_pgn(head) and has_json_line(head)):
        for line in read_lines(stream):
            _answer_line(line, settings)
            progress.reached(stream)
        return ExitCode.DONE
    if not is_pgn(head):
        return _refuse_format(unread_format(head))
    return _answer_games(read_games(progress.counted(stream)), settings, is_bare=is_bare_pgn(head))


def _answer_games(
    games: Iterator[PgnGame | PgnError], settings: AdjudicateSettings, *, is_bare: bool
) -> ExitCode:
    """Answer every game; a file from which none can be read has failed.

    A list of moves that is no PGN either is refused as one. So is a file whose first game is in a
    notation that no game of it would be read in.
    """
    code = ExitCode.FAILED
    for game in games:
        if isinstance(game, PgnGame):
            code = ExitCode.DONE
        elif code is ExitCode.FAILED and game.code is PgnCode.ALGEBRAIC:
            _answer_game(game, settings)
            break
        elif code is ExitCode.FAILED and is_bare:
            return _refuse_format(LIST_OF_MOVES)
        _answer_game(game, settings)
    return code


def _refuse_format(name: str) -> ExitCode:
    """Say in one line what the file is."""
    text = f"this is {name}, and that is not read: JSON lines and PGN are"
    write_line({"line": 1, "error": {"code": "format_not_read", "text": text}})
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


def _answer_game(game: PgnGame | PgnError, settings: AdjudicateSettings) -> None:
    """Answer one game of a PGN file."""
    if isinstance(game, PgnError):
        write_line({"line": game.line, "error": {"code": game.code, "text": game.text}})
        return
    for name in settings.names:
        occurrences = settings.occurrences or PASSAGE_AT
        passages = repeated_passages(game.game, settings.terms(name), occurrences)
        if settings.explain:
            _explain_passages(game, passages, settings.terms(name), settings)
            continue
        write_line(
            {
                "line": game.line,
                "red": game.red,
                "black": game.black,
                "result": game.result,
                "ruleset": name,
                "moves": game.game.ply,
                "passages": list(passage_fields(passages, settings.language)),
                **({"notes": list(game.notes)} if game.notes else {}),
            }
        )


def _explain_passages(
    game: PgnGame, passages: list[Passage], terms: RuleOptions, settings: AdjudicateSettings
) -> None:
    """Draw every repeated passage of a game at the ply that completed it."""
    for passage in passages:
        title = f"line {game.line}: {game.red} - {game.black}, ply {passage.ply}"
        then = game.game.back_to(passage.ply + 1)
        print(explained(then, passage.ruling, terms, settings.language, title))
