"""The guard table, cell by cell."""

from typing import get_args

import pytest

from server.aggregate.refusal import RefusalCode
from server.session.guard import GUARD, Role, check
from server.wire import client
from server.wire.client import (
    Abort,
    Accept,
    AcceptChallenge,
    Act,
    AnswerChallenge,
    AnyClientMessage,
    Beat,
    Befriend,
    CancelPremove,
    ChallengePlayer,
    ChallengeUp,
    Chat,
    Claim,
    ClientMessage,
    CloseReport,
    Conversations,
    Decline,
    DeclineChallenge,
    DropLetters,
    Export,
    ExportGames,
    Games,
    GiveTime,
    Hello,
    Ignore,
    Invite,
    Join,
    JoinLadder,
    LadderPage,
    Leaderboard,
    Leave,
    LeaveLadder,
    LeaveLobby,
    LeaveTv,
    Letters,
    LiveGames,
    Log,
    Match,
    Move,
    MyGames,
    News,
    Offer,
    Office,
    People,
    PostNews,
    Premove,
    RatingHistory,
    Ratings,
    ReadLetters,
    Ready,
    Report,
    Resign,
    Seek,
    Sit,
    Take,
    Unmatch,
    Unseek,
    WatchLobby,
    WatchTv,
    Withdraw,
    WithdrawChallenge,
    WithdrawNews,
    Write,
)
from server.wire.parts import Settings
from server.wire.terms import FischerClock, GameTerms

TERMS = GameTerms(clock=FischerClock(main_ms=300_000))
NO_HELLO = RefusalCode.NOT_GREETED
NOT_HERE = RefusalCode.NOT_JOINED
NO_SEAT = RefusalCode.NOT_SEATED
OTHER = "kyq4fg3a5gqebppp"
AGAIN = RefusalCode.ALREADY_GREETED
PASS = None

