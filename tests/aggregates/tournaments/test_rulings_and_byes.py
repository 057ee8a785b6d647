"""How arbiters rule games and give byes, and what that is in sums, sheets, tables, snapshots."""

import dataclasses

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from tests.aggregates.tournaments.test_rounds import begun, played
from tests.support.arenas import START_MS, a_plan, after, announced, enter, events_of, settle
from xiangqi_server.aggregates.room.messages import Settle
from xiangqi_server.aggregates.tournaments.actions import Conduct, GiveBye, RuleGameAction
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.managing import MOST_RULINGS, NOTED_RULINGS
from xiangqi_server.aggregates.tournaments.messages import (
    GameSettled,
    LeaveTournament,
    ManageTournament,
    PauseEntrant,
    PlayerEntered,
    TournamentManaged,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.pairing.swiss import players_in_steps
from xiangqi_server.aggregates.tournaments.plan import KnockoutFormat, RobinFormat, SwissFormat
from xiangqi_server.aggregates.tournaments.records import TournamentRecord
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.crosstable import (
    ABSENT,
    RoundResult,
    by_rating,
    crosstable,
    numbers_of,
)
from xiangqi_server.aggregates.tournaments.sheet import games_on
from xiangqi_server.aggregates.tournaments.state import (
    GameResult,
    GivenBye,
    Phase,
    Tournament,
    TournamentNote,
)
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.aggregate.steps import at_once

FIVE = ("ann", "ben", "cai", "dan", "eva")
SWISS = replace(a_plan(), format=SwissFormat(5))
ROBIN = replace(a_plan(), format=RobinFormat())


def rule(room: str, winner: str | None, how: Conduct | None = None) -> ManageTournament:
    """The organiser says how a game counts."""
    return ManageTournament("org", RuleGameAction(room, winner, how))


def bye(player: str, points: int = 2, round_: int = 0, *, on: bool = True) -> ManageTournament:
    """The organiser gives a bye."""
    return ManageTournament("org", GiveBye(player, on, points, round_))


def refusal(tournament: Tournament, command: ManageTournament) -> RefusalCode:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(tournament, command, START_MS)
    return refused.value.code


def no_show(cup: Tournament) -> tuple[Tournament, str, str, str]:
    """A tournament in whose first game Black did not come; its room, Red and Black."""
    room, game = next(iter(sorted(cup.games.items())))
    absent = Settle(room, None, counts=False, absent=(game.black,))
    return after(cup, absent, now_ms=START_MS), room, game.red, game.black


def test_a_no_show_that_is_ruled_stays_a_forfeit_unless_it_is_said_to_be_played() -> None:
    cup, room, red, black = no_show(begun(SWISS))

    assert events_of(cup, rule(room, red), START_MS) == ()
    other = after(cup, rule(room, black), now_ms=START_MS)
    assert other.results[room] == GameResult(black, (red,), rulings=1)
    assert crosstable(other)[black][0].how == "forfeit"
    drawn = after(cup, rule(room, None), now_ms=START_MS)
    assert drawn.results[room] == GameResult(None, rulings=1)
    was_played = after(cup, rule(room, red, "played"), now_ms=START_MS)
    assert was_played.results[room] == GameResult(red, rulings=1)
    assert was_played.entrants[red].played == 1


@pytest.mark.parametrize(
    ("how", "is_won", "result", "points"),
    [
        ("forfeit", True, "forfeit", (2, 0)),
        ("forfeit", False, "forfeit", (0, 0)),
        ("lost", False, "played", (0, 0)),
        ("played", True, "played", (2, 0)),
        ("played", False, "played", (1, 1)),
        (None, True, "played", (2, 0)),
    ],
)
@pytest.mark.parametrize("is_over", [True, False])
def test_a_game_is_ruled_as_what_it_was(
    how: Conduct | None, is_won: bool, result: str, points: tuple[int, int], is_over: bool
) -> None:
    cup = begun(SWISS)
    room, game = next(iter(sorted(cup.games.items())))
    if is_over:
        cup = after(cup, settle(room, game.black), now_ms=START_MS)

    cup = after(cup, rule(room, game.red if is_won else None, how), now_ms=START_MS)

    table = crosstable(cup)
    both = (table[game.red][0], table[game.black][0])
    assert [one.how for one in both] == [result] * 2
    assert tuple(one.points for one in both) == points
    assert tuple(cup.entrants[who].score for who in (game.red, game.black)) == points
    assert cup.entrants[game.red].played == (result == "played")
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(cup)) == cup


def test_both_lose_a_game_that_is_ruled_so_until_it_is_ruled_otherwise() -> None:
    cup = begun(ROBIN)
    room, game = next(iter(sorted(cup.games.items())))
    cup = after(cup, rule(room, None, "lost"), now_ms=START_MS)

    assert cup.results[room] == GameResult(None, lost=True)
    assert events_of(cup, rule(room, None), START_MS) == ()
    assert refusal(cup, rule(room, game.red, "lost")) is CommonRefusal.NOT_ALLOWED
    drawn = after(cup, rule(room, None, "played"), now_ms=START_MS)
    assert [one.score for one in (drawn.entrants[game.red], drawn.entrants[game.black])] == [1, 1]


