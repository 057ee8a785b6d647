"""One message of every type that the server sends, and of every edge."""

from msgspec import convert
from msgspec.structs import replace

from tests.support.wire_samples.social import SERVER_SOCIAL
from tests.support.wire_samples.tournaments import SERVER_TOURNAMENTS
from tests.support.wire_samples.values import (
    A_GAME,
    A_LIVE_GAME,
    AFTER_CANNON_FEN,
    BLITZ,
    BY_DAYS,
    DIGEST,
    LONG_ROOM,
    ME_RANKED,
    ME_REF,
    MY_GAME,
    NOTICE_WISHES,
    NOW_MS,
    OTHER,
    OTHER_REF,
    PLAYER,
    ROOM,
    SETTINGS,
    START_FEN,
    TOKEN,
    UNTIMED,
    WHOLE_TERMS,
)
from xiangqi_server.aggregates.room.messages import CreditReason, OfferKind
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.api.views.boards import position_of
from xiangqi_server.game.lessons.judge import TaskStatus
from xiangqi_server.game.lessons.obstacles import Obstacle
from xiangqi_server.game.lessons.tasks import Goal
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.limits import MAX_PLY
from xiangqi_server.wire.parts import (
    Absence,
    ChallengeInfo,
    ChatLine,
    GameRef,
    LadderChallengeInfo,
    LadderChange,
    LadderRung,
    MarkedMove,
    MoveLine,
    OpenOffer,
    Outcome,
    OwnWait,
    PlayerRating,
    PlayerRef,
    Pool,
    RatingDay,
    ReadyCheck,
    Receipt,
    RepetitionWarning,
    Seat,
    SeekInfo,
    ShownBoard,
    SideClock,
    SpeedRating,
)
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import SideName

_HORSE = {"piece": "n", "id": "d8", "squares": ["d8", "e8"]}
_WARNING = RepetitionWarning(
    text="红车再长捉马就输。",
    occurrences=3,
    rule_at=4,
    side="red",
    cycle=["e4d4", "d8e8", "d4e4", "e8d8"],
    detail=convert(
        {
            "rule_set": "axf",
            "version": 1,
            "to_move": "black",
            "occurrences": 3,
            "left": 1,
            "bans": False,
            "sides": {
                "red": {
                    "level": "direct_chase",
                    "at_fault": True,
                    "clause": "18",
                    "losing": [
                        {
                            "move": "e4d4",
                            "piece": "R",
                            "after_reply": True,
                            "ending": "perpetual_chase",
                            "clause": "18",
                        }
                    ],
                    "banned": [],
                    "breaking": ["e4e5"],
                    "soon": [
                        {
                            "move": "d4e4",
                            "piece": "R",
                            "reason": "perpetual_chase",
                            "clause": "18",
                        }
                    ],
                    "ending": "perpetual_chase",
                    "deed": {
                        "kind": "chase",
                        "doers": [{"piece": "R", "id": "e4", "squares": ["d4", "e4"]}],
                        "victim": _HORSE,
                        "why": "false_root",
                        "root": {"piece": "a", "square": "d9"},
                        "bar": {"piece": "C", "square": "e2"},
                    },
                },
                "black": {
                    "level": "none",
                    "at_fault": False,
                    "clause": "",
                    "losing": [],
                    "banned": [],
                    "breaking": ["d8f8"],
                },
            },
            "window": [12, 15],
            "doubts": [{"reading": "joint_at_all"}, {"reading": "fewer_checks", "loser": "black"}],
            "full_reading": "red",
            "rounds": 7,
        },
        parts.WarningDetail,
    ),
)
_PLIES = [
    {
        "ply": 12,
        "side": "red",
        "move": "e4d4",
        "piece": "R",
        "kind": "chase",
        "chases": [
            {
                "attacker": {"piece": "R", "square": "d4"},
                "victim": {"piece": "n", "square": "d8"},
                "attacker_id": "e4",
                "victim_id": "d8",
                "kind": "direct",
                "why": "gains",
                "line": ["d4d8"],
            }
        ],
        "rejected": [
            {
                "attacker": {"piece": "C", "square": "d2"},
                "victim": {"piece": "n", "square": "d8"},
                "reason": "protected",
                "witness": {"piece": "a", "square": "e9"},
            }
        ],
        "article": "24.3",
        "line": ["d4d8"],
        "joint": True,
    },
    {
        "ply": 13,
        "side": "black",
        "move": "d8e8",
        "piece": "n",
        "kind": "check",
        "chases": [],
        "rejected": [],
        "checkers": [{"piece": "r", "square": "e7"}],
    },
]
_OUTCOME = Outcome(
    winner="black",
    result="black",
    ending="perpetual_chase",
    text="Đỏ thua: xe đuổi mãi một mã không được bảo vệ.",
    ruling=parts.Ruling(
        rule_set="cxa",
        version=1,
        verdict="red_loses",
        ending="perpetual_chase",
        clause="25.3",
        occurrences=4,
        winner="black",
        window=(12, 13),
        plies=convert(_PLIES, list[parts.RuledPly]),
        sides={
            "red": convert({"level": "direct_chase", "victims": [_HORSE]}, parts.SideAccount),
            "black": convert({"level": "none", "victims": []}, parts.SideAccount),
        },
        told=[parts.ToldPlies([12], "车五平六：捉。")],
    ),
)
_READY_CHECK = ReadyCheck(NOW_MS, red=True, black=False)
_NO_TIME = parts.Clock(SideClock(0, 0, None), SideClock(0, 0, None), None, None)