CELLS: list[tuple[ClientMessage, tuple[RefusalCode | None, ...]]] = [
    # message, and the answers to a new, a greeted, a spectator, a seated
    (Hello("1"), (PASS, AGAIN, AGAIN, AGAIN)),
    (Beat(1), (NO_HELLO, PASS, PASS, PASS)),
    (AnswerChallenge("1", accept=True), (NO_HELLO, PASS, PASS, PASS)),
    (ChallengeUp("1", OTHER), (NO_HELLO, PASS, PASS, PASS)),
    (ExportGames("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Games("1"), (NO_HELLO, PASS, PASS, PASS)),
    (JoinLadder("1"), (NO_HELLO, PASS, PASS, PASS)),
    (LadderPage("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Leaderboard("1", "blitz"), (NO_HELLO, PASS, PASS, PASS)),
    (LeaveLadder("1"), (NO_HELLO, PASS, PASS, PASS)),
    (LeaveTv("1"), (NO_HELLO, PASS, PASS, PASS)),
    (LiveGames("1"), (NO_HELLO, PASS, PASS, PASS)),
    (MyGames("1"), (NO_HELLO, PASS, PASS, PASS)),
    (RatingHistory("1", OTHER, "blitz"), (NO_HELLO, PASS, PASS, PASS)),
    (Ratings("1"), (NO_HELLO, PASS, PASS, PASS)),
    (WatchTv("1"), (NO_HELLO, PASS, PASS, PASS)),
    (WithdrawChallenge("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Join("1", "room1"), (NO_HELLO, PASS, PASS, PASS)),
    (Leave("1", "room1"), (NO_HELLO, NOT_HERE, PASS, PASS)),
    (Sit("1", "room1"), (NO_HELLO, NOT_HERE, PASS, PASS)),
    (Ready("1", "room1"), (NO_HELLO, PASS, PASS, PASS)),
    (Move("1", "room1", 0, "h2e2"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Resign("1", "room1"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Abort("1", "room1"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Offer("1", "room1", "draw", 4), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Accept("1", "room1", "draw"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Decline("1", "room1", "draw"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (GiveTime("1", "room1"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Claim("1", "room1", "win"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Premove("1", "room1", 4, "h2e2"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (CancelPremove("1", "room1"), (NO_HELLO, NOT_HERE, NO_SEAT, PASS)),
    (Chat("1", "room1", "players", "hi"), (NO_HELLO, NOT_HERE, PASS, PASS)),
    (Export("1", "room1"), (NO_HELLO, NOT_HERE, PASS, PASS)),
    (Log("1", "room1"), (NO_HELLO, NOT_HERE, PASS, PASS)),
    (WatchLobby("1"), (NO_HELLO, PASS, PASS, PASS)),
    (LeaveLobby("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Seek("1", TERMS), (NO_HELLO, PASS, PASS, PASS)),
    (Unseek("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Take("1", "seek1"), (NO_HELLO, PASS, PASS, PASS)),
    (Match("1", "5+3"), (NO_HELLO, PASS, PASS, PASS)),
    (Unmatch("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Invite("1", TERMS), (NO_HELLO, PASS, PASS, PASS)),
    (Befriend("1", OTHER), (NO_HELLO, PASS, PASS, PASS)),
    (Ignore("1", OTHER), (NO_HELLO, PASS, PASS, PASS)),
    (People("1", "here"), (NO_HELLO, PASS, PASS, PASS)),
    (Write("1", OTHER, "Hello."), (NO_HELLO, PASS, PASS, PASS)),
    (Conversations("1"), (NO_HELLO, PASS, PASS, PASS)),
    (Letters("1", OTHER), (NO_HELLO, PASS, PASS, PASS)),
    (ReadLetters("1", OTHER, 4), (NO_HELLO, PASS, PASS, PASS)),
    (DropLetters("1", OTHER), (NO_HELLO, PASS, PASS, PASS)),
    (Report("1", OTHER, "abuse"), (NO_HELLO, PASS, PASS, PASS)),
    (Office("1", "reports"), (NO_HELLO, PASS, PASS, PASS)),
    (Act("1", OTHER, "warn"), (NO_HELLO, PASS, PASS, PASS)),
    (CloseReport("1", 7), (NO_HELLO, PASS, PASS, PASS)),
    (News("1"), (NO_HELLO, PASS, PASS, PASS)),
    (PostNews("1", "Open", "Come."), (NO_HELLO, PASS, PASS, PASS)),
    (WithdrawNews("1", "item1"), (NO_HELLO, PASS, PASS, PASS)),
    (client.SignUp("1", "Lan", "password"), (NO_HELLO, PASS, PASS, PASS)),
    (client.SignIn("1", "Lan", "password"), (NO_HELLO, PASS, PASS, PASS)),
    (client.SignOut("1"), (NO_HELLO, PASS, PASS, PASS)),
    (client.Devices("1"), (NO_HELLO, PASS, PASS, PASS)),
    (client.ChangePassword("1", "old", "new"), (NO_HELLO, PASS, PASS, PASS)),
    (client.Rename("1", "Lan"), (NO_HELLO, PASS, PASS, PASS)),
    (client.CheckName("1", "Lan"), (NO_HELLO, PASS, PASS, PASS)),
    (client.SetAbout("1"), (NO_HELLO, PASS, PASS, PASS)),
    (client.SetSettings("1", Settings()), (NO_HELLO, PASS, PASS, PASS)),
    (client.Profile("1", name="Lan"), (NO_HELLO, PASS, PASS, PASS)),
    (client.FindPlayers("1", "L"), (NO_HELLO, PASS, PASS, PASS)),
    (client.MyData("1"), (NO_HELLO, PASS, PASS, PASS)),
    (client.DeleteAccount("1", "password"), (NO_HELLO, PASS, PASS, PASS)),
    (ChallengePlayer("1", "them", TERMS), (NO_HELLO, PASS, PASS, PASS)),
    (AcceptChallenge("1", "room1"), (NO_HELLO, PASS, PASS, PASS)),
    (DeclineChallenge("1", "room1"), (NO_HELLO, PASS, PASS, PASS)),
    (Withdraw("1", "room1"), (NO_HELLO, PASS, PASS, PASS)),
]


@pytest.mark.parametrize(
    ("message", "answers"), CELLS, ids=[type(message).__name__ for message, _ in CELLS]
)
def test_each_role_gets_the_answer_of_its_cell(
    message: ClientMessage, answers: tuple[RefusalCode | None, ...]
) -> None:
    assert tuple(check(message, role) for role in Role) == answers


def test_every_message_type_has_a_row_and_every_row_is_tested() -> None:
    types = set(get_args(AnyClientMessage))

    assert set(GUARD) == types
    assert {type(message) for message, _ in CELLS} == types


def test_a_message_type_without_a_row_is_refused_to_everybody() -> None:
    class Cheat(ClientMessage, tag="cheat", frozen=True):
        """A message nobody has thought about."""

    answers = {check(Cheat(), role) for role in Role}

    assert answers == {RefusalCode.NOT_ALLOWED}