def test_nobody_goes_on_from_a_match_that_both_have_lost() -> None:
    cup = begun(replace(a_plan(), format=KnockoutFormat()), FIVE[:4])
    (room, game), (other, _) = sorted(cup.games.items())
    winner = cup.games[other].red
    cup = after(cup, settle(other, winner), rule(room, None, "lost"), now_ms=START_MS)

    assert cup.matches[game.match].winner == ""
    assert cup.matches[1].winner == winner
    assert cup.phase is Phase.FINISHED


def test_a_ruled_forfeit_sends_nobody_out_of_a_tournament() -> None:
    cup, now_ms = begun(SWISS), START_MS
    for _ in range(2):
        for room, game in sorted(cup.games.items()):
            cup = after(cup, rule(room, game.red, "forfeit"), now_ms=now_ms)
        now_ms += 60_000
        cup = after(cup, WakeTournament(), now_ms=now_ms)

    assert not any(entrant.is_paused for entrant in cup.entrants.values())


def test_rulings_of_old_say_nothing_of_how_and_are_read_as_they_were() -> None:
    cup, room, red, _ = no_show(begun(SWISS))
    ruled = TournamentManaged("org", RuleGameAction(room, red))

    again = apply(cup, Stamped(cup.version + 1, START_MS, ruled))

    assert again.results[room] == GameResult(red, rulings=1)


# There is always room for one more.


def test_results_are_ruled_without_end_and_the_latest_are_noted() -> None:
    cup = played(begun(SWISS), START_MS)
    rooms = sorted(cup.results)
    note = after(cup, rule(rooms[0], None, "lost"), now_ms=START_MS).notes
    cup = _with_notes(cup, note * NOTED_RULINGS)

    for room in rooms:
        cup = after(cup, rule(room, None, "forfeit"), now_ms=START_MS)

    assert len(cup.notes) == NOTED_RULINGS
    assert [note.action for note in cup.notes[-2:]] == [
        RuleGameAction(room, None, "forfeit") for room in rooms
    ]
    noted = after(cup, bye("ann"), now_ms=START_MS).notes
    assert len(noted) == NOTED_RULINGS + 1


def _with_notes(cup: Tournament, notes: tuple[TournamentNote, ...]) -> Tournament:
    return dataclasses.replace(cup, notes=notes)


def test_one_result_is_not_changed_for_ever_but_by_operators() -> None:
    cup = played(begun(SWISS), START_MS)
    room = min(cup.results)
    for number in range(MOST_RULINGS):
        how: Conduct = "lost" if number % 2 else "forfeit"
        cup = after(cup, rule(room, None, how), now_ms=START_MS)

    last = RuleGameAction(room, None, "played")

    assert cup.results[room].rulings == MOST_RULINGS
    assert refusal(cup, ManageTournament("org", last)) is CommonRefusal.LIMIT_REACHED
    ruled = after(cup, ManageTournament("root", last, is_operator=True), now_ms=START_MS)
    assert ruled.results[room].rulings == MOST_RULINGS + 1


# Byes.


@pytest.mark.parametrize(
    ("points", "cell"),
    [
        (2, RoundResult("bye", points=2, is_given=True)),
        (1, RoundResult("bye", points=1, is_given=True)),
        (0, ABSENT),
    ],
)
def test_a_bye_brings_the_points_it_was_given_with(points: int, cell: RoundResult) -> None:
    cup = after(announced(SWISS, FIVE), bye("ann", points))
    cup = after(cup, WakeTournament(), now_ms=START_MS)

    assert cup.byes == ()
    assert cup.rounds[0].given == (GivenBye("ann", points),)
    assert crosstable(cup)["ann"] == (cell,)
    assert cup.entrants["ann"].score == points
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(cup)) == cup


def test_a_bye_is_given_with_other_points_and_taken_back() -> None:
    cup = after(announced(SWISS, FIVE), bye("ann"), bye("ann", 1), bye("ben", 0))

    assert cup.byes == (GivenBye("ann", 1), GivenBye("ben", 0))
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(cup)) == cup
    assert after(cup, bye("ann", on=False)).byes == (GivenBye("ben", 0),)


def test_half_a_point_without_a_game_is_no_bye_a_full_one_is() -> None:
    for points in (1, 2):
        cup = after(announced(SWISS, FIVE), bye("ann", points))
        cup = after(cup, WakeTournament(), now_ms=START_MS)
        players = at_once(players_in_steps(crosstable(cup), numbers_of(cup)))
        ann = next(one for one in players if one.player == "ann")

        assert (ann.had_bye, ann.unplayed) == (points == 2, 1)


