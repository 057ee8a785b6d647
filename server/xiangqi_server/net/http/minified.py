"""What travels of a file: the least that says the same to a browser.

Documentation (`/** ... */` and `// ...`), line ends and spaces that say nothing stay at home: of a
module they are two fifths. A developer reads the tree, which also works as it lies.
The package rjsmin 1.3 was tried: it drops spaces of a template that stands within another one.
`tests/net/http/test_minified.py` holds that the whole client is the same program as it travels.
"""

import hashlib
import json
import posixpath
import re
from functools import lru_cache
from typing import Final

_INNER: Final = r"`(?:[^`\\]|\\.)*`"
_TEMPLATE: Final = (  # with templates, and objects that hold some, within
    rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|{_INNER}|\{{(?:[^`{{}}]|{_INNER})*\}})*\}})*`"
)
_CODE: Final = re.compile(  # most characters begin none of it, which the first line says
    rf"""(?=["'`/=<>?:&|(){{}},;[\]!*\s]) (?: (?P<kept>
        "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | {_TEMPLATE}
      | (?:(?<=[=(,:?&|!\n])|(?<=[=(,:?&|]\ ))/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
      | (?<![\s;])//[^\n]*  # the end of another regular expression
      | /\*(?!\*).*?\*/
    )
    | /\*\*.*?\*/ | [ \t]*//[^\n]* | (?P<end>\n)\s*
    | \s*(?P<sign>[=<>?:&|(){{}},;[\]!*])\s* | [ ](?P<sum>[+-])[ ](?![+-]))""",
    re.DOTALL | re.VERBOSE,
)
_LICENCE: Final = re.compile(r"(?://[^\n]*\n)+")
_SPACE: Final = r"(?:\s++|/\*(?>.*?\*/))"
"""Taken back nowhere: a comment would be tried again up to the end of each later one."""
_STYLE: Final = re.compile(
    rf"""(?=["'\s/;}}{{,>])(?:(?P<kept>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    rf"|(?:{_SPACE}|;)*+(?P<end>\}}){_SPACE}*+|{_SPACE}*+(?P<sign>[{{;,>]){_SPACE}*+"
    rf"|(?<=:){_SPACE}++|(?P<gap>{_SPACE}++))",
    re.DOTALL,
)


def minified_code(code: str) -> str:
    """Give JavaScript without documentation, indentation and space around signs.

    Texts are kept as they are. Two slashes begin a comment only after a space or a line's start, so
    that those at the end of a regular expression do not. Lines of them at the very beginning name a
    licence, and travel.
    """
    licence = _LICENCE.match(code)
    begins = licence.end() if licence else 0
    return code[:begins] + _CODE.sub(_code_kept, code[begins:]).strip()


def minified_style(style: str) -> str:
    """Give a style sheet without comments and spaces that say nothing."""
    return _STYLE.sub(_style_kept, style).strip()


@lru_cache(maxsize=1_024)
def minified(name: str, data: bytes) -> bytes:
    """Give what travels of the file `name`."""
    match posixpath.splitext(name)[1]:
        case ".js":
            return minified_code(data.decode()).encode()
        case ".css":
            return minified_style(data.decode()).encode()
        case ".json":
            return json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":")).encode()
        case _:
            return data


def way_of_minifying() -> bytes:
    """Give a mark of how files are minified, which changes with it."""
    return hashlib.sha256(f"{_CODE.pattern}{_STYLE.pattern}".encode()).digest()


def _code_kept(match: re.Match[str]) -> str:
    return match["kept"] or match["sign"] or match["sum"] or match["end"] or ""


def _style_kept(match: re.Match[str]) -> str:
    return match["kept"] or match["end"] or match["sign"] or (" " if match["gap"] else "")
