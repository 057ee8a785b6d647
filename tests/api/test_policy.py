"""The one table that says what each message is to us: its laws, over all types of the wire."""

from typing import Final, get_args, get_type_hints

import pytest
from msgspec.structs import fields, replace

from tests.support.for_each import for_each
from tests.support.wire_samples import CLIENT
from tests.tools.protocol_doc import words_of
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.sanctions import Sanctions
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import OfferKind
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.api.permissions import (
    is_held_against_sender,
    refusal,
    says_words,
    sender_refusal,
    starts_game,
)
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Repeat, Role, When
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.api.store_costs import NOTHING
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.wire import client, limits
from xiangqi_server.wire.client import AnyClientMessage, ClientMessage
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.tournament_plan import TournamentPlan

TYPES: Final[tuple[type[ClientMessage], ...]] = get_args(AnyClientMessage)
SAMPLES: Final = [message for _, message in CLIENT]
NOW_MS: Final = 1_000_000

STARTS: Final = {
    client.Seek,
    client.AcceptSeek,
    client.Queue,
    client.Invite,
    client.Sit,
    client.Challenge,
    client.OfferByDays,
    client.AcceptChallenge,
    client.JoinLadder,
    client.LadderChallenge,
    client.EnterTournament,
    client.OfferTournamentGame,
    client.ReturnToTournament,
}
"""Whatever opens a room, sits, challenges, or takes a challenge up."""
REMATCHES: Final = (
    client.Offer("1", "room1", OfferKind.REMATCH, 8),
    client.Accept("1", "room1", OfferKind.REMATCH),
)

WORDS: Final = {
    limits.ChatText,
    limits.MessageText,
    limits.LongText,
    limits.TitleText,
    limits.Bio,
    limits.NameText,
    limits.EntrantText,
    list[client.ListedPerson],
    TournamentPlan,
}
"""The shapes of what somebody writes in words of one's own."""
READ_BY_NOBODY_ELSE: Final = {
    client.Report: "operators alone read it, and who is mute may be wronged too",
    client.Challenge: "a name that is looked up",
    client.CheckName: "a name that is looked up",
    client.SignIn: "a name that is looked up",
    client.Recover: "a name that is looked up",
    client.Profile: "a name that is looked up",
}


def sanctioned(sanctions: Sanctions) -> Player:
    """Somebody about whom operators did this."""
    return replace(Player("player"), sanctions=sanctions)


def has_words(kind: type[ClientMessage]) -> bool:
    """A field of the message is written in words of one's own."""
    hints = get_type_hints(kind, include_extras=True)
    return any(shape in WORDS for hint in hints.values() for shape in (hint, *get_args(hint)))


def test_every_message_type_has_a_row_and_nothing_else_has() -> None:
    assert set(POLICY) == set(TYPES)


def test_what_does_something_only_at_times_names_what_the_message_has() -> None:
    for kind, row in POLICY.items():
        if isinstance(row.starts_game, When):
            shapes = {field.name: field.type for field in fields(kind)}
            choices = words_of(shapes[row.starts_game.field]) or (True, False)
            assert row.starts_game.value in choices


LOOKS: Final = {kind for kind in TYPES if POLICY[kind].adds == NOTHING}
OF_THE_OWNER: Final = {
    client.Legal,
    client.Note,
    client.Conversations,
    client.Conversation,
    client.FairPlay,
    client.Moderation,
    client.Devices,
    client.MyData,
    client.NoticeSettings,
}
"""What may not be seen by everybody."""


def test_a_token_to_look_may_send_what_adds_nothing_and_nothing_else() -> None:
    for_all = {kind for kind in TYPES if POLICY[kind].scope is Scope.READ}

    assert for_all == LOOKS - OF_THE_OWNER
    assert all(row.repeat is Repeat.ALWAYS_NEW for kind, row in POLICY.items() if kind in LOOKS)


