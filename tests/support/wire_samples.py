"""One message of every type that travels, and of every edge: nulls, limits, Chinese text."""

from server.wire import client, parts, server
from server.wire.client import ClientMessage
from server.wire.limits import CHAT_CHARS, FEATURES, MAX_PLY, MOVE_TEXT_CHARS, NAME_CHARS
from server.wire.parts import (
    Absence,
    ChatLine,
    GameRef,
    MarkedMove,
    MoveLine,
    OpenOffer,
    Outcome,
    PlayerRating,
    Pool,
    RepetitionWarning,
    Seat,
    SeekInfo,
    SideClock,
)
from server.wire.server import ServerMessage
from server.wire.terms import (
    DAY_MS,
    ByoyomiClock,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    RuleTerms,
    SideName,
    ThreePartClock,
)
from tests.support.wire_samples_social import CLIENT_SOCIAL, SERVER_SOCIAL

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

SETTINGS = parts.Settings(
    language="zh-Hans",
    notation="chinese",
    board="jade",
    pieces="simplified",
    theme="dark",
    sounds=True,
    legal_moves=False,
    confirm_moves=True,
    warn_losing=True,
    premoves=False,
)
PASSWORD = "correct horse 炮二平五"

CLIENT: list[tuple[str, ClientMessage]] = [
    *CLIENT_SOCIAL,
    ("hello of a new guest", client.Hello("1")),
    (
        "hello with everything",
        client.Hello(
            "hello_-Z9",
            token=TOKEN,
            client='棋友 1.0 "beta" \\ é \U0001f409',
            features=["premove", ""],
            language="zh-Hant",
        ),
    ),
    (
        "hello at every limit",
        client.Hello(
            "x" * 32,
            token="t" * 128,
            client="炮" * NAME_CHARS,
            features=["f" * NAME_CHARS] * FEATURES,
            language="vi",
        ),
    ),
    ("beat", client.Beat(7)),
    ("beat zero", client.Beat(0)),
    ("beat at its limit", client.Beat(2**53)),
    ("join as new", client.Join("2", ROOM)),
    ("join from the start", client.Join("2", ROOM, since=0)),
    ("join since a version", client.Join("2", ROOM, since=41)),
    ("join at every limit", client.Join("y" * 32, LONG_ROOM, since=2**53)),
    ("leave", client.Leave("3", ROOM)),
    ("sit", client.Sit("4", ROOM)),
    ("move by squares", client.Move("5", ROOM, 0, "h2e2")),
    ("move in WXF", client.Move("6", ROOM, 1, "n8+7")),
    ("move in Chinese", client.Move("7", ROOM, 2, "炮二平五")),
    ("move at every limit", client.Move("8", LONG_ROOM, MAX_PLY, "平" * MOVE_TEXT_CHARS)),
    ("resign", client.Resign("9", ROOM)),
    ("abort", client.Abort("10", ROOM)),
    ("offer a draw", client.Offer("11", ROOM, "draw", 24)),
    ("offer a rematch", client.Offer("12", ROOM, "rematch", 61)),
    ("accept", client.Accept("13", ROOM, "draw")),
    ("decline", client.Decline("14", ROOM, "rematch")),
    ("offer a takeback", client.Offer("26", ROOM, "takeback", 7)),
    ("accept an abort", client.Accept("27", ROOM, "abort")),
    ("give_time", client.GiveTime("28", ROOM)),
    ("claim the game", client.Claim("29", ROOM, "win")),
    ("claim a draw", client.Claim("30", ROOM, "draw")),
    ("premove", client.Premove("31", ROOM, 8, "h2e2")),
    ("premove at every limit", client.Premove("32", LONG_ROOM, MAX_PLY, "进" * MOVE_TEXT_CHARS)),
    ("cancel_premove", client.CancelPremove("33", ROOM)),
    ("chat", client.Chat("34", ROOM, "players", text="好棋 \U0001f409")),
    ("chat at its limit", client.Chat("35", ROOM, "spectators", text="棋" * CHAT_CHARS)),
    ("chat by a phrase", client.Chat("36", ROOM, "players", phrase="good_luck")),
    ("export", client.Export("37", ROOM)),
    ("export in Chinese", client.Export("38", ROOM, "chinese")),
    ("log", client.Log("39", ROOM)),
    ("log, the next page", client.Log("40", ROOM, 64)),
    ("watch_lobby", client.WatchLobby("15")),
    ("leave_lobby", client.LeaveLobby("16")),
    ("seek", client.Seek("17", BLITZ)),
    ("seek with everything", client.Seek("18", WHOLE_TERMS, "black")),
    ("seek without a clock", client.Seek("19", UNTIMED, "red")),
    ("seek with byo-yomi", client.Seek("39", BYOYOMI)),
    ("seek with game, move and counted time", client.Seek("40", THREE_PART)),
    ("seek with a limit for each move", client.Seek("41", PER_MOVE)),
    ("seek by days", client.Seek("42", BY_DAYS)),
    ("unseek", client.Unseek("20")),
    ("take", client.Take("21", "s33k")),
    ("match", client.Match("22", "5+3")),
    ("unmatch", client.Unmatch("23")),
    ("invite", client.Invite("24", BLITZ)),
    ("invite with a side", client.Invite("25", UNTIMED, "black")),
    ("sign_up", client.SignUp("50", "山水", PASSWORD)),
    ("sign_up at every limit", client.SignUp("50", "n" * NAME_CHARS, "p" * 128)),
    ("sign_in", client.SignIn("51", "山水", PASSWORD)),
    ("sign_in with a label", client.SignIn("51", "山水", PASSWORD, "Điện thoại")),
    ("sign_out here", client.SignOut("52")),
    ("sign_out elsewhere", client.SignOut("52", device="abcdefg2")),
    ("sign_out everywhere", client.SignOut("52", everywhere=True)),
    ("devices", client.Devices("53")),
    ("change_password", client.ChangePassword("54", PASSWORD, "another one, longer")),
    ("rename", client.Rename("55", "Nguyễn Văn Ân")),
    ("check_name", client.CheckName("56", "Lan")),
    ("set_about", client.SetAbout("57", "VN", "Chơi cờ buổi tối.")),
    ("set_about, nothing", client.SetAbout("57")),
    ("set_settings", client.SetSettings("58", SETTINGS)),
    ("set_settings, none", client.SetSettings("58", parts.Settings())),
    ("profile by id", client.Profile("59", player=OTHER)),
    ("profile by name", client.Profile("59", name="山水")),
    ("find_players", client.FindPlayers("60", "山")),
    ("find_players, further", client.FindPlayers("60", "Ngu", after="MDphYg")),
    ("my_data", client.MyData("61")),
    ("my_data, further", client.MyData("61", after=ROOM)),
    ("delete_account", client.DeleteAccount("62", PASSWORD)),
]
"""Name and message; names are unique."""

