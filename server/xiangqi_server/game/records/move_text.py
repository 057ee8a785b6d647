"""The text of one game as PGN has it: headers, moves, variations, comments, a result.

The text of WXF files and lists of moves are the same without headers. What cannot be read is
noted: a line of play ends before a move that is not legal, and the rest of it is passed over.
"""

import re
from itertools import islice
from typing import Final

from xiangqi_server.game.records.move_words import glued, is_squares, move_of
from xiangqi_server.game.records.record import (
    ENDS_A_LINE,
    UNKNOWN_RESULT,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
    quoted,
)
from xiangqi_server.game.records.results import result_told
from xiangqi_server.game.records.tree import GrowingTree, MoveNode, Spot
from xiangqi_server.game.rules.board.fen import START_FEN, FenError, read_fen
from xiangqi_server.game.rules.game.notation import NotationError

_TOKEN: Final = re.compile(
    r"""
    \[\s*(?P<tag>[A-Za-z]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.|"(?!\s*\]))*)"\s*\]
    | (?P<odd>\[(?:"[^"\n]*"|[^\]"\n])*(?:\]|[^\n]*))
    | (?P<brace>\{)
    | (?P<remark>;[^\n]* | ^%[^\n]*)
    | (?P<mark>\$\d+ | [!?]+)
    | (?P<number>
        [0-9０-９]+(?:[.．。、…)）]+|(?=\s|$))
        | 第[0-9０-９一二三四五六七八九十]+[回合步着着:：、.]*
        | [①-⑳⑴-⒛][.．。、]* )
    | (?P<open>[(（])
    | (?P<close>[)）])
    | (?P<result>(?:1-0|0-1|1/2-1/2|１[－-]０|０[－-]１|\*)(?=[\s{;()]|$))
    | (?P<gap>[,，、。.．…·|]+)
    | (?P<word>[^\s{}()（）\[\];,，、。…·|$]+)
    | (?P<stray>\S)
    """,
    re.MULTILINE | re.VERBOSE,
)
_ENDS: Final = re.compile(r"[{}]")
_MARKED: Final = re.compile(r"(.*?)([!?！？]+)?[+#]*([!?！？]+)?", re.DOTALL)
_NO_WORDS: Final = ("", "-", "?")
_MOST_MARKS: Final = 8
_PAIRED_BRACES: Final = 8
"""So many braces are looked at for the end of a comment that has braces in it."""
_ODD_FEN: Final = re.compile(r"\[\W*fen\b", re.IGNORECASE)
_USUAL: Final = {
    name.lower(): name
    for name in (
        *("Event", "Site", "Date", "Round", "Red", "Black", "White", "Game", "Result", "FEN"),
        *("SetUp", "Variant", "Format", "Title"),
    )
}
MOST_NOTES: Final = 100
"""So many notes of a file in which everything is odd; there are no more."""