def test_what_is_shown_from_now_on_holds_up_the_next_message() -> None:
    begin = ("hello", "join", "watch_")
    tags = {kind: str(kind.__struct_config__.tag) for kind in TYPES}

    holding = {kind for kind in TYPES if POLICY[kind].holds_next}

    assert holding == {k for k in LOOKS if tags[k].startswith(begin)}


def test_only_what_starts_a_game_counts_as_one_and_not_what_opens_its_room_itself() -> None:
    counted = {kind for kind in TYPES if POLICY[kind].asks_for_game}

    assert all(POLICY[kind].starts_game for kind in counted)
    assert not counted & {client.Invite, client.Challenge}


def test_what_looks_things_up_or_is_told_to_many_costs_more_than_a_message() -> None:
    look_up = (client.Lesson, client.WatchLobby, client.WatchBoards, client.WatchTournament)

    assert {POLICY[kind].cost for kind in look_up} == {Charge.JOIN}
    assert POLICY[client.JoinLadder].cost is Charge.START


def test_only_the_greeting_is_sent_by_who_has_not_been_welcomed() -> None:
    assert {kind for kind in TYPES if POLICY[kind].role is Role.NEW} == {client.Hello}


@for_each(SAMPLES)
def test_whoever_is_more_may_send_what_whoever_is_less_may(message: ClientMessage) -> None:
    refusals = [refusal(POLICY[type(message)], Scope.OWN, role) for role in Role]
    first = POLICY[type(message)].role

    if first is Role.NEW:
        assert refusals == [None, *[MessageRefusal.HELLO_REPEATED] * 3]
    else:
        too_little = [
            MessageRefusal.HELLO_REQUIRED,
            MessageRefusal.NOT_JOINED,
            RoomRefusal.NOT_SEATED,
        ][:first]
        assert refusals == [*too_little, *[None] * (len(Role) - first)]


@for_each(TYPES)
def test_what_needs_a_seat_or_a_look_at_a_room_names_a_room(kind: type[ClientMessage]) -> None:
    if POLICY[kind].role > Role.WELCOMED:
        assert "room" in {field.name for field in fields(kind)}


def test_nobody_speaks_of_a_room_without_having_joined_it_but_to_come_or_as_its_invited() -> None:
    of_a_room = {kind for kind in TYPES if "room" in {field.name for field in fields(kind)}}

    from_outside = {kind for kind in of_a_room if POLICY[kind].role < Role.SPECTATOR}

    assert from_outside == {
        client.Join,
        client.Ready,
        client.AcceptChallenge,
        client.DeclineChallenge,
        client.WithdrawChallenge,
        client.Report,
        client.Review,
        client.AskReview,
        client.GiveReview,
        client.OfferTournamentGame,
    }


def test_what_leads_to_a_game_is_kept_from_who_is_banned() -> None:
    always = {kind for kind in TYPES if POLICY[kind].starts_game is True}
    at_times = {kind for kind in TYPES if isinstance(POLICY[kind].starts_game, When)}

    assert always == STARTS
    assert at_times == {client.Offer, client.Accept, client.LadderAnswer}
    assert all(map(starts_game, REMATCHES))
    assert starts_game(client.LadderAnswer("1", accept=True))