_WARNING = RepetitionWarning(
    text="红车再长捉马就输。",
    occurrences=3,
    rule_at=4,
    side="red",
    cycle=["e4d4", "d8e8", "d4e4", "e8d8"],
    detail={"side": 0, "occurrences": 3},
)
_OUTCOME = Outcome(
    winner="black",
    ending="perpetual_chase",
    text="Đỏ thua: xe đuổi mãi một mã không được bảo vệ.",
    ruling={"rule_set": "axf", "version": 1, "levels": [3, 0]},
)
_NO_TIME = parts.Clock(SideClock(0, 0, None), SideClock(0, 0, None), None, None)


def a_clock(
    red_ms: int, black_ms: int, running: SideName | None = None, flag_at_ms: int | None = None
) -> parts.Clock:
    """Main times alone."""
    red, black = SideClock(red_ms, 0, None), SideClock(black_ms, 0, None)
    return parts.Clock(red, black, running, flag_at_ms)


_START_CLOCK = a_clock(300_000, 300_000, "red", NOW_MS + 300_000)
_STOPPED = a_clock(12_345, 0)
_BYOYOMI_CLOCK = parts.Clock(
    SideClock(29_000, 2, 29_000), SideClock(30_000, 3, 30_000), "red", NOW_MS + 59_000
)
_THREE_PART_CLOCK = parts.Clock(
    SideClock(7_000, 0, 7_000), SideClock(600_000, 0, 60_000), "black", NOW_MS + 60_000
)

