"""Why a browser gets no notices, in words."""

from typing import Final

from xiangqi_server.aggregates.notices.refusals import NoticeRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

NOTICES: Final[dict[RefusalCode, Worded]] = {
    NoticeRefusal.PUSH_OFF: Worded(
        "This site sends no notices to closed browsers.",
        "本站不向已关闭的浏览器发送通知。",
        "本站不向已關閉的瀏覽器傳送通知。",
        "Trang này không gửi thông báo tới trình duyệt đã đóng.",
    ),
    NoticeRefusal.BAD_SUBSCRIPTION: Worded(
        "This site sends no notices to the push service of this browser.",
        "本站不向此浏览器的推送服务发送通知。",
        "本站不向此瀏覽器的推送服務傳送通知。",
        "Trang này không gửi thông báo tới dịch vụ đẩy của trình duyệt này.",
    ),
}
