"""What each client message needs and does, one row per type.

This is the one table that says it: a message type without a row does not pass the tests, and no
client can send it. The gateway holds every message against its row.

* The **role** is the least one that may send it; `NEW` stands for the greeting, which may come only
  once. All else, as the turn to move, is checked by the room.
* The **scope** is the least one of a token that may send it. A program that came in by a token
  created for it may look, or play as well. It never sees to the account or reads its messages.
* The **cost** says which bucket it is counted against besides the one of all messages. **Each**
  item of a list may cost as much.
* What **starts a game** is kept from a banned player: it leads, at once or by another
  player's answer, to a game that has not begun. Running games may be finished.
* What **asks for a game** is counted by the game: a game is made of it later. The other messages
  that start a game need no count of their own. The game was counted when it was asked for, or is
  counted as its room is opened, or belongs to a tournament.
* What **says words** is kept from a mute or banned player: other players read what the sender has
  written.
* What **stores its sender** leaves something of them behind. A guest is not stored by coming, so it
  is stored before such a message is handled.
* What **holds the next** changes what a connection sees: nothing it sends after it is handled
  before it sees that.
* What is **for bots** may be sent by an account that is a bot: no player is paired with one without
  having chosen to play it. All that is not for them starts a game, so it is held against the store.
* The **repeat** says how a copy of it is taken.
* What it **adds** to the store is counted by the address of its sender.
* By **http** it may be asked at plain addresses as well.
"""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.api.policy_row import NO, YES, Policy, Repeat, Role, Route, When, act, look
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.api.store_costs import (
    ACCOUNT,
    EVENT,
    KEPT_SMALL,
    ON_BOTH_SIDES,
    REVIEW,
    ROOM,
    USUAL,
    VACATION,
    WORDS,
)
from xiangqi_server.wire import client, server
from xiangqi_server.wire.client import ClientMessage

MESSAGE, JOIN, START = Charge
READ, PLAY, OWN = Scope
SPECTATOR, SEATED = Role.SPECTATOR, Role.SEATED

_REMATCH: Final = When("what", "rematch")
_ACCEPTS: Final = When("accept", value=True)
_IN_GAME: Final = act(scope=PLAY, cost=MESSAGE, role=SEATED, adds=EVENT, starts_game=NO)
"""What a player does in a game that goes on."""
_OWN_LIST: Final = act(scope=PLAY, cost=MESSAGE, adds=KEPT_SMALL, starts_game=NO, stores_sender=YES)
"""What changes a list of the sender's own, or leaves one."""
_SEEKS: Final = act(
    scope=PLAY,
    cost=START,
    adds=ROOM,
    starts_game=YES,
    asks_for_game=YES,
    stores_sender=YES,
    repeat=Repeat.KNOWN_FURTHER_ON,
)
"""What finds an opponent among strangers."""
_OPENS: Final = act(
    scope=PLAY,
    cost=START,
    adds=ROOM,
    starts_game=YES,
    stores_sender=YES,
    for_bots=YES,
    repeat=Repeat.KNOWN_FURTHER_ON,
)
"""What opens a room for somebody to come."""
_GAMES: Final = (
    "/api/games?player&opponent&result&rules&speed&rated&opening&moves&from_ms&to_ms"
    "&tournament&after"
)

