"""What the pages on the rules show, made from the rules themselves.

Positions, legal targets and written moves of the lessons, the cases of repetition with what every
rule set says of them, and the clauses of all rule sets. The client knows no rules: it draws what
lies in these files.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge
from xiangqi_server.game.rules.adjudication.records import Record, to_record
from xiangqi_server.game.rules.board.encoding import Move, move_from_uci, origin_of, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, write_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import Notation, write_move
from xiangqi_server.game.rules.repetition.ruling import BannedMove
from xiangqi_server.game.rules.rulesets import (
    RULE_SET_NAMES,
    RuleOptions,
    current_version,
    rule_set,
)
from xiangqi_server.texts.clauses import clause_number, clauses
from xiangqi_server.texts.rulings.telling import tell_ban, tell_ruling
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.terms import Language

FOLDER: Final = Path(__file__).parents[2] / "client_js" / "src" / "pages" / "learn"
LONGEST_CASE: Final = 40
"""Plies after which a case is over also under a rule set that has nothing to say."""


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of a lesson.

    Fields:
        fen: the position; "" goes on from the step before.
        chosen: the square of the piece whose targets are shown.
        move: a move that is played first.
        replies: draw every legal move as an arrow.
    """

    fen: str = ""
    chosen: str = ""
    move: str = ""
    replies: bool = False


