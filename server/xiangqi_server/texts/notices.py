"""What a browser shows of a notice: a title, and a line or two."""

import re
from typing import Final, Literal, NamedTuple

import msgspec

from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS, MINUTE_MS
from xiangqi_server.texts.worded import LANGUAGES, Worded
from xiangqi_server.wire.terms import Language

NoticeSort = Literal["turn", "reminder", "challenge", "taken", "letter", "event"]

MOST_LINES: Final = 3
MANY: Final = "notices"
"""The tag of a message about several things: a later one takes its place."""
MANY_PATH: Final = "/games"
NAME_CHARS: Final = 24
LEAST_TTL_S: Final = 60
WAITS_S: Final = 24 * 60 * 60
"""How long a message waits for a browser that is off, if it has no end of its own."""

TITLES: Final[dict[NoticeSort, Worded]] = {
    "turn": Worded("Your move", "轮到您走", "輪到您走", "Đến lượt bạn"),
    "reminder": Worded("Little time left", "时间不多了", "時間不多了", "Sắp hết giờ"),
    "challenge": Worded("A challenge", "收到挑战", "收到挑戰", "Lời thách đấu"),
    "taken": Worded("Your game begins", "您的对局开始了", "您的對局開始了", "Ván của bạn bắt đầu"),
    "letter": Worded("A message", "收到私信", "收到私訊", "Tin nhắn mới"),
    "event": Worded("Your event begins", "比赛即将开始", "比賽即將開始", "Giải sắp bắt đầu"),
}
LINES: Final[dict[NoticeSort, Worded]] = {
    "turn": Worded(
        "Against {name}: {left} left.",
        "对 {name}：还有{left}。",
        "對 {name}：還有{left}。",
        "Gặp {name}: còn {left}.",
    ),
    "reminder": Worded(
        "Against {name}: only {left} left.",
        "对 {name}：只剩{left}。",
        "對 {name}：只剩{left}。",
        "Gặp {name}: chỉ còn {left}.",
    ),
    "challenge": Worded(
        "{name} challenges you.", "{name} 向您挑战。", "{name} 向您挑戰。", "{name} thách đấu bạn."
    ),
    "taken": Worded(
        "{name} has taken your offer.",
        "{name} 接受了您的约战。",
        "{name} 接受了您的約戰。",
        "{name} đã nhận lời mời của bạn.",
    ),
    "letter": Worded(
        "{name} has written to you.",
        "{name} 给您写了私信。",
        "{name} 給您寫了私訊。",
        "{name} đã nhắn tin cho bạn.",
    ),
    "event": Worded(
        "{name} begins in {left}.",
        "{name} 将在{left}后开始。",
        "{name} 將在{left}後開始。",
        "{name} bắt đầu sau {left}.",
    ),
}
MORE: Final = Worded(
    "And {count} more.", "另有 {count} 项。", "另有 {count} 項。", "Và {count} mục nữa."
)
_SPANS: Final = (
    (DAY_MS, Worded("{count} days", "{count} 天", "{count} 天", "{count} ngày")),
    (HOUR_MS, Worded("{count} hours", "{count} 小时", "{count} 小時", "{count} giờ")),
    (MINUTE_MS, Worded("{count} minutes", "{count} 分钟", "{count} 分鐘", "{count} phút")),
)
_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Notice(NamedTuple):
    """One thing that a notice says.

    Fields:
        ref: what it is about: the same notice has the same one, everywhere.
        path: the page that shows it.
        name: of the player or event that it is about.
        left_ms: how much time is left; 0 where that is not said.
    """

    sort: NoticeSort
    ref: str
    path: str
    name: str
    left_ms: int = 0


class NoticeMessage(NamedTuple):
    """What is sent to a browser: what its worker reads, until when, and under which tag."""

    body: bytes
    ttl_s: int
    tag: str


def notice_message(notices: list[Notice], language: str) -> NoticeMessage:
    """A message about these, at least one; a few are named, the others counted."""
    known: Language = next((lang for lang in LANGUAGES if lang == language), "en")
    first = notices[0]
    is_one = len(notices) == 1
    lines = [_line(each, known) for each in notices[: MOST_LINES - (len(notices) > MOST_LINES)]]
    if len(notices) > len(lines):
        lines.append(MORE.in_language(known).format(count=len(notices) - len(lines)))
    tag = first.ref if is_one and _TOPIC.fullmatch(first.ref) else MANY
    shown = {
        "title": TITLES[first.sort].in_language(known),
        "body": "\n".join(lines),
        "tag": tag,
        "path": first.path if is_one else MANY_PATH,
    }
    left_s = max(each.left_ms for each in notices) // 1000 or WAITS_S
    return NoticeMessage(msgspec.json.encode(shown), max(LEAST_TTL_S, left_s), tag)


def _line(notice: Notice, language: Language) -> str:
    name = notice.name if len(notice.name) <= NAME_CHARS else f"{notice.name[: NAME_CHARS - 1]}…"
    text = LINES[notice.sort].in_language(language)
    return text.format(name=name, left=_span(notice.left_ms, language))


def _span(left_ms: int, language: Language) -> str:
    """A time in its largest unit, of which there are two at least, to the nearest of it."""
    for unit_ms, worded in _SPANS:
        if left_ms >= 2 * unit_ms or unit_ms == MINUTE_MS:
            count = max((left_ms + unit_ms // 2) // unit_ms, 2)
            return worded.in_language(language).format(count=count)
    return ""
