"""The words for a browser or a program that gets no file over plain HTTP, in its language."""

import re
from typing import Final

from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

TOO_MANY: Final = Worded(
    "Too many requests. Try again in {seconds} s.",
    "请求过于频繁，请在 {seconds} 秒后重试。",
    "請求過於頻繁，請在 {seconds} 秒後重試。",
    "Quá nhiều yêu cầu. Hãy thử lại sau {seconds} giây.",
)
BUSY: Final = Worded(
    "The server is busy at the moment. Try again in {seconds} s.",
    "服务器正忙，请在 {seconds} 秒后重试。",
    "伺服器忙碌中，請在 {seconds} 秒後重試。",
    "Máy chủ đang bận. Hãy thử lại sau {seconds} giây.",
)
NO_FILE: Final = Worded(
    "There is no such file.",
    "没有这个文件。",
    "沒有這個檔案。",
    "Không có tệp này.",
)
ONLY_READ: Final = Worded(
    "Only GET and HEAD are answered here.",
    "此处只支持 GET 和 HEAD。",
    "此處只支援 GET 和 HEAD。",
    "Ở đây chỉ nhận GET và HEAD.",
)
ONLY_SOCKETS: Final = Worded(
    "Programs open a websocket here. The page is at /",
    "此地址供程序建立 WebSocket 连接。网页在 /",
    "此位址供程式建立 WebSocket 連線。網頁在 /",
    "Đây là nơi các chương trình mở WebSocket. Trang web ở /",
)
UNREADABLE: Final = Worded(
    "This is not a request we can read.",
    "无法解读此请求。",
    "無法解讀此請求。",
    "Không đọc được yêu cầu này.",
)
TOO_LARGE: Final = Worded(
    "The headers of this request are too large.",
    "此请求的标头过大。",
    "此請求的標頭過大。",
    "Phần đầu của yêu cầu này quá lớn.",
)
WRONG_ORIGIN: Final = Worded(
    "Pages of this origin may not open a websocket here.",
    "来自此来源的网页不得在此建立 WebSocket 连接。",
    "來自此來源的網頁不得在此建立 WebSocket 連線。",
    "Trang từ nguồn này không được mở WebSocket ở đây.",
)
NO_HANDSHAKE: Final = Worded(
    "This does not open a websocket.",
    "无法以此建立 WebSocket 连接。",
    "無法以此建立 WebSocket 連線。",
    "Yêu cầu này không mở được WebSocket.",
)
CROWDED: Final = Worded(
    "Too many connections. Try again in {seconds} s.",
    "连接过多，请在 {seconds} 秒后重试。",
    "連線過多，請在 {seconds} 秒後重試。",
    "Quá nhiều kết nối. Hãy thử lại sau {seconds} giây.",
)
NO_NOTATION: Final = Worded(
    "There is no such notation. Choose one of: {known}.",
    "没有这种记谱法，可选：{known}。",
    "沒有這種記譜法，可選：{known}。",
    "Không có cách ghi nước đi này. Hãy chọn: {known}.",
)
NO_VERSION: Final = Worded(
    "This is no version of a game: a whole number, from 1 on.",
    "这不是对局的版本号：应为从 1 开始的整数。",
    "這不是對局的版本號：應為從 1 開始的整數。",
    "Đây không phải là phiên bản của ván cờ: một số nguyên, từ 1 trở lên.",
)
NO_PAGE: Final = Worded(
    "This is no page of games: a whole number, from 1 on.",
    "这不是对局的页码：应为从 1 开始的整数。",
    "這不是對局的頁碼：應為從 1 開始的整數。",
    "Đây không phải là trang ván cờ: một số nguyên, từ 1 trở lên.",
)

_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
_MAX_TAGS: Final = 16
_TAG: Final = re.compile(r"([a-z0-9*-]+)(?:[ \t]*;[ \t]*q=([01](?:\.[0-9]{0,3})?))?")


def wait_text(text: Worded, seconds: int, language: Language) -> str:
    """`TOO_MANY` or `BUSY`, with how many seconds to wait."""
    return text.in_language(language).format(seconds=seconds)


def language_asked(accepted: str) -> Language:
    """The first of our languages in an Accept-Language header, by its weights; else English."""
    tags = [_weighed(tag) for tag in accepted.lower().split(",")[:_MAX_TAGS]]
    for weight, tag in sorted(tags, key=lambda found: -found[0]):
        language = _of_tag(tag)
        if weight > 0 and language is not None:
            return language
    return "en"


def _weighed(tag: str) -> tuple[float, str]:
    """The weight of a part of the header, and its language; 0 of what is not well-formed."""
    found = _TAG.fullmatch(tag.strip())
    return (float(found[2] or 1), found[1]) if found is not None else (0.0, "")


def _of_tag(tag: str) -> Language | None:
    if tag.startswith(_TRADITIONAL):
        return "zh-Hant"
    primary = tag.partition("-")[0]
    if primary == "zh":
        return "zh-Hans"
    if primary == "vi":
        return "vi"
    return "en" if primary == "en" else None
