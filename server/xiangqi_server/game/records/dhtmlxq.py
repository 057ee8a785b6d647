"""DhtmlXQ, the text that forums of dpxq and messengers carry (UBB): read and written.

It consists of fields, `[DhtmlXQ_red]…[/DhtmlXQ_red]`; the name that closes one is often wrong, so a
field ends where the next mark stands. Squares are two digits: column from Red's left, and row from
Black's side. Variations have numbers, and tell of which line and before which move they branch.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from xiangqi_server.game.records.men import (
    MEN,
    NO_SQUARE,
    board_of,
    checked_start,
    from_top,
    squares_of,
)
from xiangqi_server.game.records.record import (
    UNKNOWN_RESULT,
    Note,
    NoteCode,
    Record,
    UnreadableRecord,
    quoted,
)
from xiangqi_server.game.records.results import result_told
from xiangqi_server.game.records.tree import GrowingTree, MoveNode, Spot
from xiangqi_server.game.rules.board.encoding import (
    EMPTY,
    FILES,
    RANKS,
    Board,
    Move,
    Side,
    Square,
    make_move,
    origin_of,
    side_of,
    target_of,
    uci_of,
)
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen

MARK: Final = re.compile(r"\[(/?)DhtmlXQ(?:_(\w{1,40})|iFrame)?\]", re.IGNORECASE)
_TAGS: Final = {
    "title": "Title",
    "event": "Event",
    "date": "Date",
    "place": "Site",
    "round": "Round",
    "red": "Red",
    "black": "Black",
    "open": "Opening",
    "author": "Annotator",
    "remark": "Remark",
}
_OF_TAGS: Final = {tag: name for name, tag in _TAGS.items()}
_RESULTS: Final = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和局", UNKNOWN_RESULT: "未知"}
_BRANCH: Final = re.compile(r"move_(\d{1,6})_(\d{1,6})_(\d{1,6})")
_COMMENT: Final = re.compile(r"comment(?:(\d{1,6})_)?(\d{1,6})")
_MOVE_DIGITS: Final = 4
MOST_NOTES: Final = 100


class _Branch(NamedTuple):
    """A variation: its number, the line it leaves, the ply it replaces, and its moves."""

    number: int
    parent: int
    ply: int
    digits: str


class _Line(NamedTuple):
    """A line that was read: the ply of its first spot, and its spots from there."""

    first: int
    spots: list[Spot]

    def at(self, ply: int) -> Spot | None:
        """The spot after so many plies, if the line has it."""
        index = ply - self.first
        return self.spots[index] if 0 <= index < len(self.spots) else None


def read_dhtmlxq(text: str, most: int) -> Iterator[Record | UnreadableRecord]:
    """The games of a text; what stands between them is passed over."""
    for line, fields in _games(text):
        try:
            yield _Reader(fields, line, most).read()
        except UnreadableRecord as error:
            yield error


def _games(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The fields of each game by name, with the line it begins in."""
    fields: dict[str, str] = {}
    name, begins, line, counted = "", 0, 1, 0
    for mark in MARK.finditer(text):
        closes, told = mark[1], mark[2]
        if name:
            fields.setdefault(name, text[begins : mark.start()].strip())
            name = ""
        if told and not closes:
            if told.lower() in fields and told.lower() in ("binit", "movelist"):
                yield line, fields
                fields = {}
            if not fields:
                line += text.count("\n", counted, mark.start())
                counted = mark.start()
            name, begins = told.lower(), mark.end()
        elif not told and fields:
            yield line, fields
            fields = {}
    if name:
        fields.setdefault(name, text[begins:].strip())
    if fields:
        yield line, fields