class MoveText:
    """Goes through the tokens of one game. Used once, by `read_text`.

    Args:
        tags: what is known of the game beforehand.
        first_rank: how ranks of coordinates are counted.
    """

    def __init__(
        self, text: str, tags: dict[str, str], line: int, most: int, first_rank: int
    ) -> None:
        self._text = text
        self._line = line
        self._most = most
        self._first_rank = first_rank
        self.tags = tags
        self.notes: list[Note] = []
        self.names_squares = False
        """Whether a move that was not read names squares."""
        self._tree: GrowingTree | None = None
        self._spots: list[Spot] = []
        """The line that is being read: the start or fork, and the spot after each move."""
        self._outer: list[list[Spot]] = []
        self._is_dead: list[bool] = [False]
        self._preface = MoveNode()
        """What is said before the moves; headers may follow."""
        self._result: str | None = None
        self._counted = (0, 0)

    def read(self) -> Record:
        """The game.

        Raises:
            UnreadableRecord: its start cannot be read.
        """
        at = 0
        while token := _TOKEN.search(self._text, at):
            at = self._take(token)
            if self._result is not None and not self._outer and self._ends_behind(at):
                break
        if self._outer:
            self._note(NoteCode.VARIATION, len(self._text))
        tree = self._grown(0)
        return Record(
            self.tags,
            self.tags.get("FEN") or START_FEN,
            tree.root.node,
            self._result or self._result_of_header(),
            self._line,
            tuple(self.notes),
        )

    @property
    def plies(self) -> int:
        """How many moves of any line were read."""
        return 0 if self._tree is None else self._most - self._tree.room

    def _result_of_header(self) -> str:
        told = self.tags.get("Result", UNKNOWN_RESULT)
        result = result_told(told)
        if result is None:
            self._note(NoteCode.RESULT, 0, told)
        return result or UNKNOWN_RESULT

    def _take(self, token: re.Match[str]) -> int:
        """Take a token; where the next one may begin."""
        end = token.end()
        match token.lastgroup:
            case "value":
                self._head(token["tag"], re.sub(r"\\(.)", r"\1", token["value"]), token.start())
            case "odd":
                self._skip_header(token)
            case "brace":
                return self._comment(token.start())
            case "remark" if token[0].startswith(";"):
                self._say(token[0][1:].strip())
            case "mark":
                self._mark(token[0], token.start())
            case "number" if token[0][-1] in ")）" and self._outer:
                self._close(token.start())
            case "open":
                self._open(token.start())
            case "close":
                self._close(token.start())
            case "result":
                self._end(token[0])
            case "word":
                return self._word(token)
            case "stray":
                self._note(NoteCode.BRACE, token.start(), token[0])
        return end

    def _ends_behind(self, at: int) -> bool:
        """Whether what follows a result is no part of the game; a note says what it is."""
        rest = _TOKEN.search(self._text, at)
        while rest is not None and rest.lastgroup in ("remark", "brace", "gap", "result"):
            if rest.lastgroup == "brace":
                at = self._comment(rest.start())
            elif rest.lastgroup == "remark":
                at = self._take(rest)
            else:
                at = rest.end()
            rest = _TOKEN.search(self._text, at)
        if rest is not None:
            self._note(NoteCode.AFTER_RESULT, rest.start(), self._text[rest.start() :][:200])
        return True

    def _head(self, name: str, value: str, at: int) -> None:
        """Take a header; of two positions neither is the one to judge from."""
        if self._tree is not None or self._outer:
            self._note(NoteCode.HEADER, at, f"[{name} {value}]")
            return
        name = _USUAL.get(name.lower(), name)
        if name == "FEN" and self.tags.get(name, value) != value:
            raise self._error(RecordCode.START, "two FEN headers tell two positions", at)
        if name == "FEN" and not value.strip():
            self._note(NoteCode.HEADER, at, f'[{name} ""]')
            return
        self.tags[name] = value

    def _skip_header(self, token: re.Match[str]) -> None:
        """Skip a header that is not valid; one of the position must be read."""
        if self._tree is None and _ODD_FEN.match(token[0]):
            raise self._error(RecordCode.START, 'a header is not [Name "value"]', token.start())
        self._note(NoteCode.HEADER, token.start(), token[0])

    def _comment(self, at: int) -> int:
        """Take a comment, and say where it ends; braces in it may stand in pairs."""
        first = self._text.find("}", at)
        if first < 0:
            self._note(NoteCode.BRACE, at, self._text[at : at + 200])
            self._say(self._text[at + 1 :].strip())
            return len(self._text)
        end = first
        if "{" in self._text[at + 1 : first]:
            end = self._closing(at, first)
        self._say(self._text[at + 1 : end].strip())
        return end + 1

    def _closing(self, at: int, first: int) -> int:
        """The brace that closes a comment with braces in it: the first, unless all are paired."""
        depth = 0
        for brace in islice(_ENDS.finditer(self._text, at), _PAIRED_BRACES):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.start()
        return first

    def _say(self, text: str) -> None:
        told = " ".join(text.split())
        if self._tree is None:
            self._preface.say(told)
        elif not self._is_dead[-1]:
            self._spots[-1].node.say(told)

    def _mark(self, text: str, at: int) -> None:
        if self._is_dead[-1] or len(self._spots) < 2 or not text:
            return
        node = self._spots[-1].node
        if len(node.marks) < _MOST_MARKS:
            node.marks += (text,)
        else:
            self._note(NoteCode.UNKNOWN_PART, at, text)

    def _open(self, at: int) -> None:
        """A variation begins: it replaces the move before it."""
        fork = self._spots[-2:-1]
        if not fork and not self._is_dead[-1]:
            self._note(NoteCode.VARIATION, at)
        self._is_dead.append(self._is_dead[-1] or not fork)
        self._outer.append(self._spots)
        self._spots = fork

    def _close(self, at: int) -> None:
        if not self._outer:
            self._note(NoteCode.VARIATION, at, ")")
            return
        self._spots = self._outer.pop()
        self._is_dead.pop()

    def _end(self, result: str) -> None:
        if not self._outer:
            self._result = result_told(result)

    def _word(self, token: re.Match[str]) -> int:
        """Play the moves of a word, or take it for a result or the number of a move."""
        told = _MARKED.fullmatch(token[0])
        word, marks = (told[1], (told[2] or "") + (told[3] or "")) if told else (token[0], "")
        if not self._outer and word not in _NO_WORDS and (result := result_told(word)):
            self._result = result
            return token.end()
        for move in glued(word.rstrip(".。:：") or word):
            if not self._is_dead[-1]:
                self._play(move, token.start())
        self._mark(marks, token.start())
        return token.end()

    def _play(self, word: str, at: int) -> None:
        tree = self._grown(at)
        spot = self._spots[-1]
        try:
            move = move_of(spot.position, word, first_rank=self._first_rank)
        except NotationError as error:
            self._stop(NoteCode(error.code), at, word)
            return
        after = tree.play(spot, move)
        if after is None:
            self._stop(NoteCode.CUT if tree.is_full else NoteCode.ILLEGAL, at, word)
            return
        self._spots.append(after)

    def _stop(self, code: NoteCode, at: int, word: str) -> None:
        """Pass over the rest of a line of play."""
        self._is_dead[-1] = True
        self.names_squares |= is_squares(word) and code in ENDS_A_LINE
        self._note(code, at, word)

    def _grown(self, at: int) -> GrowingTree:
        """The tree, whose start is known once the first move or comment comes."""
        if self._tree is None:
            fen = self.tags.get("FEN")
            if not fen and self.tags.get("SetUp", "0").strip() == "1":
                raise self._error(RecordCode.START, "SetUp is 1, but no FEN tells the position", at)
            try:
                start = read_fen(fen or START_FEN, composed=True)
            except FenError as error:
                line = self._line_of(at)
                raise UnreadableRecord(error.code, error.text, line) from None
            self._tree = GrowingTree(start, self._most)
            self._spots = [self._tree.root]
            self._tree.root.node.say(self._preface.comment)
        return self._tree

    def _note(self, code: NoteCode, at: int, text: str = "") -> None:
        if len(self.notes) < MOST_NOTES:
            ply = self._spots[-1].ply if self._spots else -1
            self.notes.append(Note(code, self._line_of(at), ply, quoted(text)))

    def _line_of(self, at: int) -> int:
        """The line of a place in the text; places mostly come in order."""
        before, count = self._counted
        if at < before:
            before, count = 0, 0
        count += self._text.count("\n", before, at)
        self._counted = (at, count)
        return self._line + count

    def _error(self, code: RecordCode, text: str, at: int) -> UnreadableRecord:
        return UnreadableRecord(code, text, self._line_of(at))


def read_text(text: str, tags: dict[str, str], line: int, most: int) -> Record:
    """The game of a text; ranks are counted from 1 if more of it can be read so.

    Raises:
        UnreadableRecord: its start cannot be read.
    """
    reader = MoveText(text, dict(tags), line, most, 0)
    record = reader.read()
    if not reader.names_squares:
        return record
    again = MoveText(text, dict(tags), line, most, 1)
    other = again.read()
    if again.plies <= reader.plies:
        return record
    return Record(
        other.tags,
        other.start,
        other.tree,
        other.result,
        line,
        (Note(NoteCode.RANKS, line), *other.notes),
    )
