"""Refusals that several topics share, in words."""

from typing import Final

from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.texts.worded import Worded

COMMON: Final[dict[RefusalCode, Worded]] = {
    CommonRefusal.BAD_MESSAGE: Worded(
        "This message could not be read.",
        "无法读懂这条消息。",
        "無法讀懂這則訊息。",
        "Không đọc được thông điệp này.",
    ),
    CommonRefusal.NOT_ALLOWED: Worded(
        "You may not do this.", "您不能这样做。", "您不能這樣做。", "Bạn không được làm việc này."
    ),
    CommonRefusal.UNAVAILABLE: Worded(
        "Server paused. Try again in a moment; nothing is done twice.",
        "服务器暂停，稍后重试，不会重复执行。",
        "伺服器暫停，稍後重試，不會重複執行。",
        "Máy chủ đang tạm dừng. Hãy thử lại sau; thao tác không bị làm hai lần.",
    ),
    CommonRefusal.LIMIT_REACHED: Worded(
        "There are too many of these already.",
        "数量已达上限。",
        "數量已達上限。",
        "Đã có quá nhiều mục loại này.",
    ),
    CommonRefusal.BANNED: Worded(
        "You may not start games for now.",
        "您暂时不能开始新的对局。",
        "您暫時不能開始新的對局。",
        "Hiện bạn không được bắt đầu ván mới.",
    ),
    CommonRefusal.NO_ACCOUNT: Worded(
        "This needs an account. Sign up or sign in first.",
        "此操作需要账号，请先注册或登录。",
        "此操作需要帳號，請先註冊或登入。",
        "Việc này cần tài khoản. Hãy đăng ký hoặc đăng nhập trước.",
    ),
    SharedRefusal.NO_SUCH_PLAYER: Worded(
        "There is no such player.",
        "没有这位棋手。",
        "沒有這位棋手。",
        "Không có kỳ thủ này.",
    ),
    CommonRefusal.NOT_YOURSELF: Worded(
        "You cannot do this to yourself.",
        "不能对自己这样做。",
        "不能對自己這樣做。",
        "Không thể tự làm việc này với chính mình.",
    ),
    CommonRefusal.EMPTY_TEXT: Worded(
        "There is nothing in this text that can be shown.",
        "这段文字没有可以显示的内容。",
        "這段文字沒有可以顯示的內容。",
        "Văn bản này không có gì hiển thị được.",
    ),
    CommonRefusal.TEXT_TOO_LONG: Worded(
        "This text is too long. Make it shorter.",
        "文字太长，请缩短。",
        "文字太長，請縮短。",
        "Văn bản quá dài. Hãy viết ngắn hơn.",
    ),
    SharedRefusal.LOBBY_FULL: Worded(
        "The list of offers is full. Take one of them, or try again later.",
        "约战列表已满，可接受其中一个，或稍后再试。",
        "約戰列表已滿，可接受其中一個，或稍後再試。",
        "Danh sách lời mời đã đầy. Hãy nhận một lời mời, hoặc thử lại sau.",
    ),
    SharedRefusal.RATING_HIDDEN: Worded(
        "This log has the rating of a player who hides it. Only that player may read it.",
        "此日志中有棋手隐藏了等级分，只有该棋手本人可以查看。",
        "此日誌中有棋手隱藏了等級分，只有該棋手本人可以查看。",
        "Nhật ký này có điểm của một kỳ thủ đã ẩn điểm. Chỉ người đó được xem.",
    ),
}