@pytest.mark.parametrize(
    "message",
    [
        client.Offer("1", "room1", OfferKind.DRAW, 8),
        client.Accept("1", "room1", OfferKind.TAKEBACK),
        client.Decline("1", "room1", OfferKind.REMATCH),
        client.LadderAnswer("1", accept=False),
        client.DeclineChallenge("1", "room1"),
        client.WithdrawChallenge("1", "room1"),
        client.Move("1", "room1", 3, "h2e2"),
        client.Ready("1", "room1"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_running_games_may_be_finished_and_games_turned_down(message: ClientMessage) -> None:
    banned = Sanctions(banned_until_ms=NOW_MS + 1)

    assert sender_refusal(sanctioned(banned), message, NOW_MS) is None


def test_whatever_carries_words_to_others_is_kept_from_who_is_mute() -> None:
    worded = {kind for kind in TYPES if has_words(kind)}

    assert set(READ_BY_NOBODY_ELSE) <= worded
    said = {kind for kind in TYPES if POLICY[kind].says_words}
    assert said == worded - set(READ_BY_NOBODY_ELSE)


@for_each(SAMPLES)
def test_a_sanction_keeps_back_just_what_it_is_about_and_only_while_it_holds(
    message: ClientMessage,
) -> None:
    banned = Sanctions(banned_until_ms=NOW_MS)
    mute = Sanctions(muted_until_ms=NOW_MS)
    starts, says = starts_game(message), says_words(message)

    by_ban = CommonRefusal.BANNED if starts else PlayerRefusal.MUTED if says else None
    by_mute = PlayerRefusal.MUTED if says else None
    assert sender_refusal(sanctioned(banned), message, NOW_MS - 1) == by_ban
    assert sender_refusal(sanctioned(mute), message, NOW_MS - 1) == by_mute
    for over in (banned, mute, replace(mute, banned_until_ms=NOW_MS), Sanctions()):
        assert sender_refusal(sanctioned(over), message, NOW_MS) is None


def test_a_bot_goes_nowhere_where_people_are_paired_with_each_other() -> None:
    kept = {kind for kind in TYPES if not POLICY[kind].for_bots}

    assert kept == {
        client.Seek,
        client.AcceptSeek,
        client.Queue,
        client.OfferByDays,
        client.JoinLadder,
        client.LadderChallenge,
    }


@for_each(SAMPLES)
def test_what_is_not_for_bots_is_held_against_its_sender_and_is_for_everybody_else(
    message: ClientMessage,
) -> None:
    bot = Player("bot", Identity(b"hash", password="argon2", is_bot=True))
    is_kept = not POLICY[type(message)].for_bots

    assert sender_refusal(bot, message, NOW_MS) == (PlayerRefusal.NO_BOTS if is_kept else None)
    assert sender_refusal(Player("person"), message, NOW_MS) is None
    assert is_held_against_sender(message) or not is_kept


@for_each(SAMPLES)
def test_a_token_that_allows_more_allows_all_that_a_lesser_one_does(message: ClientMessage) -> None:
    row = POLICY[type(message)]
    least, role = row.scope, Role.NEW if row.role is Role.NEW else Role.SEATED

    refusals = [refusal(row, scope, role) for scope in Scope]

    assert refusals == [MessageRefusal.TOKEN_SCOPE] * least + [None] * (len(Scope) - least)


def test_a_token_to_look_stores_nobody_starts_nothing_and_says_nothing() -> None:
    looks = [row for row in POLICY.values() if row.scope is Scope.READ]

    assert not any(row.starts_game or row.says_words or row.stores_sender for row in looks)
    assert all(row.role <= Role.SPECTATOR for row in looks)


def test_no_token_of_a_program_opens_the_account_or_what_others_wrote_to_it() -> None:
    own = {kind for kind in TYPES if POLICY[kind].scope is Scope.OWN}

    assert own == {
        client.BecomeBot,
        client.ChangePassword,
        client.CloseReport,
        client.Conversation,
        client.Conversations,
        client.CreateRecoveryCode,
        client.CreateToken,
        client.DeleteAccount,
        client.DeleteConversation,
        client.Devices,
        client.MarkRead,
        client.Moderate,
        client.FairPlay,
        client.Moderation,
        client.MyData,
        client.NoticeSettings,
        client.HideRating,
        client.PostNews,
        client.Recover,
        client.Rename,
        client.ResetRating,
        client.SendMessage,
        client.SetNotices,
        client.SetProfile,
        client.SetSettings,
        client.SignIn,
        client.SignOut,
        client.SignUp,
        client.SubscribeNotices,
        client.UnsubscribeNotices,
        client.WithdrawNews,
    }


def test_what_is_checked_before_it_begins_does_not_hold_once_more() -> None:
    """The check holds what comes next already; holding anew would drop it."""
    checked = [
        row for row in POLICY.values() if row.starts_game or row.says_words or row.stores_sender
    ]

    assert not any(row.holds_next for row in checked)
