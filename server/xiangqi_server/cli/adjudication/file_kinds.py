"""What a file is, told by how it begins: JSON lines, PGN, or a format that is not read.

A player who has a file of the last kind reads its name once, instead of an error for each of
its lines.
"""

import codecs
import re
from typing import Final

_BOM: Final = codecs.BOM_UTF8
_BINARY: Final = (
    (re.compile(rb"XQ[\x0a-\x1f]"), "XQF (XQStudio)"),
    (re.compile(rb"CCBridge Record\x00"), "CBR (CCBridge)"),
    (re.compile(rb"CCBridgeLibrary\x00"), "CBL (a library of CCBridge)"),
    (re.compile(rb"\xff\xfe|\xfe\xff"), "text in UTF-16"),
    (re.compile(rb"PK\x03\x04|\x1f\x8b|x[\x01\x5e\x9c\xda]|Rar!|7z\xbc\xaf|BZh"), "a packed file"),
    (re.compile(rb"\x89PNG|GIF8|\xff\xd8\xff"), "a picture"),
    (re.compile(rb"%PDF-"), "PDF"),
    (re.compile(rb"[^\x00]*\x00"), "a binary file of no format that is known"),
)
"""What files of bytes begin with, asked in this order."""

_MOVE: Final = (
    r"(?:[前中后後一二三四五1-5１-５]?[帅帥将將仕士相象马馬傌车車俥炮砲包兵卒][一二三四五六七八九1-9１-９]?"
    r"[进進退平][一二三四五六七八九1-9１-９]"
    r"|[a-i][0-9]-?[a-i][0-9]"
    r"|[a-z][1-9+\-][+\-=./][1-9])"
)
LIST_OF_MOVES: Final = "a list of moves without headers"
_TEXT: Final = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), name)
    for pattern, name in (
        (r"\[DhtmlXQ", "DhtmlXQ (UBB of dpxq)"),
        (r"<ChineseChessRecord", "CBF (XML of CCBridge)"),
        (r"^\s*FORMAT\s+WXF\b|^\s*START\s*\{", "WXF text (as playOK and XieXie write it)"),
        (r"\A\s*\(\s*;", "SGF"),
        (r"\A\s*(?:position\b|fen\s+\S+/|startpos\b)", "a position of the UCI protocol"),
        (r"\A\s*[a-z0-9]+(?:/[a-z0-9]+){9}(?:\[\])?\s+[wbr]\b", "a list of FENs"),
        (r"\A\s*\[\s*[\[{\"]", "JSON in one piece, where one object a line is read"),
        (r"\A\s*<", "XML or a web page"),
        (r"\A\s*[0-9]{8,}\s*$", "a list of moves in the digits of DhtmlXQ"),
        (rf"\A\W*(?:第?[0-9]{{1,3}}\W*|[①-⑳]\W*)?{_MOVE}", LIST_OF_MOVES),
    )
)
"""What is in the first lines of files of text, asked in this order."""

_JSON: Final = re.compile(rb'\s*(?:\{\s*["}]|$)')
_JSON_LINE: Final = re.compile(rb'^\s*\{\s*["}]', re.MULTILINE)
_PGN_HEADER: Final = re.compile(rb'^\s*\[\s*[A-Za-z]\w*\s*"', re.MULTILINE)
_NUMBERED: Final = re.compile(rb"(?:\s+|\{[^}]*\}|[;%][^\n]*\n)*[0-9]+\s*\.")


def is_json(head: bytes) -> bool:
    """Whether a file that begins so has a JSON object in each line, or nothing at all."""
    return _JSON.match(head.removeprefix(_BOM)) is not None


def has_json_line(head: bytes) -> bool:
    """Whether any of its first lines is such an object, though the first is not."""
    return _JSON_LINE.search(head) is not None


def is_pgn(head: bytes) -> bool:
    """Whether it is PGN; the headers may be missing if the moves are numbered."""
    return _PGN_HEADER.search(head.removeprefix(_BOM)) is not None or is_bare_pgn(head)


def is_bare_pgn(head: bytes) -> bool:
    """Whether it begins with numbered moves, where PGN has headers."""
    return _NUMBERED.match(head.removeprefix(_BOM)) is not None


def unread_format(head: bytes) -> str:
    """The name of the format of a file that is neither of them, for a sentence."""
    text = _decoded(head)
    return next(
        (name for start, name in _BINARY if start.match(head)),
        next(
            (name for pattern, name in _TEXT if pattern.search(text)),
            "neither JSON lines nor PGN, nor any format that is known",
        ),
    )


def _decoded(head: bytes) -> str:
    """The beginning of a text, whose last character may be cut."""
    try:
        return codecs.getincrementaldecoder("utf-8-sig")().decode(head)
    except UnicodeDecodeError:
        return head.decode("gb18030", "replace")