class _Reader:
    """Reads the fields of one game. Used once."""

    def __init__(self, fields: dict[str, str], line: int, most: int) -> None:
        self._fields = fields
        self._line = line
        self._notes: list[Note] = []
        digits = fields.get("movelist", "")
        board = self._board()
        position, self._start = checked_start(board, _begins(board, digits))
        self._tree = GrowingTree(position, most)
        self._lines = {0: self._played(self._tree.root, digits)}

    def read(self) -> Record:
        """The game."""
        for branch in sorted(self._branches()):
            self._grow(branch)
        self._take_comments()
        tags = {tag: self._fields[name] for name, tag in _TAGS.items() if self._fields.get(name)}
        result = self._result()
        return Record(
            tags, self._start, self._tree.root.node, result, self._line, tuple(self._notes)
        )

    def _board(self) -> Board:
        digits = self._fields.get("binit", "")
        if not digits:
            return read_fen(START_FEN).board
        pairs = [digits[at : at + 2] for at in range(0, 2 * len(MEN), 2)]
        if len(digits) != 2 * len(MEN) or not digits.isascii() or not digits.isdigit():
            self._note(NoteCode.UNKNOWN_PART, text=f"binit {digits}")
            pairs = [pair if re.fullmatch("[0-9]{2}", pair) else "99" for pair in pairs]
        board, lost = board_of([from_top(int(pair[0]), int(pair[1])) for pair in pairs])
        if lost:
            self._note(NoteCode.MEN, text=str(len(lost)))
        return board

    def _branches(self) -> Iterator[_Branch]:
        for name, digits in self._fields.items():
            if told := _BRANCH.fullmatch(name):
                parent, ply, number = map(int, told.groups())
                yield _Branch(number, parent, ply, digits)

    def _grow(self, branch: _Branch) -> None:
        parent = self._lines.get(branch.parent)
        fork = parent.at(branch.ply - 1) if parent is not None else None
        if fork is None or branch.number in self._lines:
            name = f"move_{branch.parent}_{branch.ply}_{branch.number}"
            self._note(NoteCode.VARIATION, branch.ply - 1, name)
            return
        self._lines[branch.number] = self._played(fork, branch.digits)

    def _played(self, at: Spot, digits: str) -> _Line:
        spots = [at]
        for begins in range(0, len(digits), _MOVE_DIGITS):
            word = digits[begins : begins + _MOVE_DIGITS]
            move = move_of_digits(word)
            after = self._tree.play(spots[-1], move) if move is not None else None
            if after is None:
                self._refuse(word, move, spots[-1].ply)
                break
            spots.append(after)
        return _Line(at.ply, spots)

    def _refuse(self, word: str, move: Move | None, ply: int) -> None:
        if move is None:
            self._note(NoteCode.UNREADABLE, ply, word)
        else:
            code = NoteCode.CUT if self._tree.is_full else NoteCode.ILLEGAL
            self._note(code, ply, uci_of(move))

    def _take_comments(self) -> None:
        for name, text in self._fields.items():
            told = _COMMENT.fullmatch(name)
            if told is None or not text:
                continue
            line = self._lines.get(int(told[1] or 0))
            spot = None if line is None else line.at(int(told[2]))
            if spot is None:
                self._note(NoteCode.UNKNOWN_PART, int(told[2]), f"{name}: {text}")
            else:
                spot.node.say(text.replace("||", "\n"))

    def _result(self) -> str:
        told = self._fields.get("result", "")
        result = result_told(told) if told else UNKNOWN_RESULT
        if result is None:
            self._note(NoteCode.RESULT, text=told)
        return result or UNKNOWN_RESULT

    def _note(self, code: NoteCode, ply: int = -1, text: str = "") -> None:
        if len(self._notes) < MOST_NOTES:
            self._notes.append(Note(code, self._line, ply, quoted(text)))


def move_of_digits(word: str) -> Move | None:
    """The move of four digits, if they name two squares."""
    if len(word) != _MOVE_DIGITS or not word.isascii() or not word.isdigit():
        return None
    column, row, to_column, to_row = map(int, word)
    origin, target = from_top(column, row), from_top(to_column, to_row)
    return None if NO_SQUARE in (origin, target) else make_move(origin, target)


def _begins(board: Board, digits: str) -> Side:
    """The side of the first man that moves: no field tells it."""
    move = move_of_digits(digits[:_MOVE_DIGITS])
    piece = EMPTY if move is None else board[origin_of(move)]
    return side_of(piece) if piece else Side.RED


def write_dhtmlxq(record: Record) -> str:
    """A game as such a text."""
    tags = {**record.tags, "Red": record.red, "Black": record.black}
    start = read_fen(record.start, composed=True)
    fields = {"ver": "www_dpxq_com", "binit": "".join(map(_digits, squares_of(start.board)))}
    fields |= {_OF_TAGS[tag]: value for tag, value in tags.items() if tag in _OF_TAGS and value}
    fields["result"] = _RESULTS.get(record.result, _RESULTS[UNKNOWN_RESULT])
    fields |= _lines_of(record.tree)
    lines = [f"[DhtmlXQ_{name}]{_plain(text)}[/DhtmlXQ_{name}]" for name, text in fields.items()]
    return "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""])


def _lines_of(root: MoveNode) -> dict[str, str]:
    """The line a tree goes on with, its variations by number, and what is said of them."""
    fields: dict[str, str] = {}
    comments = {"comment0": root.comment} if root.comment else {}
    waiting = deque([(root, 0, 0, 0)])
    own = 0
    while waiting:
        fork, which, parent, ply = waiting.popleft()
        node, moves, at = fork, "", ply - 1 if ply else 0
        index = which
        while len(node.next) > index:
            if index == 0:
                for other in range(1, len(node.next)):
                    waiting.append((node, other, own, at + 1))
            node = node.next[index]
            index, at = 0, at + 1
            moves += _digits(origin_of(node.move)) + _digits(target_of(node.move))
            if node.comment:
                comments[f"comment{own}_{at}" if own else f"comment{at}"] = node.comment
        fields[f"move_{parent}_{ply}_{own}" if ply else "movelist"] = moves
        own += 1
    return fields | {name: text.replace("\n", "||") for name, text in comments.items()}


def _digits(square: Square) -> str:
    if square == NO_SQUARE:
        return "99"
    rank, file = divmod(square, FILES)
    return f"{file}{RANKS - 1 - rank}"


def _plain(text: str) -> str:
    """A value in which nothing looks like a mark."""
    return MARK.sub("", text)
