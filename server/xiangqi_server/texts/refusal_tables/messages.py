"""Refusals of a message before its topic has seen it, in words."""

from typing import Final

from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.refusals import MessageRefusal

MESSAGES: Final[dict[RefusalCode, Worded]] = {
    MessageRefusal.HELLO_REQUIRED: Worded(
        "Say hello first.",
        "请求须以 hello 开始。",
        "請求須以 hello 開始。",
        "Hãy gửi hello trước.",
    ),
    MessageRefusal.HELLO_REPEATED: Worded(
        "You said hello already. Open a new connection to change who you are.",
        "已经打过招呼。换身份须重新连接。",
        "已經打過招呼。換身分須重新連線。",
        "Bạn đã gửi hello. Mở kết nối mới để đổi danh tính.",
    ),
    MessageRefusal.TOKEN_REQUIRED: Worded(
        "This is about you: show a token.",
        "此内容与您本人有关，请出示令牌。",
        "此內容與您本人有關，請出示權杖。",
        "Nội dung này thuộc về bạn: hãy gửi kèm mã truy cập.",
    ),
    MessageRefusal.TOKEN_SCOPE: Worded(
        "Your token does not allow this.",
        "登录所用的令牌无此权限。",
        "登入所用的權杖無此權限。",
        "Mã truy cập đang dùng không cho phép việc này.",
    ),
    MessageRefusal.NO_SUCH_ADDRESS: Worded(
        "There is nothing at this address. /api/openapi.json lists all addresses.",
        "此地址没有内容，全部地址见 /api/openapi.json。",
        "此位址沒有內容，全部位址見 /api/openapi.json。",
        "Không có gì ở địa chỉ này. Xem các địa chỉ tại /api/openapi.json.",
    ),
    MessageRefusal.TOO_FAST: Worded(
        "Too much at once. Wait a moment and try again.",
        "操作太频繁，稍等再试。",
        "操作太頻繁，稍等再試。",
        "Quá nhiều yêu cầu. Đợi một chút rồi thử lại.",
    ),
    MessageRefusal.NOT_JOINED: Worded(
        "Join the game first.", "先进入这局棋。", "先進入這局棋。", "Hãy vào ván cờ trước."
    ),
    MessageRefusal.NOT_WATCHING: Worded(
        "Open the page of the tournament first.",
        "先打开比赛页面。",
        "先打開比賽頁面。",
        "Hãy mở trang giải trước.",
    ),
    MessageRefusal.BAD_CURSOR: Worded(
        "This page of the list is unknown. Start again from the beginning.",
        "无此分页，请从头查看。",
        "無此分頁，請從頭查看。",
        "Không có trang này. Hãy xem lại từ đầu.",
    ),
    MessageRefusal.NO_SUCH_TASK: Worded(
        "The lesson has no such task.",
        "这一课没有这道题。",
        "這一課沒有這道題。",
        "Bài học không có bài tập này.",
    ),
}