SERVER: list[tuple[str, ServerMessage]] = [
    *SERVER_SOCIAL,
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
            beat_ms=10_000,
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
            beat_ms=10_000,
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
    ("beat without rooms", server.Beat(0, NOW_MS, None, [])),
    ("beat with rooms", server.Beat(2**53, NOW_MS, 38, [(ROOM, 12, DIGEST)])),
    ("bye", server.Bye(server.ByeCode.STOPPING, "服务器重启。", 1_500)),
    ("paused", server.Paused("Paused by us.")),
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
            moves=[MoveLine("h2e2", "C2=5", "炮二平五")],
            check=False,
            clock=a_clock(302_000, 299_990, "black", NOW_MS + 299_990),
            red_quota_ms=4_900,
            black_quota_ms=5_000,
            offers=[OpenOffer("draw", "red", 1)],
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
            offers=[OpenOffer("rematch", "black", 1)],
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
    ("gone", server.Gone(ROOM, 9, DIGEST, NOW_MS, "black", NOW_MS + 30_000)),
    ("back", server.Back(ROOM, 10, DIGEST, NOW_MS, "black")),
    (
        "credited",
        server.Credited(
            room=ROOM,
            version=9,
            digest=DIGEST,
            at_ms=NOW_MS,
            side="red",
            ms=2_500,
            from_ms=NOW_MS - 3_000,
            to_ms=NOW_MS - 500,
            clock=_START_CLOCK,
            reason="failover",
        ),
    ),
    ("suspended", server.Suspended(ROOM, 9, DIGEST, NOW_MS, NOW_MS + 3_600_000, _START_CLOCK)),
    ("continued", server.Continued(ROOM, 12, DIGEST, NOW_MS, _START_CLOCK)),
    ("offered", server.Offered(ROOM, 25, DIGEST, NOW_MS, "red", "draw", 24)),
    ("declined", server.Declined(ROOM, 26, DIGEST, NOW_MS, "black", "draw")),
    ("warned", server.Warned(ROOM, 40, DIGEST, NOW_MS, _WARNING)),
    ("ended by a ruling", server.Ended(ROOM, 44, DIGEST, NOW_MS, _OUTCOME, _STOPPED)),
    (
        "ended by agreement",
        server.Ended(
            ROOM,
            44,
            DIGEST,
            NOW_MS,
            Outcome(winner=None, ending="agreement", text="双方同意和棋。"),
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
    ("legal", server.Legal(ROOM, 3, 1, ["h7e7", "b9c7"])),
    (
        "legal with marks",
        server.Legal(
            ROOM,
            41,
            36,
            ["e4d4", "e4e5"],
            losing=[MarkedMove("e4d4", "这样走就输：红车长捉无根马。")],
            banned=[MarkedMove("e4f4", "This move is not allowed here.")],
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
    ("renamed", server.Renamed(ROOM, parts.PlayerRef(OTHER, "山水", guest=False))),
    ("crowd", server.Crowd(ROOM, 3, ["Guest b2c3"], red_here=True, black_here=False)),
    (
        "lobby that is empty",
        server.Lobby(0, seeks=[], pools=[], your_seek=None, your_pools=[], players_here=1),
    ),
    (
        "lobby",
        server.Lobby(
            version=17,
            seeks=[SeekInfo("s33k", OTHER, "Guest b2c3", BLITZ, "any")],
            pools=[Pool("5+3", BLITZ, 1)],
            your_seek="s33k",
            your_pools=["5+3"],
            players_here=12,
        ),
    ),
    (
        "lobby_changed",
        server.LobbyChanged(
            version=18,
            opened=[SeekInfo("s33m", PLAYER, "Guest kyq4", UNTIMED, "red")],
            closed=["s33k"],
            waiting={"5+3": 0},
            players_here=11,
        ),
    ),
    ("game", server.Game(ROOM, "red")),
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
            ],
        ),
    ),
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
]
"""Name and message; names are unique."""
