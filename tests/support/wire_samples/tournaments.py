"""Messages about tournaments, one of every type and edge."""

from tests.support.wire_samples.values import (
    BLITZ,
    ME_REF,
    NOW_MS,
    OTHER,
    OTHER_REF,
    PLAYER,
    ROOM,
    WHOLE_TERMS,
)
from xiangqi_server.wire import client, parts, server
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.tournament_actions import (
    AppointArbiterAction,
    AttendAction,
    FeatureAction,
    ForbidPairAction,
    GiveByeAction,
    InvitePlayerAction,
    RemovePlayerAction,
    RoundAction,
    RuleGameAction,
    SeatAction,
    TournamentAction,
)
from xiangqi_server.wire.tournament_plan import (
    ArenaFormat,
    EntryConditions,
    KnockoutFormat,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
    TournamentPlan,
)

CUP = "cup4k2m9x7qa"
LISTED = "1cup4k2m2x7qaaab"
PLAN = TournamentPlan("晚间快棋擂台", ArenaFormat(45), BLITZ, NOW_MS)
WHOLE_PLAN = TournamentPlan(
    "n" * 60,
    ArenaFormat(720),
    WHOLE_TERMS,
    2**53,
    "Welcome.",
    EntryConditions(0, 4_000, 1_000, 3_650, bots=True),
)

ROBIN = TournamentPlan(
    "Round robin", RobinFormat(double=True, break_s=5), BLITZ, NOW_MS, ranking="cxa_robin"
)
FREE = TournamentPlan("Round robin", RobinFormat(until_ms=NOW_MS + 604_800_000), BLITZ, NOW_MS)
SWISS = TournamentPlan("Swiss", SwissFormat(20, 604_800, 1), BLITZ, NOW_MS, ranking="axf")
EVENING = TournamentPlan(
    "Club", SwissFormat(3), BLITZ, NOW_MS, at_boards=True, dates=(NOW_MS, NOW_MS + 604_800_000)
)

KNOCKOUT = TournamentPlan("Cup", KnockoutFormat(6, third_place=False), BLITZ, NOW_MS)

TEAMS = TournamentPlan("Cup", TeamRobinFormat(("East", "West"), 3, double=True), BLITZ, NOW_MS)
TEAM_ARENA = TournamentPlan("Cup", ArenaFormat(45, teams=("龙", "虎"), leaders=3), BLITZ, NOW_MS)
ACTIONS: dict[str, TournamentAction] = {
    "forbid": ForbidPairAction(PLAYER, OTHER),
    "allow": ForbidPairAction(PLAYER, OTHER, on=False),
    "bye": GiveByeAction(PLAYER),
    "rule": RuleGameAction(ROOM, PLAYER),
    "rule a draw": RuleGameAction(ROOM, None),
    "rule a forfeit": RuleGameAction(ROOM, PLAYER, "forfeit"),
    "half a bye": GiveByeAction(PLAYER, points=1, round=2),
    "appoint": AppointArbiterAction(PLAYER),
    "invite": InvitePlayerAction(PLAYER),
    "remove": RemovePlayerAction(PLAYER, on=False),
    "feature": FeatureAction(),
    "attend": AttendAction(LISTED, on=False),
    "round": RoundAction("pair"),
    "start a round": RoundAction("start", NOW_MS),
    "seat": SeatAction(1, 2, LISTED, PLAYER),
}

