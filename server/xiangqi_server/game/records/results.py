"""How a game ended, as files in many dialects say it."""

import unicodedata
from typing import Final

from xiangqi_server.game.records.record import RESULTS, UNKNOWN_RESULT

_WORDS: Final = {
    "1-0": "红胜 紅勝 红先胜 紅先勝 红方胜 紅方勝 先胜 先勝 胜 勝 1-0 1:0 2-0 红赢 黑负 黑負",
    "0-1": "黑胜 黑勝 红先负 紅先負 黑方胜 黑方勝 先负 先負 后胜 後勝 负 負 0-1 0:1 0-2 红负 紅負",
    "1/2-1/2": "和 和棋 和局 先和 红先和 紅先和 双方和 1/2-1/2 ½-½ 1/2 1-1 0.5-0.5 draw",
    UNKNOWN_RESULT: "* 未知 不明 未完 未结束 未結束 ? -",
}
_SIGNS: Final = str.maketrans({"\u2044": "/", "–": "-", "−": "-", "—": "-"})
_MEANINGS: Final = {
    unicodedata.normalize("NFKC", word).translate(_SIGNS): result
    for result, words in _WORDS.items()
    for word in words.split()
}
BY_NUMBER: Final = (UNKNOWN_RESULT, "1-0", "0-1", "1/2-1/2", "1/2-1/2")
"""The results of XQF and CBR, by their byte."""


def result_told(text: str) -> str | None:
    """The result that a text means, one of `RESULTS`, or None."""
    if text in RESULTS:
        return text
    spelled = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return _MEANINGS.get("".join(spelled.split()).lower())


def result_numbered(number: int) -> str | None:
    """The result of a byte of XQF and CBR."""
    return BY_NUMBER[number] if number < len(BY_NUMBER) else None