POLICY: Final[Mapping[type[ClientMessage], Policy]] = {
    # The connection.
    client.Hello: look(scope=READ, cost=MESSAGE, role=Role.NEW, holds_next=YES),
    client.Pong: look(scope=READ, cost=MESSAGE),
    # Rooms.
    client.Join: look(
        Route("game", "/api/game/{room}", server.Room, "A game as it stands"),
        Route(
            "game_stream",
            "/api/game/{room}/stream?version=since",
            server.Room,
            "A game from a version on, line by line, until it is over",
            is_stream=YES,
        ),
        scope=READ,
        cost=JOIN,
        holds_next=YES,
    ),
    client.Leave: look(scope=READ, cost=MESSAGE, role=SPECTATOR),
    client.Sit: act(
        scope=PLAY,
        cost=MESSAGE,
        role=SPECTATOR,
        adds=ROOM,
        starts_game=YES,
        stores_sender=YES,
        for_bots=YES,
    ),
    client.Ready: act(scope=PLAY, cost=MESSAGE, adds=KEPT_SMALL, starts_game=NO),
    client.Move: _IN_GAME,
    client.Resign: _IN_GAME,
    client.Abort: _IN_GAME,
    client.Offer: act(
        scope=PLAY,
        cost=MESSAGE,
        role=SEATED,
        adds=EVENT,
        starts_game=_REMATCH,
        asks_for_game=YES,
        for_bots=YES,
    ),
    client.Accept: act(
        scope=PLAY, cost=MESSAGE, role=SEATED, adds=EVENT, starts_game=_REMATCH, for_bots=YES
    ),
    client.Decline: _IN_GAME,
    client.GiveTime: _IN_GAME,
    client.Berserk: _IN_GAME,
    client.Claim: _IN_GAME,
    client.Premove: act(
        scope=PLAY, cost=MESSAGE, role=SEATED, adds=EVENT, starts_game=NO, repeat=Repeat.ALWAYS_NEW
    ),
    client.CancelPremove: _IN_GAME,
    client.Chat: act(
        scope=PLAY, cost=MESSAGE, role=SPECTATOR, adds=EVENT, starts_game=NO, says_words=YES
    ),
    client.Legal: look(scope=PLAY, cost=JOIN, role=SEATED),
    client.Note: look(scope=PLAY, cost=JOIN, role=SEATED),
    client.SetNote: act(scope=PLAY, cost=JOIN, role=SEATED, adds=EVENT, starts_game=NO),
    client.Export: look(scope=READ, cost=START, role=SPECTATOR),
    client.Log: look(scope=READ, cost=START, role=SPECTATOR),
    client.Invite: _OPENS,
    client.Challenge: _OPENS,
    client.AcceptChallenge: act(
        scope=PLAY, cost=MESSAGE, adds=ROOM, starts_game=YES, stores_sender=YES, for_bots=YES
    ),
    client.DeclineChallenge: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    client.WithdrawChallenge: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    client.OfferByDays: act(
        scope=PLAY,
        cost=START,
        adds=ROOM,
        starts_game=YES,
        stores_sender=YES,
        repeat=Repeat.KNOWN_FURTHER_ON,
    ),
    client.OffersByDays: look(scope=READ, cost=JOIN),
    # The lobby.
    client.WatchLobby: look(scope=READ, cost=JOIN, holds_next=YES),
    client.LeaveLobby: look(scope=READ, cost=MESSAGE),
    client.Seek: _SEEKS,
    client.Unseek: _OWN_LIST,
    client.AcceptSeek: _SEEKS,
    client.Queue: _SEEKS,
    client.Unqueue: _OWN_LIST,
    # Other people.
    client.Friend: _OWN_LIST,
    client.Unfriend: _OWN_LIST,
    client.Ignore: _OWN_LIST,
    client.Unignore: _OWN_LIST,
    client.PlayerList: look(scope=READ, cost=JOIN),
    client.SendMessage: act(
        scope=OWN,
        cost=START,
        adds=ON_BOTH_SIDES,
        starts_game=NO,
        says_words=YES,
        repeat=Repeat.KNOWN_FURTHER_ON,
    ),
    client.Conversations: look(scope=OWN, cost=JOIN),
    client.Conversation: look(scope=OWN, cost=JOIN),
    client.MarkRead: act(scope=OWN, cost=MESSAGE, adds=KEPT_SMALL, starts_game=NO),
    client.DeleteConversation: act(scope=OWN, cost=MESSAGE, adds=KEPT_SMALL, starts_game=NO),
    client.Report: act(scope=PLAY, cost=START, adds=EVENT, starts_game=NO, stores_sender=YES),
    # Operators.
    client.Moderation: look(scope=OWN, cost=JOIN),
    client.FairPlay: look(scope=OWN, cost=START),
    client.Moderate: act(scope=OWN, cost=MESSAGE, adds=USUAL, starts_game=NO, says_words=YES),
    client.CloseReport: act(scope=OWN, cost=MESSAGE, adds=EVENT, starts_game=NO),
    client.News: look(scope=READ, cost=JOIN),
    client.PostNews: act(scope=OWN, cost=MESSAGE, adds=USUAL, starts_game=NO, says_words=YES),
    client.WithdrawNews: act(scope=OWN, cost=MESSAGE, adds=USUAL, starts_game=NO),
    # Games and lessons.
    client.Games: look(
        Route("games", _GAMES, server.Games, "Games that are over"), scope=READ, cost=JOIN
    ),
    client.ExportGames: look(scope=READ, cost=START),
    client.LiveGames: look(
        Route(
            "live_games",
            "/api/live?order&speed&after",
            server.LiveGames,
            "Games that are being played",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.WatchBoards: look(
        Route("tv", "/api/tv", server.Boards, "What is on each channel of the TV"),
        Route(
            "boards",
            "/api/boards?boards",
            server.Boards,
            "Which game each board shows, and how it stands if you named no room",
        ),
        Route(
            "boards_stream",
            "/api/boards/stream?boards",
            server.Boards,
            "The same and what becomes of them, line by line",
            is_stream=YES,
        ),
        scope=READ,
        cost=JOIN,
        each="boards",
        holds_next=YES,
    ),
    client.LeaveBoards: look(scope=READ, cost=MESSAGE),
    client.Lesson: look(scope=READ, cost=JOIN),
    client.Feed: look(
        Route("feed", "/api/feed?since&game", server.Feed, "Games that have begun and ended"),
        scope=READ,
        cost=JOIN,
    ),
    client.Line: look(
        Route("line", "/api/line?fen&moves", server.Line, "A position after some moves"),
        scope=READ,
        cost=JOIN,
    ),
    client.JudgeLine: look(
        Route(
            "ruling",
            "/api/ruling?fen&moves&rules&occurrences&entering&limit&terms",
            server.JudgedLine,
            "What rule sets say at the end of a line",
        ),
        scope=READ,
        cost=START,
    ),
    client.Review: look(
        Route(
            "review",
            "/api/review/{room}",
            server.Review,
            "What an engine said of a game that is over",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.AskReview: act(scope=PLAY, cost=START, adds=REVIEW, starts_game=NO, stores_sender=YES),
    client.TakeReview: act(
        scope=PLAY, cost=MESSAGE, adds=EVENT, starts_game=NO, repeat=Repeat.ALWAYS_NEW
    ),
    client.GiveReview: act(scope=PLAY, cost=MESSAGE, adds=EVENT, starts_game=NO),
    # Players and how strong they are.
    client.Profile: look(
        Route("player_by_name", "/api/player?name", server.Profile, "A player, by name"),
        Route("player", "/api/player/{player}", server.Profile, "A player"),
        scope=READ,
        cost=JOIN,
    ),
    client.Ratings: look(
        Route("ratings", "/api/player/{player}/ratings", server.Ratings, "How strong a player is"),
        scope=READ,
        cost=JOIN,
    ),
    client.RatingHistory: look(
        Route(
            "rating_history",
            "/api/player/{player}/history/{speed}?after",
            server.RatingHistory,
            "How a rating went, day by day",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.FindPlayers: look(
        Route(
            "find_players",
            "/api/players?prefix&after&country&words",
            server.Players,
            "Players by the beginning of their names, by country, or by words",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.Leaderboard: look(
        Route(
            "leaderboard",
            "/api/leaderboard/{speed}?after",
            server.Leaderboard,
            "The strongest players of a speed",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.LadderPage: look(
        Route("ladder", "/api/ladder?after", server.LadderShown, "The ladder from the top"),
        scope=READ,
        cost=JOIN,
    ),
    client.JoinLadder: act(scope=PLAY, cost=START, adds=USUAL, starts_game=YES),
    client.LeaveLadder: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    client.LadderChallenge: act(
        scope=PLAY,
        cost=START,
        adds=ROOM,
        starts_game=YES,
        asks_for_game=YES,
        repeat=Repeat.KNOWN_FURTHER_ON,
    ),
    client.LadderAnswer: act(
        scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=_ACCEPTS, for_bots=YES
    ),
    client.LadderWithdraw: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    # Notices outside of the page.
    client.NoticeSettings: look(scope=OWN, cost=JOIN),
    client.SubscribeNotices: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.UnsubscribeNotices: act(scope=OWN, cost=MESSAGE, adds=KEPT_SMALL, starts_game=NO),
    client.SetNotices: act(
        scope=OWN, cost=JOIN, adds=KEPT_SMALL, starts_game=NO, stores_sender=YES
    ),
    # Tournaments.
    client.Tournaments: look(
        Route("tournaments", "/api/tournaments?of&after", server.Tournaments, "Tournaments"),
        scope=READ,
        cost=JOIN,
    ),
    client.WatchTournament: look(
        Route(
            "tournament",
            "/api/tournament/{tournament}",
            server.TournamentShown,
            "A tournament as it stands",
        ),
        scope=READ,
        cost=JOIN,
        holds_next=YES,
    ),
    client.UnwatchTournament: look(scope=READ, cost=MESSAGE),
    client.TournamentStandings: look(
        Route(
            "tournament_standings",
            "/api/tournament/{tournament}/standings?rank&around",
            server.TournamentStandings,
            "A page of the standings",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.TournamentRound: look(
        Route(
            "tournament_round",
            "/api/tournament/{tournament}/round?round",
            server.TournamentRound,
            "A round, the latest if none is named",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.TournamentEntrants: look(
        Route(
            "tournament_entrants",
            "/api/tournament/{tournament}/entrants?after",
            server.TournamentEntrants,
            "The entrants of a tournament by number",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.TournamentTable: look(
        Route(
            "tournament_table",
            "/api/tournament/{tournament}/table",
            server.TournamentTable,
            "Who has played whom",
        ),
        scope=READ,
        cost=START,
    ),
    client.TournamentBracket: look(
        Route(
            "tournament_bracket",
            "/api/tournament/{tournament}/bracket",
            server.TournamentBracket,
            "The matches of a knock-out",
        ),
        scope=READ,
        cost=START,
    ),
    client.TournamentTeams: look(
        Route(
            "tournament_teams",
            "/api/tournament/{tournament}/teams",
            server.TournamentTeams,
            "The teams in their order",
        ),
        scope=READ,
        cost=START,
    ),
    client.TournamentNotes: look(
        Route(
            "tournament_notes",
            "/api/tournament/{tournament}/notes?after",
            server.TournamentNotes,
            "What organisers and arbiters have done",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.TournamentPlayer: look(
        Route(
            "tournament_player",
            "/api/tournament/{tournament}/player/{player}",
            server.TournamentPlayer,
            "What a player has done in a tournament",
        ),
        scope=READ,
        cost=JOIN,
    ),
    client.PlayerTournaments: look(scope=READ, cost=JOIN),
    client.AnnounceTournament: act(
        scope=PLAY,
        cost=START,
        adds=ACCOUNT,
        starts_game=NO,
        says_words=YES,
        repeat=Repeat.KNOWN_FURTHER_ON,
    ),
    client.AmendTournament: act(scope=PLAY, cost=START, adds=USUAL, starts_game=NO, says_words=YES),
    client.ManageTournament: act(scope=PLAY, cost=START, adds=USUAL, starts_game=NO),
    client.SetArbiterCode: act(scope=PLAY, cost=START, adds=USUAL, starts_game=NO),
    client.Arbitrate: act(scope=PLAY, cost=START, adds=USUAL, starts_game=NO, stores_sender=YES),
    client.ListEntrants: act(scope=PLAY, cost=JOIN, adds=ACCOUNT, starts_game=NO, says_words=YES),
    client.NameEntrant: act(scope=PLAY, cost=JOIN, adds=USUAL, starts_game=NO, says_words=YES),
    client.EnterResults: act(scope=PLAY, cost=JOIN, adds=USUAL, starts_game=NO),
    client.CallOffTournament: act(scope=PLAY, cost=START, adds=USUAL, starts_game=NO),
    client.EnterTournament: act(scope=PLAY, cost=START, adds=USUAL, starts_game=YES, for_bots=YES),
    client.LeaveTournament: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    client.TournamentChat: act(
        scope=PLAY, cost=MESSAGE, adds=EVENT, starts_game=NO, says_words=YES
    ),
    client.PauseTournament: act(scope=PLAY, cost=MESSAGE, adds=USUAL, starts_game=NO),
    client.ReturnToTournament: act(
        scope=PLAY, cost=START, adds=USUAL, starts_game=YES, for_bots=YES
    ),
    client.OfferTournamentGame: act(
        scope=PLAY, cost=START, adds=ROOM, starts_game=YES, asks_for_game=YES, for_bots=YES
    ),
    # One's own account.
    client.CheckName: look(scope=READ, cost=JOIN),
    client.SignUp: act(
        scope=OWN, cost=START, adds=ACCOUNT, starts_game=NO, says_words=YES, stores_sender=YES
    ),
    client.SignIn: act(scope=OWN, cost=START, adds=KEPT_SMALL, starts_game=NO),
    client.SignOut: act(scope=OWN, cost=JOIN, adds=KEPT_SMALL, starts_game=NO),
    client.Devices: look(scope=OWN, cost=MESSAGE),
    client.ChangePassword: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.BecomeBot: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.CreateToken: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.CreateRecoveryCode: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.Recover: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.Rename: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO, says_words=YES),
    client.SetProfile: act(scope=OWN, cost=JOIN, adds=WORDS, starts_game=NO, says_words=YES),
    client.SetSettings: act(
        scope=OWN, cost=JOIN, adds=KEPT_SMALL, starts_game=NO, stores_sender=YES
    ),
    client.MyGames: look(
        Route(
            "my_games",
            "/api/my/games?after",
            server.MyGames,
            "The games you play",
            needs_player=YES,
        ),
        scope=READ,
        cost=START,
    ),
    client.MyData: look(scope=OWN, cost=JOIN),
    client.Vacation: look(scope=READ, cost=JOIN),
    client.TakeVacation: act(scope=PLAY, cost=START, adds=VACATION, starts_game=NO),
    client.EndVacation: act(scope=PLAY, cost=START, adds=VACATION, starts_game=NO),
    client.ResetRating: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.HideRating: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
    client.DeleteAccount: act(scope=OWN, cost=START, adds=USUAL, starts_game=NO),
}
