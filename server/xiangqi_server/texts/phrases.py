"""The phrases that are said by name: readers get them in their languages."""

from typing import Final

from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language, PhraseName

PHRASES: Final[dict[PhraseName, Worded]] = {
    "hello": Worded("Hello.", "你好。", "你好。", "Xin chào."),
    "good_luck": Worded("Good luck.", "祝你好运。", "祝你好運。", "Chúc may mắn."),
    "thanks": Worded("Thank you.", "谢谢。", "謝謝。", "Cảm ơn."),
    "good_game": Worded("Good game.", "下得精彩。", "下得精彩。", "Ván cờ hay."),
    "well_played": Worded("Well played.", "好棋。", "好棋。", "Nước cờ hay."),
    "sorry": Worded("Sorry.", "抱歉。", "抱歉。", "Xin lỗi."),
    "one_moment": Worded("One moment.", "请稍等。", "請稍等。", "Đợi một chút."),
    "bye": Worded("Good-bye.", "再见。", "再見。", "Tạm biệt."),
}


def phrase_text(phrase: PhraseName, language: Language) -> str:
    """A phrase in words."""
    return PHRASES[phrase].in_language(language)