@pytest.mark.parametrize("points", [0, 1])
def test_who_comes_late_has_what_was_announced_for_each_round_missed(points: int) -> None:
    plan = replace(a_plan(), format=SwissFormat(5, late_points=points))
    cup, now_ms = begun(plan), START_MS
    cup = played(cup, now_ms)
    cup = after(cup, WakeTournament(), now_ms=now_ms + 60_000)
    cup = after(cup, enter("late"), now_ms=now_ms + 60_001)

    missed = RoundResult("bye", points=1, is_given=True) if points else ABSENT
    assert crosstable(cup)["late"] == (missed, missed)
    assert cup.entrants["late"].score == 2 * points
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(cup)) == cup
    left = after(cup, LeaveTournament("late"), now_ms=now_ms + 60_002)
    back = after(left, enter("late"), now_ms=now_ms + 600_000)
    assert back.entrants["late"].score == 2 * points


def test_an_arbiter_says_what_a_round_brings_in_which_a_player_was_not_paired() -> None:
    cup = played(begun(SWISS), START_MS)
    cup = after(cup, PauseEntrant("ann"), WakeTournament(), now_ms=START_MS + 60_000)
    before = cup.entrants["ann"].score

    halved = after(cup, bye("ann", 1, 2), now_ms=START_MS + 60_000)

    assert halved.entrants["ann"].score == before + 1
    assert crosstable(halved)["ann"][1] == RoundResult("bye", points=1, is_given=True)
    back = after(halved, bye("ann", 1, 2, on=False), now_ms=START_MS + 60_000)
    assert back.entrants == cup.entrants
    paired_in = next(iter(cup.games.values())).red
    for command in (bye(paired_in, 1, 2), bye("ann", 1, 6)):
        assert refusal(cup, command) is CommonRefusal.NOT_ALLOWED


# Numbers.


def test_no_two_entrants_have_one_number() -> None:
    cup = announced(SWISS, FIVE[:3])
    cup = after(cup, LeaveTournament("ben"), enter("dan"), enter("ben"), LeaveTournament("ben"))
    cup = after(cup, enter("eva"))

    assert {who: one.number for who, one in cup.entrants.items()} == {
        "ann": 1,
        "cai": 3,
        "dan": 4,
        "eva": 6,
    }
    cup = after(cup, WakeTournament(), now_ms=START_MS)
    cup = played(cup, START_MS)
    for one in cup.entrants.values():
        (game,) = games_on(one.sheet)
        row = crosstable(cup)[one.player]
        assert game.opponent == cup.entrants[row[0].opponent].number


def test_what_was_stored_before_is_read_as_it_was() -> None:
    cup = announced(SWISS, FIVE[:3])
    cup = after(cup, LeaveTournament("ben"))
    cup = apply(cup, Stamped(cup.version + 1, START_MS, PlayerEntered("dan", 1_500)))
    record = TOURNAMENT.records.to_record(cup)
    old = msgpack.decode(msgpack.encode(record), type=dict)
    del old["numbered"]
    old |= {"byes": ["ann"], "results": {"room": ["ann", [], True]}, "rounds": [[[], ["ann"]]]}

    read = msgpack.decode(msgpack.encode(old), type=TournamentRecord)
    again = TOURNAMENT.records.from_record("cup", read)

    assert {who: one.number for who, one in again.entrants.items()} == {
        "ann": 1,
        "cai": 3,
        "dan": 3,
    }
    equals = [again.entrants[who]._replace(rating=1_500) for who in ("dan", "cai")]
    assert [one.player for one in sorted(equals, key=by_rating)] == ["cai", "dan"]
    assert again.byes == (GivenBye("ann", 2),)
    assert again.results["room"] == GameResult("ann")
    assert crosstable(again)["ann"] == (RoundResult("bye", points=2),)
    assert again.numbered == 3
    assert after(again, enter("eva")).entrants["eva"].number == 4


def test_a_number_that_does_not_fit_on_a_sheet_is_given_to_nobody() -> None:
    cup = apply(announced(), Stamped(2, START_MS, PlayerEntered("ann", 1_500, number=0xFFFF)))

    with pytest.raises(Refused) as refused:
        decide(cup, enter("ben"), START_MS)

    assert refused.value.code is TournamentRefusal.TOURNAMENT_FULL


def test_an_odd_field_plays_as_many_rounds_as_it_has_players() -> None:
    cup, now_ms = begun(SWISS, FIVE[:3]), START_MS
    while cup.phase is Phase.RUNNING:
        cup = played(cup, now_ms)
        now_ms += 60_000
        cup = after(cup, WakeTournament(), now_ms=now_ms)

    assert len(cup.rounds) == 3
    assert {round_.byes for round_ in cup.rounds} == {("ann",), ("ben",), ("cai",)}
    met = {frozenset((game.red, game.black)) for round_ in cup.rounds for game in round_.games}
    assert len(met) == 3


def test_a_settled_game_says_that_both_lost_it() -> None:
    cup = begun(SWISS)
    room = min(cup.games)

    events = events_of(cup, rule(room, None, "lost"), START_MS)

    assert events[1] == GameSettled(room, None, counts=True, lost=True)