CLIENT_TOURNAMENTS: list[tuple[str, ClientMessage]] = [
    ("announce_tournament", client.AnnounceTournament("80", PLAN)),
    ("announce_tournament at every limit", client.AnnounceTournament("81", WHOLE_PLAN)),
    ("call_off_tournament", client.CallOffTournament("82", CUP)),
    ("tournaments", client.Tournaments("83")),
    ("tournaments, further", client.Tournaments("84", "finished", "MTIz")),
    ("watch_tournament", client.WatchTournament("85", CUP)),
    ("unwatch_tournament", client.UnwatchTournament("86")),
    ("enter_tournament", client.EnterTournament("87", CUP)),
    ("leave_tournament", client.LeaveTournament("88", CUP)),
    ("pause_tournament", client.PauseTournament("89", CUP)),
    ("return_to_tournament", client.ReturnToTournament("90", CUP)),
    ("tournament_chat", client.TournamentChat("109", CUP, f"棋 /game/{ROOM}?ply=12")),
    ("tournament_standings", client.TournamentStandings("91", CUP)),
    ("tournament_standings around", client.TournamentStandings("92", CUP, around=OTHER)),
    ("tournament_round", client.TournamentRound("94", CUP)),
    ("tournament_round, one", client.TournamentRound("95", CUP, 100)),
    ("tournament_table", client.TournamentTable("96", CUP)),
    ("announce_tournament with a password", client.AnnounceTournament("79", PLAN, "a word")),
    ("amend_tournament", client.AmendTournament("100", CUP, SWISS)),
    ("amend_tournament, a password", client.AmendTournament("100", CUP, SWISS, "a word")),
    *(
        (f"manage_tournament, {name}", client.ManageTournament("101", CUP, action))
        for name, action in ACTIONS.items()
    ),
    ("tournament_notes", client.TournamentNotes("102", CUP)),
    ("enter_tournament with a password", client.EnterTournament("103", CUP, "a word")),
    ("announce_tournament, teams", client.AnnounceTournament("104", TEAMS)),
    ("announce_tournament, an arena of teams", client.AnnounceTournament("105", TEAM_ARENA)),
    ("enter_tournament for a team", client.EnterTournament("106", CUP, team=1)),
    ("tournament_teams", client.TournamentTeams("107", CUP)),
    ("player_tournaments", client.PlayerTournaments("108", PLAYER)),
    ("player_tournaments, further", client.PlayerTournaments("109", PLAYER, "MTIz")),
    ("tournament_bracket", client.TournamentBracket("96", CUP)),
    ("announce_tournament, a knock-out", client.AnnounceTournament("99", KNOCKOUT)),
    ("announce_tournament, a robin", client.AnnounceTournament("97", ROBIN)),
    ("announce_tournament, free pairs", client.AnnounceTournament("97", FREE)),
    ("list_entrants", client.ListEntrants("110", CUP, 1, [client.ListedPerson("Nguyễn An")])),
    (
        "list_entrants at every limit",
        client.ListEntrants(
            "111",
            CUP,
            32_767,
            [client.ListedPerson("棋" * 40, 4_000, "会" * 30, "1" * 12, 19)] * 9,
        ),
    ),
    ("set_arbiter_code", client.SetArbiterCode("116", CUP)),
    ("set_arbiter_code, none", client.SetArbiterCode("116", CUP, on=False)),
    ("arbitrate", client.Arbitrate("117", CUP, "7k2q 9xft")),
    ("name_entrant", client.NameEntrant("112", CUP, LISTED, "Nguyễn Ân", "Hà Nội", "12401137")),
    ("tournament_entrants", client.TournamentEntrants("113", CUP)),
    (
        "enter_results",
        client.EnterResults(
            "114",
            CUP,
            1,
            [client.WrittenResult(1, "red"), client.WrittenResult(2, "both_absent", "draw")],
        ),
    ),
    ("offer_tournament_game", client.OfferTournamentGame("90", CUP, ROOM)),
    ("offer_tournament_game, taken back", client.OfferTournamentGame("90", CUP, ROOM, on=False)),
    ("announce_tournament, at boards", client.AnnounceTournament("115", EVENING)),
    ("announce_tournament, a swiss", client.AnnounceTournament("98", SWISS)),
    ("tournament_player", client.TournamentPlayer("93", CUP, PLAYER)),
]

INFO = parts.TournamentInfo(
    tournament=CUP,
    name="晚间快棋擂台",
    format=ArenaFormat(45),
    terms=BLITZ,
    phase="running",
    organiser=ME_REF,
    starts_ms=NOW_MS,
    ends_ms=NOW_MS + 45 * 60_000,
    entered=42,
    leaders=[OTHER_REF, ME_REF],
)
FIRST = parts.TournamentEntrant(
    rank=1,
    player=OTHER_REF,
    rating=2466,
    score=21,
    sheet="2245422",
    doubled="0001100",
    fire=True,
    performance=2510,
    status="playing",
)
ME = parts.TournamentEntrant(
    rank=2,
    player=ME_REF,
    rating=1821,
    score=0,
    sheet="",
    doubled="",
    fire=False,
    performance=None,
    status="waiting",
)
ANNOUNCED_INFO = parts.TournamentInfo(
    CUP, "Cup", ArenaFormat(5), BLITZ, "announced", ME_REF, NOW_MS, None, 0, []
)
PLAYING = parts.TournamentGame(ROOM, OTHER_REF, ME_REF, 1, 2)
RESULT = parts.TournamentResult(ME_REF, 1821, "red", "won", 4, doubled=True)

