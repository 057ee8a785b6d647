"""Why a connection is closed, or nothing can be done for a while, or a game is shorter."""

from typing import Final

from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.server import ByeCode
from xiangqi_server.wire.terms import Language

BYES: Final[dict[ByeCode, Worded]] = {
    ByeCode.STOPPING: Worded(
        "We restart the server. Your game goes on when you are back.",
        "服务器正在重启，重新连接后对局继续。",
        "伺服器正在重新啟動，重新連線後對局繼續。",
        "Máy chủ đang khởi động lại. Ván cờ tiếp tục khi bạn kết nối lại.",
    ),
    ByeCode.MOVING: Worded(
        "You are being moved to another server. Your game goes on there at once.",
        "正在把您转到另一台服务器，对局立即继续。",
        "正在把您轉到另一台伺服器，對局立即繼續。",
        "Bạn đang được chuyển sang máy chủ khác. Ván cờ tiếp tục ngay.",
    ),
    ByeCode.NO_HELLO: Worded(
        "This connection did not say hello in time and was closed.",
        "此连接迟迟没有发送 hello，已被关闭。",
        "此連線遲遲沒有傳送 hello，已被關閉。",
        "Kết nối này không gửi hello kịp và đã bị đóng.",
    ),
    ByeCode.FULL: Worded(
        "Too many people are connecting at once. Try again in a moment.",
        "同时连接的人太多，请稍后再试。",
        "同時連線的人太多，請稍後再試。",
        "Quá nhiều người kết nối cùng lúc. Hãy thử lại sau giây lát.",
    ),
    ByeCode.SIGNED_OUT: Worded(
        "This device was signed out.",
        "此设备已退出登录。",
        "此裝置已登出。",
        "Thiết bị này đã đăng xuất.",
    ),
    ByeCode.TOO_FAST: Worded(
        "This connection sent far too much and was closed.",
        "此连接发送过多，已被关闭。",
        "此連線傳送過多，已被關閉。",
        "Kết nối này gửi quá nhiều và đã bị đóng.",
    ),
}

PAUSED: Final = Worded(
    "Server paused. The clocks stand still; the game goes on by itself.",
    "服务器暂停，计时已停，稍后自动继续。",
    "伺服器暫停，計時已停，稍後自動繼續。",
    "Máy chủ tạm dừng. Đồng hồ đứng yên; ván cờ sẽ tự tiếp tục.",
)

ROLLED_BACK: Final = Worded(
    "Our storage failed and lost what was confirmed last. What the board shows counts.",
    "存储故障，最后已确认的内容丢失。请以现在棋盘所示为准。",
    "儲存故障，最後已確認的內容遺失。請以現在棋盤所示為準。",
    "Bộ lưu trữ gặp sự cố, phần đã xác nhận gần nhất bị mất. Hãy căn cứ vào bàn cờ.",
)


def bye_text(code: ByeCode, language: Language) -> str:
    """Why we close a connection."""
    return BYES[code].in_language(language)


def paused_text(language: Language) -> str:
    """That nothing can be stored at the moment."""
    return PAUSED.in_language(language)


def rolled_back_text(language: Language) -> str:
    """That the store has lost the end of a game."""
    return ROLLED_BACK.in_language(language)