def a_clock(
    red_ms: int,
    black_ms: int,
    running: SideName | None = None,
    flag_at_ms: int | None = None,
    first_move_by_ms: int | None = None,
) -> parts.Clock:
    """Main times alone."""
    red, black = SideClock(red_ms, 0, None), SideClock(black_ms, 0, None)
    return parts.Clock(red, black, running, flag_at_ms, first_move_by_ms)


_START_CLOCK = a_clock(300_000, 300_000, "red", NOW_MS + 300_000, NOW_MS + 20_000)
_STOPPED = a_clock(12_345, 0)
_BYOYOMI_CLOCK = parts.Clock(
    SideClock(29_000, 2, 29_000), SideClock(30_000, 3, 30_000), "red", NOW_MS + 59_000
)
_THREE_PART_CLOCK = parts.Clock(
    SideClock(7_000, 0, 7_000), SideClock(600_000, 0, 60_000), "black", NOW_MS + 60_000
)

A_BOARD = server.Board(
    game=ROOM,
    ply=1,
    fen=" ".join(AFTER_CANNON_FEN.split()[:2]),
    last="h2e2",
    left=(598_000, 600_000),
    runs=True,
    at_ms=NOW_MS,
)

SERVER: list[tuple[str, ServerMessage]] = [
    *SERVER_SOCIAL,
    *SERVER_TOURNAMENTS,
    (
        "welcome of a new guest",
        server.Welcome(
            id="1",
            player=PLAYER,
            name="Guest kyq4",
            guest=True,
            settings=parts.Settings(),
            token=TOKEN,
            games=[],
            now_ms=NOW_MS,
            ping_ms=10_000,
            rules=["axf", "wxf"],
            server="xiangqi-server 0.1.0",
        ),
    ),
    (
        "welcome back",
        server.Welcome(
            id="1",
            player=PLAYER,
            name="山水",
            guest=False,
            settings=SETTINGS,
            token=None,
            games=[GameRef(ROOM, "red"), GameRef(LONG_ROOM, "black")],
            now_ms=NOW_MS,
            ping_ms=10_000,
            rules=["axf"],
            server="xiangqi-server 0.1.0",
        ),
    ),
    ("done", server.Done("3")),
    ("done in a room", server.Done("5", ROOM, 2, DIGEST)),
    ("refused", server.Refused("17", "too_fast", "Too many at once.")),
    ("refused in a room", server.Refused("5", "stale_ply", "棋局已变。", ROOM, 12)),
    (
        "refused for a while",
        server.Refused("5", "offer_too_soon", "Wait.", ROOM, 12, retry_ms=9_999),
    ),
    ("refused as unreadable", server.Refused(None, "bad_message", "This is not a message.")),
    ("ping without rooms", server.Ping(0, NOW_MS, None, [], 10_000)),
    ("ping with rooms", server.Ping(2**53, NOW_MS, 38, [(ROOM, 12, DIGEST)], 2_500)),
    ("bye", server.Bye(server.ByeCode.STOPPING, "服务器重启。", 1_500)),
    ("paused", server.Paused("Server paused.")),
    ("resumed", server.Resumed()),
    (
        "room that waits",
        server.Room(
            room=ROOM,
            version=1,
            digest=DIGEST,
            at_ms=NOW_MS,
            status="waiting",
            terms=UNTIMED,
            red=Seat(PLAYER, "Guest kyq4"),
            black=None,
            you=None,
            start_fen=START_FEN,
            fen=START_FEN,
            moves=[],
            check=False,
            clock=_NO_TIME,
            red_quota_ms=0,
            black_quota_ms=0,
            offers=[],
            absences=[],
            warning=None,
            outcome=None,
            spectators=0,
            behind_ms=0,
            previous=None,
            next=None,
            invited=Seat(OTHER, "弈友", guest=False),
            waits_until_ms=NOW_MS,
        ),
    ),
    (
        "room in play",
        server.Room(
            room=ROOM,
            version=4,
            digest=DIGEST,
            at_ms=NOW_MS,
            status="playing",
            terms=BLITZ,
            red=Seat(PLAYER, "Guest kyq4"),
            black=Seat(OTHER, "Guest b2c3"),
            you="black",
            start_fen=START_FEN,
            fen=AFTER_CANNON_FEN,
            moves=[MoveLine("h2e2", "C2=5", "炮二平五", Receipt(1_500, 40, 6_960))],
            check=False,
            clock=a_clock(302_000, 299_990, "black", NOW_MS + 299_990),
            red_quota_ms=4_900,
            black_quota_ms=5_000,
            offers=[OpenOffer(OfferKind.DRAW, "red", 1)],
            absences=[Absence("red", NOW_MS + 30_000)],
            warning=_WARNING,
            outcome=None,
            spectators=1_000,
            behind_ms=30_000,
            previous=LONG_ROOM,
            next=None,
        ),
    ),
    (
        "room that is over",
        server.Room(
            room=ROOM,
            version=90,
            digest=DIGEST,
            at_ms=NOW_MS,
            status="over",
            terms=WHOLE_TERMS,
            red=Seat(PLAYER, "Guest kyq4"),
            black=Seat(OTHER, "Guest b2c3"),
            you="red",
            start_fen=START_FEN,
            fen=AFTER_CANNON_FEN,
            moves=[MoveLine("h2e2", "C2=5", "炮二平五")],
            check=True,
            clock=_STOPPED,
            red_quota_ms=0,
            black_quota_ms=0,
            offers=[OpenOffer(OfferKind.REMATCH, "black", 1)],
            absences=[],
            warning=None,
            outcome=_OUTCOME,
            spectators=2,
            behind_ms=0,
            previous=None,
            next="7q9x2m4k",
        ),
    ),
    (
        "seated",
        server.Seated(ROOM, 2, DIGEST, NOW_MS, "black", Seat(OTHER, "Guest b2c3"), _START_CLOCK),
    ),
    (
        "seated in a challenge",
        server.Seated(
            ROOM, 2, DIGEST, NOW_MS, "black", Seat(OTHER, "Guest b2c3"), _STOPPED, _READY_CHECK
        ),
    ),
    ("readied", server.Readied(ROOM, 3, DIGEST, NOW_MS, "red", _STOPPED, _READY_CHECK)),
    ("readied, and both are", server.Readied(ROOM, 4, DIGEST, NOW_MS, "black", _START_CLOCK)),
    (
        "moved",
        server.Moved(
            room=ROOM,
            version=3,
            digest=DIGEST,
            at_ms=NOW_MS,
            ply=0,
            uci="h2e2",
            wxf="C2=5",
            chinese="炮二平五",
            check=False,
            spent_ms=1_334,
            compensated_ms=100,
            red_quota_ms=4_900,
            black_quota_ms=5_000,
            clock=a_clock(301_766, 300_000, "black", NOW_MS + 300_000),
        ),
    ),
    (
        "moved with check, without a clock",
        server.Moved(
            room=ROOM,
            version=10_001,
            digest=DIGEST,
            at_ms=NOW_MS,
            ply=MAX_PLY,
            uci="e0e9",
            wxf="+R+9",
            chinese="前車进九",
            check=True,
            spent_ms=86_400_001,
            compensated_ms=0,
            red_quota_ms=0,
            black_quota_ms=0,
            clock=_NO_TIME,
        ),
    ),
    (
        "took_back",
        server.TookBack(
            room=ROOM,
            version=9,
            digest=DIGEST,
            at_ms=NOW_MS,
            side="red",
            plies=2,
            fen=START_FEN,
            check=False,
            spent_ms=4_321,
            clock=_BYOYOMI_CLOCK,
        ),
    ),
    (
        "time_given",
        server.TimeGiven(ROOM, 9, DIGEST, NOW_MS, "black", 15_000, _THREE_PART_CLOCK),
    ),
    ("berserked", server.Berserked(ROOM, 9, DIGEST, NOW_MS, "red", 90_000, _THREE_PART_CLOCK)),
    ("disconnected", server.Disconnected(ROOM, 9, DIGEST, NOW_MS, "black", NOW_MS + 30_000)),
    ("reconnected", server.Reconnected(ROOM, 10, DIGEST, NOW_MS, "black")),
    (
        "time_credited",
        server.TimeCredited(
            room=ROOM,
            version=9,
            digest=DIGEST,
            at_ms=NOW_MS,
            side="red",
            ms=2_500,
            from_ms=NOW_MS - 3_000,
            to_ms=NOW_MS - 500,
            clock=_START_CLOCK,
            reason=CreditReason.FAILOVER,
        ),
    ),
    ("away_until", server.AwayUntil(ROOM, 9, DIGEST, NOW_MS, "red", NOW_MS, _START_CLOCK)),
    ("suspended", server.Suspended(ROOM, 9, DIGEST, NOW_MS, NOW_MS + 3_600_000, _START_CLOCK)),
    ("continued", server.Continued(ROOM, 12, DIGEST, NOW_MS, _START_CLOCK)),
    ("offered", server.Offered(ROOM, 25, DIGEST, NOW_MS, "red", OfferKind.DRAW, 24)),
    ("declined", server.Declined(ROOM, 26, DIGEST, NOW_MS, "black", OfferKind.DRAW)),
    ("warned", server.Warned(ROOM, 40, DIGEST, NOW_MS, _WARNING)),
    ("ended by a ruling", server.Ended(ROOM, 44, DIGEST, NOW_MS, _OUTCOME, _STOPPED)),
    (
        "ended by agreement",
        server.Ended(
            ROOM,
            44,
            DIGEST,
            NOW_MS,
            Outcome(winner=None, ending="agreement", text="双方同意和棋。", result="draw"),
            _STOPPED,
        ),
    ),
    (
        "rating_known",
        server.RatingKnown(ROOM, 2, DIGEST, NOW_MS, "black", PlayerRating(1500, provisional=True)),
    ),
    (
        "rated",
        server.Rated(
            ROOM, 49, DIGEST, NOW_MS, "red", PlayerRating(1712, provisional=False, change=-8)
        ),
    ),
    ("rematch_opened", server.RematchOpened(ROOM, 48, DIGEST, NOW_MS, "7q9x2m4k")),
    ("legal", server.Legal(ROOM, 3, 1, "h7e7 b9c7")),
    (
        "legal with marks",
        server.Legal(
            ROOM,
            41,
            36,
            "e4d4 e4e5",
            losing=[MarkedMove("e4d4", "这样走就输：红车长捉无根马。")],
            banned=[MarkedMove("e4f4", "This move is not allowed here.")],
            id="l1",
        ),
    ),
    ("premove that stands", server.Premove(ROOM, 8, "h2e2", "h2e2")),
    ("premove that is gone", server.Premove(ROOM, None, None, None)),
    (
        "premove that was dropped",
        server.Premove(ROOM, 8, "炮二平五", None, "illegal_move", "这步棋不合规则。"),
    ),
    (
        "chat",
        server.Chat(
            ROOM,
            "players",
            ChatLine(7, NOW_MS, PLAYER, "Guest kyq4", "red", "好棋 \U0001f409", None),
        ),
    ),
    (
        "chat_history",
        server.ChatHistory(
            ROOM,
            "spectators",
            [ChatLine(1, NOW_MS, OTHER, "Guest b2c3", None, "Good luck.", "good_luck")],
        ),
    ),
    (
        "log",
        server.Log(
            "39",
            ROOM,
            [parts.LogEntry(64, 1_700_000_000_000, "4k2m", "kgE=", "0f" * 32)],
            64,
        ),
    ),
    ("log, the end", server.Log("40", ROOM, [], None)),
    ("pgn", server.Pgn("37", ROOM, "wxf", '[Game "Chinese Chess"]\n\n1. C2=5 *\n')),
    ("rolled_back", server.RolledBack(ROOM, "What the board shows now counts.")),
    ("renamed", server.Renamed(ROOM, parts.PlayerRef(OTHER, "山水", guest=False))),
    (
        "presence",
        server.Presence(
            ROOM, 3, ["Guest b2c3"], red_online=True, black_online=False, bots=["Computer 3"]
        ),
    ),
    ("vacation", server.Vacation("v1", 864_000_000, None)),
    ("vacation that is on", server.Vacation("v1", 86_400_000, NOW_MS)),
    ("note", server.Note("n1", ROOM, "炮 before the horse")),
    ("offers by days, none", server.OffersByDays("o3", [], 1_500, None)),
    (
        "offers by days",
        server.OffersByDays(
            "o4",
            [
                parts.OfferInfo(
                    ROOM, OTHER_REF, "black", BY_DAYS, 1_612, 1_400, 1_800, until_ms=NOW_MS
                ),
                parts.OfferInfo(LONG_ROOM, ME_REF, "red", BY_DAYS, 1_500, None, None, NOW_MS),
            ],
            1_500,
            "MTIzOmFi",
            partial=True,
        ),
    ),
    (
        "lobby that is empty",
        server.Lobby(0, seeks=[], pools=[], your_seek=None, your_pools=[], players_online=1),
    ),
    (
        "lobby",
        server.Lobby(
            version=17,
            seeks=[
                SeekInfo(
                    "s33k",
                    OTHER,
                    "弈友",
                    BLITZ,
                    "any",
                    guest=False,
                    rating=1_612,
                    min_rating=1_400,
                    max_rating=1_800,
                ),
            ],
            pools=[Pool("5+3", BLITZ, 3, 1)],
            your_seek="s33k",
            your_pools=["5+3"],
            players_online=12,
            your_waits=[OwnWait("5+3", rated=True, since_ms=NOW_MS)],
        ),
    ),
    (
        "lobby_changed",
        server.LobbyChanged(
            version=18,
            opened=[SeekInfo("s33m", PLAYER, "Guest kyq4", UNTIMED, "red")],
            closed=["s33k"],
            waiting={"5+3": 0},
            players_online=11,
            waiting_rated={"5+3": 0},
        ),
    ),
    ("game_opened", server.GameOpened(ROOM, "red")),
    ("account", server.Account("山水", guest=False, settings=SETTINGS)),
    (
        "signed_in",
        server.SignedIn("51", PLAYER, "山水", "a" + PLAYER + "Ab-_0123456" * 4 + "Ab-_"),
    ),
    (
        "devices",
        server.Devices(
            "53",
            [
                parts.DeviceInfo("abcdefg2", "", NOW_MS, NOW_MS, this=True),
                parts.DeviceInfo("bcdefg23", "Điện thoại", NOW_MS, NOW_MS, this=False),
                parts.DeviceInfo("cdefg234", "My engine", NOW_MS, 0, this=False, scope="play"),
            ],
            recovery=True,
            security=[parts.SecurityEvent("recovery_code_created", NOW_MS)],
        ),
    ),
    ("token_created", server.TokenCreated("54", "cdefg234", TOKEN)),
    ("recovery_code", server.RecoveryCode("54", "7K2QM-9XFTA-0B4CD-WZ3HN")),
    ("recovered", server.Recovered("54", PLAYER, "山水", TOKEN, "7K2QM-9XFTA-0B4CD-WZ3HN")),
    ("name_checked, free", server.NameChecked("56", "Lan", free=True, code=None, text=None)),
    (
        "name_checked, taken",
        server.NameChecked("56", "Lan", free=False, code="name_taken", text="Taken."),
    ),
    (
        "profile",
        server.Profile(
            id="59",
            player=parts.PlayerRef(OTHER, "山水", guest=False),
            since_ms=NOW_MS,
            country="VN",
            bio="Chơi cờ buổi tối.",
            online=True,
            playing=2,
            deleted=False,
            watch=[ROOM],
            partial=True,
        ),
    ),
    (
        "profile of a deleted player",
        server.Profile(
            id="59",
            player=parts.PlayerRef(OTHER, "Deleted player", guest=False),
            since_ms=None,
            country="",
            bio="",
            online=False,
            playing=0,
            deleted=True,
        ),
    ),
    (
        "players",
        server.Players("60", [parts.PlayerRef(OTHER, "山水", guest=False)], "MDphYg"),
    ),
    ("my_data", server.MyData("61", "player", {"player": PLAYER, "name": "山水"}, ROOM)),
    (
        "bye, signed out",
        server.Bye(server.ByeCode.SIGNED_OUT, "Signed out.", 1_000),
    ),
    (
        "ratings",
        server.Ratings(
            "50",
            PLAYER,
            [
                SpeedRating(
                    Speed.BLITZ,
                    1612,
                    88,
                    provisional=False,
                    games=41,
                    last_at_ms=NOW_MS,
                    won=20,
                    drawn=9,
                    lost=12,
                    resets=[NOW_MS],
                )
            ],
            17,
        ),
    ),
    (
        "rating_history",
        server.RatingHistory("51", PLAYER, Speed.BLITZ, [RatingDay(20_000, 1612, 41)], "MTIz"),
    ),
    (
        "leaderboard",
        server.Leaderboard("52", Speed.RAPID, [ME_RANKED], you=ME_RANKED, next=None),
    ),
    ("leaderboard without oneself", server.Leaderboard("52", Speed.RAPID, [], you=None, next=None)),
    ("my_games", server.MyGames("53", [MY_GAME], next=None)),
    ("my_games, more to come", server.MyGames("53", [MY_GAME], next=20)),
    ("waiting", server.Waiting(2, [ROOM])),
    ("my_game_changed", server.MyGameChanged(MY_GAME)),
    ("games", server.Games("54", [A_GAME], "MTIz")),
    ("pgns", server.Pgns("55", "wxf", '[Game "Chinese Chess"]\n\n1. C2=5 *\n', 1, None)),
    (
        "lesson, a move refused",
        server.Lesson(
            "57",
            lesson="horse",
            task=1,
            tasks=5,
            goal=Goal.REACH,
            fen="3k5/9/9/9/9/5N3/9/9/9/4K4 w - - 0 1",
            moves="f4g6 f4e6",
            status=TaskStatus.OPEN,
            flags=["g6", "e5"],
            used=1,
            fewest=3,
            solution="e2f4 f4g6 g6e5",
            cycle="",
            last="e2f4",
            refused=Obstacle.SHAPE,
            check=None,
            ruling=None,
        ),
    ),
    (
        "line",
        server.Line(
            "60",
            fen="rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
            moves="a0a1 a0a2",
            check=None,
            occurrences=1,
            wxf=["C2=5", "H8+7", "H2+3"],
            chinese=["炮二平五", "马8进7", "马2进3"],
            flaw=None,
        ),
    ),
    (
        "judged_line",
        server.JudgedLine(
            "61",
            [
                parts.JudgedSet(
                    "axf",
                    "warned",
                    "Red must deviate.",
                    "red",
                    None,
                    [parts.MarkedMove("b2a2", "It may not be played.")],
                )
            ],
            parts.LineFlaw("fen_ranks", "A board has ten ranks.", -1),
        ),
    ),
    (
        "review",
        server.Review(
            "62",
            ROOM,
            "running",
            "full",
            None,
            "fairy-stockfish",
            quick=False,
            depth=12,
            fen=START_FEN,
            moves="h2e2h9g7",
            scores=[30, -210],
            best="h2e2h9g7",
            marks=[parts.ReviewMark(0, "mistake", 47, "h2e2h9g7")],
        ),
    ),
    (
        "review_job",
        server.ReviewJob("63", ROOM, 0, "l1", START_FEN, "h2e2h9g7", RuleTerms(), 0),
    ),
    ("review_job, nothing to do", server.ReviewJob("63", None, 3_000)),
    (
        "lesson, a cycle completed",
        server.Lesson(
            "57",
            lesson="repetition",
            task=0,
            tasks=5,
            goal=Goal.AVOID,
            fen="c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b - - 0 1",
            moves="",
            status=TaskStatus.FAILED,
            flags=[],
            used=1,
            fewest=1,
            solution="",
            cycle="h8h9 f9f8 h9h8 f8f9",
            last="h8h9",
            refused=None,
            check="black",
            ruling=parts.MarkedMove("h8h9", "Red loses."),
        ),
    ),
    ("live_games", server.LiveGames("56", [A_LIVE_GAME], None)),
    (
        "boards",
        server.Boards("57", [ShownBoard("tv:top", A_LIVE_GAME), ShownBoard("room:room1", None)]),
    ),
    ("board", A_BOARD),
    ("board of a game that is over", replace(A_BOARD, runs=False, over="red")),
    ("board of a warned game", replace(A_BOARD, last=None, left=None, runs=False, warned=True)),
    ("board_changed", server.BoardChanged(1, A_LIVE_GAME)),
    ("board_changed to nothing", server.BoardChanged(1, None)),
    (
        "live_games with positions",
        server.LiveGames("58", [replace(A_LIVE_GAME, now=position_of(A_BOARD))], None),
    ),
    (
        "ladder",
        server.LadderShown(
            "59",
            [LadderRung(1, ME_REF, challenged=True, played_at_ms=NOW_MS)],
            size=12,
            you=1,
            challenge=LadderChallengeInfo(OTHER_REF, ME_REF, NOW_MS, None),
            changes=[LadderChange(NOW_MS, "won", ME_REF, OTHER_REF, 1)],
            next="MjA",
        ),
    ),
    (
        "ladder_changed: a challenge",
        server.LadderChanged(None, 1, LadderChallengeInfo(OTHER_REF, ME_REF, NOW_MS, None)),
    ),
    (
        "ladder_changed: a place",
        server.LadderChanged(LadderChange(NOW_MS, "won", OTHER_REF, ME_REF, 1), 2, None),
    ),
    (
        "ladder that is empty",
        server.LadderShown("59", [], size=0, you=None, challenge=None, changes=[], next=None),
    ),
    (
        "notice_settings",
        server.NoticeSettings(
            "65",
            "B" * 87,
            NOTICE_WISHES,
            [parts.NoticeChannel("abcdefgh", NOW_MS, this=True)],
        ),
    ),
    ("notice_settings, off", server.NoticeSettings("65", None, parts.NoticeWishes(), [])),
    ("game that begins soon", server.GameOpened(ROOM, "black", live=True)),
    (
        "challenged",
        server.Challenged(
            ChallengeInfo(ROOM, PlayerRef(OTHER, "弈友", guest=False), "black", BLITZ, NOW_MS)
        ),
    ),
    ("challenge_over", server.ChallengeOver(ROOM)),
]
"""Name and message; names are unique."""
