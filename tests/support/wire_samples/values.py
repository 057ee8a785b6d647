"""What the samples are made of."""

from xiangqi_server.aggregates.notices.news import Topic
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.wire import parts
from xiangqi_server.wire.parts import GameInfo, MoveLine, MyGame, PlayerRef, Ranked
from xiangqi_server.wire.terms import (
    ByoyomiClock,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    RuleTerms,
    ThreePartClock,
)

BLITZ = GameTerms(clock=FischerClock(main_ms=300_000, increment_ms=3_000))
WHOLE_TERMS = GameTerms(
    clock=FischerClock(main_ms=DAY_MS, increment_ms=600_000),
    rules=RuleTerms(name="club", version=1_000, forbid=True, strict=True, count=True),
    compensation=False,
    takebacks=False,
    chat=False,
    delay_ms=600_000,
)
BYOYOMI = GameTerms(clock=ByoyomiClock(main_ms=0, period_ms=600_000, periods=20))
THREE_PART = GameTerms(clock=ThreePartClock(game_ms=DAY_MS, move_ms=3_600_000, count_ms=600_000))
PER_MOVE = GameTerms(clock=PerMoveClock(move_ms=1_000))
BY_DAYS = GameTerms(clock=CorrespondenceClock(days=14))
UNTIMED = GameTerms(clock=NoClock(), rules=RuleTerms(name="wxf", version=1))

ROOM = "4k2m9x7q"
LONG_ROOM = "a" * 32
TOKEN = "g" + "Ab-_0123456" * 3 + "Ab-_012345"
PLAYER = "kyq4fg3a5gqebppp"
OTHER = "b2c3d4e5f6g7h2i3"
DIGEST = "00ff" * 16
NOW_MS = 1_795_176_000_123
START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
AFTER_CANNON_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"

NOTICE_WISHES = parts.NoticeWishes([Topic.LETTERS], 1_320, 420, 480)
SETTINGS = parts.Settings(
    language="zh-Hans",
    notation="chinese",
    board="jade",
    pieces="simplified",
    theme="dark",
    second=True,
    hints=False,
    confirm=True,
    premoves=False,
    shortcuts=True,
    sound=True,
    volume=100,
    muted=False,
)
PASSWORD = "correct horse 炮二平五"
ME_REF = PlayerRef(PLAYER, "An Nan", guest=False)
OTHER_REF = PlayerRef(OTHER, "Guest b2c3")
ME_RANKED = Ranked(1, ME_REF, 1712, 41, [1698, 1705, 1712])
MY_GAME = MyGame(
    room=ROOM,
    you="red",
    opponent=OTHER_REF,
    status="playing",
    your_turn=True,
    speed=Speed.CORRESPONDENCE,
    rated=False,
    plies=2,
    last=MoveLine("h9g7", "H8+7", "马８进７"),
    fen=START_FEN,
    left_ms=DAY_MS,
    flag_at_ms=NOW_MS + DAY_MS,
    at_ms=NOW_MS,
    clock="correspondence",
)
A_GAME = GameInfo(
    room=ROOM,
    red=ME_REF,
    black=OTHER_REF,
    red_points=1600,
    black_points=1500,
    red_change=8,
    black_change=None,
    rules="axf",
    speed=Speed.BLITZ,
    rated=True,
    opened_at_ms=NOW_MS,
    ended_at_ms=NOW_MS,
    winner="red",
    ending="resign",
    plies=41,
    opening="h2e2h9g7",
    fen=START_FEN,
    clock="byoyomi",
)
A_LIVE_GAME = GameInfo(
    room=ROOM,
    red=ME_REF,
    black=OTHER_REF,
    red_points=None,
    black_points=None,
    red_change=None,
    black_change=None,
    rules="axf",
    speed=Speed.BULLET,
    rated=False,
    opened_at_ms=NOW_MS,
    ended_at_ms=None,
    winner=None,
    ending=None,
    plies=0,
    opening="",
    fen=START_FEN,
    watchers=3,
    clock="fischer",
)