SERVER_TOURNAMENTS: list[tuple[str, ServerMessage]] = [
    ("arbiter_code", server.ArbiterCode("116", CUP, "7K2Q9XFT")),
    ("tournament_announced", server.TournamentAnnounced("80", CUP)),
    ("tournaments", server.Tournaments("83", "now", [INFO], "MTIz")),
    ("tournaments, none", server.Tournaments("84", "soon", [], None)),
    (
        "tournament",
        server.TournamentShown(
            "85",
            INFO,
            "Welcome.",
            EntryConditions(1_500),
            NOW_MS + 43 * 60_000,
            [FIRST, ME],
            [PLAYING],
            ME,
            ROOM,
            None,
        ),
    ),
    (
        "tournament announced, of a reader outside",
        server.TournamentShown(
            "86", ANNOUNCED_INFO, "", EntryConditions(), None, [], [], None, None, None
        ),
    ),
    (
        "tournament_changed",
        server.TournamentChanged(CUP, INFO, NOW_MS + 43 * 60_000, [FIRST, ME], [PLAYING]),
    ),
    ("tournament_you", server.TournamentYou(CUP, ME, ROOM, None)),
    (
        "tournament_you, free pairs",
        server.TournamentYou(
            CUP,
            ME,
            None,
            None,
            [
                parts.OpenPair(ROOM, OTHER_REF, "red", "waiting", "opponent"),
                parts.OpenPair(ROOM, OTHER_REF, "black", "away", None),
            ],
        ),
    ),
    ("tournament_offer", server.TournamentOffer(CUP, "Cup", ROOM, OTHER_REF)),
    ("tournament_offer, over", server.TournamentOffer(CUP, "Cup", ROOM, None)),
    (
        "tournament_chat",
        server.TournamentChat(CUP, parts.ChatLine(8, NOW_MS, OTHER, "An Nan", None, "好棋", None)),
    ),
    (
        "tournament_chat_history",
        server.TournamentChatHistory(
            CUP, [parts.ChatLine(7, NOW_MS, PLAYER, "Guest kyq4", None, "Hello.", None)]
        ),
    ),
    ("tournament_you, outside", server.TournamentYou(CUP, None, None, NOW_MS)),
    ("tournament_standings", server.TournamentStandings("91", CUP, 2, [FIRST, ME])),
    (
        "tournament_round",
        server.TournamentRound(
            "94",
            CUP,
            2,
            [
                parts.RoundGame(ROOM, OTHER_REF, ME_REF, 2, 0, forfeit=False),
                parts.RoundGame(None, ME_REF, OTHER_REF, None, None, forfeit=True),
            ],
            [ME_REF],
        ),
    ),
    (
        "tournament_round, a bye that was given",
        server.TournamentRound("94", CUP, 1, [], [ME_REF], [parts.GivenBye(ME_REF, 1)]),
    ),
    (
        "tournament_table",
        server.TournamentTable(
            "96",
            CUP,
            [ME],
            [
                [
                    parts.TableCell("played", 2, "red", 1, ROOM),
                    parts.TableCell("bye", None, None, 2, None),
                    parts.TableCell("bye", None, None, 1, None, given=True),
                ]
            ],
        ),
    ),
    (
        "tournament_bracket",
        server.TournamentBracket(
            "96",
            CUP,
            1,
            [
                parts.BracketMatch(
                    1,
                    1,
                    parts.BracketPlace(ME_REF, 1, 2),
                    None,
                    PLAYER,
                    over=True,
                    games=[parts.RoundGame(ROOM, OTHER_REF, ME_REF, 2, 0, forfeit=False)],
                )
            ],
        ),
    ),
    (
        "tournament_entrants",
        server.TournamentEntrants(
            "113",
            CUP,
            [
                parts.ListedEntrant(
                    1,
                    parts.PlayerRef(LISTED, "Nguyễn An", guest=False),
                    1_720,
                    "Hà Nội",
                    "12401137",
                    None,
                    "entered",
                    [parts.AskedBye(3, 1)],
                )
            ],
            None,
            1,
            arbiter=True,
        ),
    ),
    (
        "tournament_notes",
        server.TournamentNotes(
            "102",
            CUP,
            [OTHER_REF],
            [
                parts.TournamentNote(NOW_MS, ME_REF, "forbid", ME_REF, OTHER_REF, None, on=True),
                parts.TournamentNote(NOW_MS, OTHER_REF, "rule", None, None, ROOM, on=True),
                parts.TournamentNote(
                    NOW_MS,
                    OTHER_REF,
                    "rule",
                    ME_REF,
                    None,
                    ROOM,
                    on=True,
                    correction=True,
                    how="forfeit",
                ),
                parts.TournamentNote(
                    NOW_MS, ME_REF, "bye", OTHER_REF, None, None, on=True, points=1, round=2
                ),
            ],
        ),
    ),
    (
        "tournament_teams",
        server.TournamentTeams(
            "107",
            CUP,
            [parts.TeamScore(1, 1, "West", 3, 9, 2, [parts.TeamMember(ME_REF, 4)])],
            [parts.TeamMatch(1, 0, 1, 2, 4, over=True)],
        ),
    ),
    (
        "player_tournaments",
        server.PlayerTournaments(
            "108",
            PLAYER,
            [parts.TournamentPlace(CUP, "Cup", ArenaFormat(45), NOW_MS, 3, 42, 17)],
            "MTIz",
        ),
    ),
    ("tournament_player", server.TournamentPlayer("93", CUP, FIRST, [RESULT])),
]