LESSONS: Final[dict[str, tuple[Step, ...]]] = {
    "board": (
        Step(START_FEN),
        Step("3k5/9/9/3p5/9/9/9/9/4K4/9 w", "e1"),
        Step("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "b2"),
    ),
    "general": (
        Step("3k5/9/9/3p5/9/9/9/9/4K4/9 w", "e1"),
        Step("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"),
        Step("4k4/9/9/9/4N4/9/9/9/4K4/9 w", "e5"),
    ),
    "advisor": (
        Step("3k5/9/9/3p5/9/9/9/9/4A4/4K4 w", "e1"),
        Step("3k5/9/9/3p5/9/9/9/3A5/9/4K4 w", "d2"),
    ),
    "elephant": (
        Step("3k5/9/9/3p5/9/9/9/4B4/9/4K4 w", "e2"),
        Step("3k5/9/9/9/9/9/3p5/4B4/9/4K4 w", "e2"),
        Step("3k5/9/9/3p5/9/2B6/9/9/9/4K4 w", "c4"),
    ),
    "horse": (
        Step("3k5/9/9/9/4N4/9/9/9/9/4K4 w", "e5"),
        Step("3k5/9/9/4p4/3pN4/9/9/9/9/4K4 w", "e5"),
        Step("3k5/9/3r5/9/4N4/9/9/9/9/4K4 w", "e5"),
        Step(move="e5d7"),
    ),
    "chariot": (
        Step("3k5/9/9/9/4R4/9/9/9/9/4K4 w", "e5"),
        Step("3k5/9/4n4/9/1P2R2p1/9/9/9/9/4K4 w", "e5"),
        Step(move="e5h5"),
    ),
    "cannon": (
        Step("3k5/9/9/9/4C4/9/9/9/9/4K4 w", "e5"),
        Step("3k5/9/4n4/4P4/4C2p1/9/9/9/9/4K4 w", "e5"),
        Step(move="e5e7"),
        Step("3k5/4n4/4p4/4P4/4C4/9/9/9/9/4K4 w", "e5"),
    ),
    "soldier": (
        Step("3k5/9/9/9/9/9/4P4/9/9/4K4 w", "e3"),
        Step("3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5"),
        Step("1P1k5/9/9/9/9/9/9/9/9/4K4 w", "b9"),
    ),
    "check": (
        Step("3k1a3/4a4/9/9/4n4/9/9/9/3R5/4K4 b", replies=True),
        Step("3k5/9/4N4/9/9/9/9/9/9/4K4 b", replies=True),
        Step("R2k5/1R7/9/9/9/9/9/9/9/4K4 b", replies=True),
        Step("3k5/7R1/9/9/9/9/9/9/9/4K4 b", replies=True),
    ),
    "notation": (
        Step(START_FEN),
        Step(move="h2e2"),
        Step(move="h9g7"),
        Step(move="c3c4"),
        Step(move="i9i8"),
        Step(move="h0g2"),
        Step("3k5/9/9/9/9/4R4/9/9/4R4/5K3 w", move="e4h4"),
    ),
}

CASES: Final[dict[str, str]] = {
    "one_checks": "wxf-001",
    "both_check": "fsf-16",
    "checks_and_waits": "wxf-015",
    "check_for_chase": "fsf-07",
    "unprotected": "wxf-038",
    "protected": "wxf-033",
    "horse_on_chariot": "wxf-024",
    "two_chariots": "wxf-030",
    "like_on_like": "wxf-111",
    "cannot_hit_back": "wxf-057",
    "general_chases": "wxf-072",
    "soldier_chases": "wxf-074",
    "uncovered": "wxf-076",
    "two_victims": "wxf-086",
    "two_chasers": "con-048",
    "false_protector": "wxf-090",
    "real_protector": "wxf-096",
}
"""Names of the pages' cases, and their lines in `tests/data/rules/cases.jsonl`."""


def files() -> dict[Path, str]:
    """The files as they have to be."""
    return {FOLDER / name: _text_of(value) for name, value in _made().items()}


def _made() -> dict[str, object]:
    """Every file by name, as values."""
    told = {language: {"clauses": _clauses(language)} for language in LANGUAGES}
    cases, texts = _cases()
    words = {
        f"words.{language}.json": told[language] | {"rulings": texts[language]}
        for language in LANGUAGES
    }
    lessons = {name: _lesson(steps) for name, steps in LESSONS.items()}
    sets = [_rule_set(name) for name in RULE_SET_NAMES]
    return {"lessons.json": lessons, "cases.json": {"sets": sets, "cases": cases}} | words


def _text_of(value: object) -> str:
    """The text of one file: a line an entry, so that a change can be read."""
    assert isinstance(value, dict)
    entries = (
        f"{json.dumps(name)}: {json.dumps(entry, ensure_ascii=False, separators=(',', ':'))}"
        for name, entry in value.items()
    )
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _lesson(steps: tuple[Step, ...]) -> list[Record]:
    game = Game.start()
    pictures = []
    for step in steps:
        if step.fen:
            game = Game.start(step.fen, composed=True)
        picture: Record = {}
        if step.move:
            move = move_from_uci(step.move)
            picture = {"move": _written(game, move)}
            game = game.play(move)
        pictures.append(picture | _picture(game, step))
    return pictures


def _picture(game: Game, step: Step) -> Record:
    legal = sorted(uci_of(move) for move in game.legal_moves())
    picture: Record = {"fen": write_fen(game.position).split(" ")[0]}
    if step.chosen:
        picture["chosen"] = step.chosen
        picture["targets"] = [uci[2:] for uci in legal if uci.startswith(step.chosen)]
    if step.replies:
        picture["arrows"] = legal
    if game.in_check():
        picture["check"] = game.to_move.name.lower()
    return picture


def _written(game: Game, move: Move) -> list[str]:
    """A move as squares, in WXF and in Chinese."""
    position = game.position
    return [
        uci_of(move),
        *(write_move(position, move, n) for n in (Notation.WXF, Notation.CHINESE)),
    ]


def _rule_set(name: str) -> Record:
    rules = rule_set(RuleOptions(name, current_version(name)))
    return {
        "name": name,
        "version": rules.version,
        "rule_at": rules.ruled_at.occurrence,
        "bans": rules.bans,
    }


def _clauses(language: Language) -> dict[str, list[list[str]]]:
    return {
        name: [[clause_number(name, key) or "–", text] for key, text in clauses(name, language)]
        for name in RULE_SET_NAMES
    }


def _cases() -> tuple[dict[str, Record], dict[str, dict[str, dict[str, str]]]]:
    """The cases, and the texts of their rulings by language, case and rule set."""
    lines = {row["id"]: row for row in json_lines("rules/cases.jsonl")}
    cases: dict[str, Record] = {}
    texts: dict[str, dict[str, dict[str, str]]] = {language: {} for language in LANGUAGES}
    for name, line in CASES.items():
        row = lines[line]
        moves = _extended(row["moves"], row["cycle_plies"])
        said = {rules: _said(row["fen"], moves, rules) for rules in RULE_SET_NAMES}
        shown = max(plies for facts, _ in said.values() if isinstance(plies := facts["plies"], int))
        cases[name] = {
            "source": line,
            "fen": row["fen"],
            "moves": _line(row["fen"], moves[:shown]),
            "rulings": {rules: facts for rules, (facts, _) in said.items()},
        }
        for language in LANGUAGES:
            texts[language][name] = {
                rules: told[language] for rules, (_, told) in said.items() if told
            }
    return cases, texts


def _extended(moves: list[str], cycle_plies: int) -> list[str]:
    """The line with its cycle played on, as far as any rule set may let it."""
    cycle = moves[-cycle_plies:]
    laps = (LONGEST_CASE - len(moves)) // cycle_plies
    return moves + cycle * laps


def _line(fen: str, moves: list[str]) -> list[list[str]]:
    game, written = Game.start(fen, composed=True), []
    for uci in moves:
        move = move_from_uci(uci)
        written.append(_written(game, move))
        game = game.play(move)
    return written


def _said(fen: str, moves: list[str], rules: str) -> tuple[Record, dict[Language, str]]:
    """What a rule set makes of a line: facts, and texts by language.

    `plies` is how many moves it lets be played: all of them; those up to the ruling; or those
    before a move that it bans.
    """
    terms = RuleOptions(rules, current_version(rules))
    game = Game.start(fen, composed=True)
    for ply, uci in enumerate(moves):
        move = move_from_uci(uci)
        ban = banned_moves(game, terms).get(move)
        if ban is not None:
            banned = BannedMove(move, game.board[origin_of(move)], ban.reason, ban.clause)
            position = game.position
            told = {code: tell_ban(banned, position, rules, code) for code in LANGUAGES}
            clause = clause_number(rules, ban.clause)
            return {"result": "banned", "plies": ply, "clause": clause}, told
        game = game.play(move)
        ruling = judge(game, terms)
        if ruling is not None:
            told = {code: tell_ruling(ruling, code) for code in LANGUAGES}
            clause = clause_number(rules, ruling.clause)
            facts = {"result": ruling.verdict, "plies": ply + 1, "clause": clause}
            return facts | {"deeds": _deeds(to_record(ruling))}, told
    return {"result": "none", "plies": 0}, {}


def _deeds(record: Record) -> list[list[object]]:
    """What each ply of the cycle did: its number, its kind, its chases from square to square."""
    plies = record.get("plies", [])
    assert isinstance(plies, list)
    return [
        [
            ply["ply"],
            ply["kind"],
            [chase["attacker"]["square"] + chase["victim"]["square"] for chase in ply["chases"]],
        ]
        for ply in plies
    ]
