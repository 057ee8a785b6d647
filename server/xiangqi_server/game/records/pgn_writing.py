"""A game as PGN text, with its variations and comments, in any notation."""

from collections.abc import Iterable, Iterator
from typing import Final

from xiangqi_server.game.records.record import RESULTS, UNKNOWN_RESULT, Record
from xiangqi_server.game.records.tree import WrittenMove, steps
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.notation import Notation, write_move

LINE_CHARS: Final = 80
_BRACES: Final = str.maketrans("{}", "()")
_LEADING_TAGS: Final = ("Event", "Site", "Date", "Round", "Red", "Black")
_OWN_TAGS: Final = ("Game", "Result", "FEN", "SetUp", "Variant", "Format", "White")
_FORMATS: Final = {
    Notation.UCI: "UCI",
    Notation.ICCS: "ICCS",
    Notation.WXF: "WXF",
    Notation.CHINESE: "Chinese",
    Notation.CHINESE_TRAD: "Chinese",
}


def game_lines(record: Record, notation: Notation, closing: str = "") -> Iterator[str]:
    """The lines of a game without their ends, each made when it is asked for.

    What is `closing` stands before the result as a comment of its own.
    """
    start = read_fen(record.start, composed=True)
    for name, value in _written_tags(record, start, notation):
        yield f'[{name} "{_escaped(value)}"]'
    yield ""
    yield from _wrapped(_words(record, start, notation, closing))


def _written_tags(record: Record, start: Position, notation: Notation) -> Iterator[tuple[str, str]]:
    yield "Game", "Chinese Chess"
    known = {**record.tags, "Red": record.red, "Black": record.black}
    for name in _LEADING_TAGS:
        yield name, known.get(name) or "?"
    yield "Result", record.result
    for name, value in record.tags.items():
        if name not in _LEADING_TAGS and name not in _OWN_TAGS:
            yield name, value
    if start != read_fen(START_FEN):
        yield "SetUp", "1"
        yield "FEN", record.start
    yield "Format", _FORMATS[notation]


def _escaped(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())


def _words(record: Record, start: Position, notation: Notation, closing: str) -> Iterator[str]:
    """The move numbers, the moves with what is said of them, and the result."""
    black_began = start.side is Side.BLACK
    yield from _comment(record.tree.comment)
    for step in steps(record.tree, start):
        yield from _move(step, black_began, notation)
    yield from _comment(closing)
    yield record.result if record.result in RESULTS else UNKNOWN_RESULT


def _move(step: WrittenMove, black_began: bool, notation: Notation) -> Iterator[str]:
    number = (step.ply + black_began) // 2 + 1
    opening = "(" if step.opens else ""
    if step.before.side is Side.RED:
        yield f"{opening}{number}."
    elif step.is_first:
        yield f"{opening}{number}..."
    words = [write_move(step.before, step.node.move, notation), *step.node.marks]
    words += _comment(step.node.comment)
    words[-1] += ")" * step.closes
    yield from words


def _comment(text: str) -> list[str]:
    """The words of one comment with its braces; a brace within would end it."""
    return f"{{{text.translate(_BRACES)}}}".split() if text else []


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_CHARS:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
