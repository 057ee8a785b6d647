"""Which handler takes each message: the one table of that, held complete by a test.

A handler is called with the client and the message; one that submits a command is *timed*: it
also gets the moment at which the message arrived. What it gives back must be waited for; see the
inbox. The rest, who may send a message and what it costs, is said by the row in `api.policy`.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar, get_args

from xiangqi_server.api.commands import LobbyMessage
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro, Handler, HandlersByType
from xiangqi_server.gateway.handlers import Handlers
from xiangqi_server.gateway.lessons import show_task
from xiangqi_server.gateway.lists.handler import ListsHandler
from xiangqi_server.gateway.notices.handler import NoticesHandler
from xiangqi_server.gateway.reviews import ReviewHandler
from xiangqi_server.gateway.social.handler import SocialHandler
from xiangqi_server.gateway.tournaments.handler import TournamentHandler
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.server import ServerMessage

M = TypeVar("M", bound=ClientMessage)

_Entry = tuple[type[ClientMessage], Handler]


def handlers_by_type(handlers: Handlers) -> HandlersByType:
    """The handler of each message type."""
    return dict(
        (
            *_of_the_connection(handlers),
            *_of_rooms(handlers),
            *_of_people(handlers.social),
            *_of_lists(handlers.lists),
            *_of_tournaments(handlers.tournament),
            _plain(wire.TournamentChat, handlers.tournament_talk.say),
            _plain(wire.SetArbiterCode, handlers.arbiter_codes.set),
            _timed(wire.Arbitrate, handlers.arbiter_codes.arbitrate),
            *_of_notices(handlers.notices),
            *_of_reviews(handlers.reviews),
            *_of_accounts(handlers),
        )
    )


def _timed(type_: type[M], handle: Callable[[Client, M, int], Coro | None]) -> _Entry:
    return type_, handle


def _plain(type_: type[M], handle: Callable[[Client, M], Coro | None]) -> _Entry:
    return type_, lambda client, message, _: handle(client, message)


def _answered(type_: type[M], find: Callable[[Client, M], Awaitable[ServerMessage]]) -> _Entry:
    """The entry of a question: what is found is its answer."""

    async def answer(client: Client, message: M, _: int) -> None:
        client.send(await find(client, message))

    return type_, answer


def _each_of(union: object, handle: Handler) -> tuple[_Entry, ...]:
    """The entries of messages that become commands; a later entry may take one of them out."""
    return tuple((type_, handle) for type_ in get_args(union))


def _all_of(base: type[ClientMessage], handle: Handler) -> tuple[_Entry, ...]:
    """The entries of all messages with one base."""
    types = get_args(wire.AnyClientMessage)
    return tuple((type_, handle) for type_ in types if issubclass(type_, base))


def _of_the_connection(handlers: Handlers) -> tuple[_Entry, ...]:
    lobby = handlers.lobby
    return (
        _plain(wire.Hello, handlers.login.greet),
        _plain(wire.Pong, lambda _, __: None),  # one that nobody asked for changes nothing
        _plain(wire.Lesson, show_task),
        _answered(wire.Line, handlers.lines.line),
        _answered(wire.JudgeLine, handlers.lines.judge),
        _plain(wire.WatchLobby, lobby.watch),
        _plain(wire.LeaveLobby, lobby.leave),
        *_each_of(LobbyMessage, lobby.ask),
    )


def _of_rooms(handlers: Handlers) -> tuple[_Entry, ...]:
    room, commands = handlers.room, handlers.commands
    return (
        *_all_of(wire.RoomRequest, commands.submit),
        _timed(wire.Sit, commands.sit),
        _timed(wire.AcceptChallenge, commands.sit),
        _plain(wire.Join, handlers.joins.join),
        _plain(wire.Leave, room.leave),
        _plain(wire.Chat, room.say),
        _plain(wire.Legal, room.show_moves),
        _answered(wire.Note, handlers.notes.show),
        _plain(wire.SetNote, handlers.notes.keep),
        _plain(wire.Export, handlers.exports.send),
        _plain(wire.Log, handlers.exports.send_log),
        _plain(wire.Premove, commands.premove),
        _plain(wire.CancelPremove, commands.cancel_premove),
        _timed(wire.Invite, handlers.invitations.invite),
        _timed(wire.Challenge, handlers.invitations.challenge),
        _timed(wire.OfferByDays, handlers.offers.offer),
        _answered(wire.OffersByDays, handlers.offers.show),
    )


def _of_people(social: SocialHandler) -> tuple[_Entry, ...]:
    letters, moderation, news = social.direct_messages, social.moderation, social.news
    return (
        _timed(wire.Friend, social.befriend),
        _timed(wire.Unfriend, social.befriend),
        _timed(wire.Ignore, social.ignore),
        _timed(wire.Unignore, social.ignore),
        _plain(wire.PlayerList, social.list_players),
        _timed(wire.SendMessage, letters.send),
        _plain(wire.Conversations, letters.show_all),
        _plain(wire.Conversation, letters.show),
        _timed(wire.MarkRead, letters.mark_read),
        _timed(wire.DeleteConversation, letters.forget),
        _timed(wire.Report, moderation.report),
        _plain(wire.Moderation, moderation.show),
        _answered(wire.FairPlay, social.fair_play.show),
        _plain(wire.Moderate, moderation.moderate),
        _timed(wire.CloseReport, moderation.close),
        _plain(wire.News, news.show),
        _timed(wire.PostNews, news.post),
        _timed(wire.WithdrawNews, news.withdraw),
    )


def _of_lists(lists: ListsHandler) -> tuple[_Entry, ...]:
    queries, ladder = lists.queries, lists.ladder
    return (
        _answered(wire.Games, queries.games),
        _answered(wire.ExportGames, queries.export),
        _answered(wire.LiveGames, queries.live_games),
        _answered(wire.Ratings, queries.ratings),
        _answered(wire.RatingHistory, queries.rating_history),
        _answered(wire.Leaderboard, queries.leaderboard),
        _plain(wire.MyGames, lists.my_games.show),
        _plain(wire.WatchBoards, lists.boards.watch),
        _plain(wire.LeaveBoards, lists.boards.leave),
        _answered(wire.Feed, lists.feed.read),
        _plain(wire.LadderPage, ladder.show),
        _plain(wire.JoinLadder, ladder.join),
        _plain(wire.LeaveLadder, ladder.leave),
        _plain(wire.LadderChallenge, ladder.challenge),
        _plain(wire.LadderAnswer, ladder.answer),
        _plain(wire.LadderWithdraw, ladder.withdraw),
    )


def _of_reviews(reviews: ReviewHandler) -> tuple[_Entry, ...]:
    return (
        _answered(wire.Review, reviews.show),
        _plain(wire.AskReview, reviews.ask),
        _answered(wire.TakeReview, reviews.take),
        _plain(wire.GiveReview, reviews.give),
    )


def _of_tournaments(tournament: TournamentHandler) -> tuple[_Entry, ...]:
    queries = tournament.queries
    return (
        _plain(wire.Tournaments, queries.show_list),
        _plain(wire.PlayerTournaments, queries.show_places),
        _plain(wire.TournamentStandings, queries.show_standings),
        _plain(wire.TournamentPlayer, queries.show_player),
        _plain(wire.TournamentRound, queries.show_round),
        _plain(wire.TournamentEntrants, queries.show_entrants),
        _plain(wire.TournamentTable, queries.show_table),
        _plain(wire.TournamentBracket, queries.show_bracket),
        _plain(wire.TournamentTeams, queries.show_teams),
        _plain(wire.TournamentNotes, queries.show_notes),
        _plain(wire.WatchTournament, tournament.watch),
        _plain(wire.UnwatchTournament, tournament.leave),
        _plain(wire.AnnounceTournament, tournament.announce),
        _timed(wire.AmendTournament, tournament.amend),
        _timed(wire.ManageTournament, tournament.manage),
        _timed(wire.ListEntrants, tournament.list_entrants),
        _timed(wire.NameEntrant, tournament.name),
        _timed(wire.EnterResults, tournament.enter_results),
        _timed(wire.CallOffTournament, tournament.call_off),
        _timed(wire.EnterTournament, tournament.enter),
        _timed(wire.LeaveTournament, tournament.withdraw),
        _timed(wire.PauseTournament, tournament.pause),
        _timed(wire.ReturnToTournament, tournament.come_back),
        _timed(wire.OfferTournamentGame, tournament.offer),
    )


def _of_notices(notices: NoticesHandler) -> tuple[_Entry, ...]:
    return (
        _answered(wire.NoticeSettings, notices.show),
        _plain(wire.SubscribeNotices, notices.subscribe),
        _plain(wire.UnsubscribeNotices, notices.unsubscribe),
        _plain(wire.SetNotices, notices.wish),
    )


def _of_accounts(handlers: Handlers) -> tuple[_Entry, ...]:
    accounts, profiles, recovery = handlers.accounts, handlers.profiles, handlers.recovery
    return (
        _plain(wire.SignUp, accounts.sign_up),
        _plain(wire.SignIn, accounts.sign_in),
        _plain(wire.SignOut, accounts.sign_out),
        _plain(wire.Devices, accounts.show_devices),
        _plain(wire.ChangePassword, accounts.change_password),
        _plain(wire.BecomeBot, accounts.become_bot),
        _plain(wire.CreateToken, accounts.create_token),
        _plain(wire.Rename, accounts.rename),
        _plain(wire.CheckName, accounts.check_name),
        _plain(wire.SetProfile, accounts.set_profile),
        _plain(wire.SetSettings, accounts.set_settings),
        _plain(wire.DeleteAccount, accounts.delete),
        _plain(wire.CreateRecoveryCode, recovery.create),
        _plain(wire.Recover, recovery.recover),
        _plain(wire.Profile, profiles.show),
        _plain(wire.FindPlayers, profiles.find),
        _plain(wire.MyData, profiles.show_data),
        _answered(wire.Vacation, handlers.vacations.show),
        _timed(wire.TakeVacation, handlers.vacations.take),
        _timed(wire.EndVacation, handlers.vacations.end),
        _timed(wire.ResetRating, handlers.own_ratings.reset),
        _timed(wire.HideRating, handlers.own_ratings.hide),
    )
