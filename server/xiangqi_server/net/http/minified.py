"""What travels of a file: the least that says the same to a browser.

Of a module, documentation (`/** ... */` and `// ...`), indentation and the spaces around signs stay
at home: they are two fifths of what would travel. Line ends remain, so that a line has the same
number in the tree and in the browser. Of a style sheet and a table of texts, what only a
reader needs stays at home: comments and spaces. The packages for it were tried: rjsmin 1.3 loses
spaces in templates within templates, and lines lose their numbers.
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
_CODE: Final = re.compile(
    rf"""(?P<kept>
        "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | {_TEMPLATE}
      | (?:(?<=[=(,:?&|!\n])|(?<=[=(,:?&|]\ ))/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
      | (?<![\s;])//[^\n]*  # the end of another regular expression
      | /\*(?!\*).*?\*/
    )
    | /\*\*.*?\*/ | [ \t]*//[^\n]* | \n[ \t]+ | [ ]*(?P<sign>[=<>?:&|(){{}},;[\]])[ ]*""",
    re.DOTALL | re.VERBOSE,
)
_LICENCE: Final = re.compile(r"(?://[^\n]*\n)+")
_SPACE: Final = r"(?:\s|/\*.*?\*/)"
_STYLE: Final = re.compile(
    rf"""(?P<kept>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    rf"|(?:{_SPACE}|;)*(?P<end>\}}){_SPACE}*|{_SPACE}*(?P<sign>[{{;,>]){_SPACE}*"
    rf"|(?<=:){_SPACE}+|(?P<gap>{_SPACE}+)",
    re.DOTALL,
)


def minified_code(code: str) -> str:
    """Give JavaScript without documentation, indentation and spaces around signs.

    Texts are kept as they are. Two slashes begin a comment only after a space or a line's start, so
    that those at the end of a regular expression do not. Lines of them at the very beginning name a
    licence, and travel.
    """
    licence = _LICENCE.match(code)
    begins = licence.end() if licence else 0
    return code[:begins] + _CODE.sub(_code_kept, code[begins:])


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
    return match["kept"] or match["sign"] or "\n" * match[0].count("\n")


def _style_kept(match: re.Match[str]) -> str:
    return match["kept"] or match["end"] or match["sign"] or (" " if match["gap"] else "")
