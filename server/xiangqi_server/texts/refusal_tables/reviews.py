"""Refusals of reviews, in words."""

from typing import Final

from xiangqi_server.aggregates.reviews.refusals import ReviewRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

REVIEWS: Final[dict[RefusalCode, Worded]] = {
    ReviewRefusal.NO_REVIEWER: Worded(
        "No engine of this server looks at games now.",
        "本服务器目前没有引擎分析棋局。",
        "本伺服器目前沒有引擎分析棋局。",
        "Hiện không có máy nào của máy chủ phân tích ván cờ.",
    ),
    ReviewRefusal.REVIEW_WHILE_PLAYING: Worded(
        "While you play, no engine tells you anything. Ask again after your game.",
        "对局期间引擎不提供任何信息，请在棋局结束后再查看。",
        "對局期間引擎不提供任何資訊，請在棋局結束後再查看。",
        "Khi bạn đang chơi, máy không nói gì cho bạn. Hãy xem lại sau ván cờ.",
    ),
    ReviewRefusal.TOO_MANY_REVIEWS: Worded(
        "Too many reviews are waiting. Ask again when one is done.",
        "等待中的分析太多，请待其中一项完成后再试。",
        "等待中的分析太多，請待其中一項完成後再試。",
        "Đang có quá nhiều bản phân tích chờ. Hãy thử lại khi một bản xong.",
    ),
    ReviewRefusal.REVIEW_NOT_YOURS: Worded(
        "Another program has taken this review, or nobody waits for it.",
        "此项分析已由其他程序接手，或已无人等待。",
        "此項分析已由其他程式接手，或已無人等待。",
        "Bản phân tích này đã do chương trình khác nhận, hoặc không còn ai chờ.",
    ),
}
