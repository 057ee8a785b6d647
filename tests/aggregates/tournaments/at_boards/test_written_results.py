"""Tournaments at real boards: people listed by name, rounds by hand, results by board."""

import dataclasses
import random

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, events_of
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments import actions
from xiangqi_server.aggregates.tournaments.at_boards import by_hand, names
from xiangqi_server.aggregates.tournaments.at_boards.names import entrant_id
from xiangqi_server.aggregates.tournaments.at_boards.written_results import result_name
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    BoardResult,
    EnterResults,
    ListedRow,
    ListEntrants,
    ManageTournament,
    TakeTournamentOutage,
    TournamentCommand,
    TournamentFinished,
    TournamentManaged,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
)
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import GivenBye, Phase, Tournament
from xiangqi_server.aggregates.tournaments.waking import due_at_ms
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

SWISS = replace(a_plan(), format=SwissFormat(5, late_points=1), at_boards=True)
CUP = "cup"


def listing(first: int, count: int, by: str = "org", team: int | None = None) -> ListEntrants:
    """So many people, rated by their numbers."""
    rows = tuple(
        ListedRow(f"Person {number}", 2_000 - number, team=team)
        for number in range(first, first + count)
    )
    return ListEntrants(by, first, rows)


def an_evening(count: int, plan: Plan = SWISS) -> Tournament:
    """A tournament at real boards with so many people."""
    return after(Tournament(CUP), Announce("org", plan), listing(1, count))


def person(number: int) -> str:
    """The id of a person by number."""
    return entrant_id(CUP, number)


def manage(action: actions.TournamentAction) -> ManageTournament:
    """The organiser acts."""
    return ManageTournament("org", action)


PAIR = manage(actions.RoundAction("pair"))
UNPAIR = manage(actions.RoundAction("unpair"))
FINISH = manage(actions.RoundAction("finish"))


def paired(cup: Tournament) -> Tournament:
    """Once the next round is paired."""
    return after(cup, PAIR, WakeTournament())


def write(
    number: int,
    *rows: tuple[int, actions.ResultName] | tuple[int, actions.ResultName, actions.ResultName],
    by: str = "org",
) -> EnterResults:
    """Results of a round by board."""
    return EnterResults(by, number, tuple(BoardResult(*row) for row in rows))


def refusal(cup: Tournament, command: TournamentCommand, now_ms: int = T0_MS) -> RefusalCode:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(cup, command, now_ms)
    return refused.value.code


def boards(cup: Tournament, number: int) -> list[tuple[str, str]]:
    """Who sits at each board of a round."""
    return [(game.red, game.black) for game in format_of(cup.the_plan).boards(cup, number)]


def all_results(cup: Tournament, number: int, result: actions.ResultName = "red") -> EnterResults:
    """The same result at each board that has none."""
    games = format_of(cup.the_plan).boards(cup, number)
    open_ = [at for at, game in enumerate(games, start=1) if game.room in cup.games]
    return write(number, *((at, result) for at in open_))


def names_at(cup: Tournament, number: int) -> list[actions.ResultName]:
    """What stands at each board."""
    games = format_of(cup.the_plan).boards(cup, number)
    return [result_name(game, cup.results.get(game.room)) for game in games]


def test_people_are_listed_by_number_and_their_names_stand_beside_the_log() -> None:
    cup = after(Tournament(CUP), Announce("org", SWISS))

    decision = decide(cup, listing(1, 2), T0_MS)
    listed = after(cup, listing(1, 2))

    assert "Person" not in repr(decision.events)
    named = [effect for effect in decision.effects if effect.kind == "tournament_names"]
    called = {1: names.EntrantName("Person 1"), 2: names.EntrantName("Person 2")}
    assert named == [names.naming_effect(CUP, called)]
    assert {entrant.number for entrant in listed.entrants.values()} == {1, 2}


def test_a_plan_that_is_played_changes_in_name_words_rounds_and_dates_to_come() -> None:
    cup = after(paired(an_evening(8)), all_results(paired(an_evening(8)), 1))
    wanted = replace(SWISS, name="New", text="Tea at nine", starts_ms=1, format=SwissFormat(3))
    amended = after(cup, manage(actions.AmendPlan(wanted)))

    assert amended.the_plan == replace(
        cup.the_plan, name="New", text="Tea at nine", format=SwissFormat(3, late_points=1)
    )
    few = manage(actions.AmendPlan(replace(SWISS, format=SwissFormat(1))))
    assert refusal(cup, few) is RoomRefusal.BAD_TERMS
    assert after(paired(an_evening(8)), few).the_plan.format.most_rounds == 1
    assert refusal(cup, ManageTournament("eve", actions.AmendPlan(wanted))) is (
        CommonRefusal.NOT_ALLOWED
    )


def test_dates_of_rounds_that_were_paired_stay_and_those_to_come_follow_them() -> None:
    dates = tuple(START_MS + n * DAY_MS for n in range(5))
    cup = paired(an_evening(8, replace(SWISS, starts_ms=START_MS, dates=dates)))
    late = (1, *(date + DAY_MS for date in dates[1:]), dates[-1] + 9 * DAY_MS)
    moved = after(cup, manage(actions.AmendPlan(replace(SWISS, dates=late))))

    assert moved.the_plan.dates == (dates[0], *late[1:])
    back = replace(SWISS, dates=(dates[0], dates[0] - 1))
    assert refusal(cup, manage(actions.AmendPlan(back))) is RoomRefusal.BAD_TERMS


def test_a_list_that_is_sent_twice_or_by_two_at_once_adds_nobody_twice() -> None:
    cup = an_evening(3)

    assert refusal(cup, listing(1, 3)) is TournamentRefusal.LIST_MOVED
    assert refusal(cup, listing(5, 1)) is TournamentRefusal.LIST_MOVED
    assert refusal(cup, listing(4, 1, by="eve")) is CommonRefusal.NOT_ALLOWED


def test_nobody_gets_the_number_of_somebody_who_left() -> None:
    cup = after(an_evening(3), manage(actions.RemovePlayerAction(person(2))))

    entrants = after(cup, listing(4, 1)).entrants.values()
    assert {entrant.number for entrant in entrants} == {1, 3, 4}


def test_it_waits_for_a_person_and_nothing_calls_it_off() -> None:
    alone, cup = an_evening(1), an_evening(4)

    assert due_at_ms(alone) is None
    assert due_at_ms(cup) is None
    assert refusal(alone, PAIR) is TournamentRefusal.TOO_FEW_ENTRANTS
    begun = paired(cup)
    assert begun.phase is Phase.RUNNING
    assert len(boards(begun, 1)) == 2
    assert due_at_ms(begun) is None
    assert TOURNAMENT.outage(begun, 0, START_MS) is None
    assert decide(begun, TakeTournamentOutage(0, START_MS), START_MS).events == ()


def test_pairs_open_no_rooms() -> None:
    cup = after(an_evening(4), PAIR)

    effects = decide(cup, WakeTournament(), T0_MS).effects

    assert not [effect for effect in effects if effect.kind in ("room", "lobby")]


def test_the_next_round_waits_for_all_results_and_says_which_are_missing() -> None:
    cup = after(paired(an_evening(6)), write(1, (1, "red"), (3, "draw")))

    with pytest.raises(Refused) as refused:
        decide(cup, PAIR, T0_MS)
    assert refused.value.code is TournamentRefusal.RESULTS_MISSING
    assert refused.value.detail == "Board 2."
    done = after(cup, write(1, (2, "black")))
    assert due_at_ms(done) is None
    assert done.phase is Phase.RUNNING
    assert len(paired(done).rounds) == 2


def test_a_pairing_can_be_drawn_anew_while_nobody_has_written_a_result() -> None:
    cup = paired(an_evening(5))
    again = after(cup, UNPAIR)

    assert again.rounds == ()
    assert not again.games
    assert {one.score for one in again.entrants.values()} == {0}
    assert not any(one.room for one in again.entrants.values())
    assert len(paired(after(again, listing(6, 1))).rounds[0].games) == 3
    written = after(cup, write(1, (1, "draw")))
    assert refusal(written, UNPAIR) is TournamentRefusal.ROUND_HAS_RESULTS


def test_each_result_is_what_was_written_by_whom_and_when() -> None:
    cup = after(paired(an_evening(14)), manage(actions.AppointArbiterAction("arb")))
    words: tuple[actions.ResultName, ...] = (
        "red",
        "black",
        "draw",
        "red_absent",
        "black_absent",
        "both_absent",
        "both_lost",
    )

    written = after(cup, write(1, *enumerate(words, start=1), by="arb"), now_ms=T0_MS + 5)

    assert tuple(names_at(written, 1)) == words
    scores = [
        (written.entrants[red].score, written.entrants[black].score)
        for red, black in boards(written, 1)
    ]
    assert scores == [(2, 0), (0, 2), (1, 1), (0, 2), (2, 0), (0, 0), (0, 0)]
    assert {(result.by, result.at_ms) for result in written.results.values()} == {
        ("arb", T0_MS + 5)
    }


def test_two_arbiters_who_write_the_same_are_one_and_the_second_of_two_results_is_told() -> None:
    cup = after(paired(an_evening(4)), write(1, (1, "red")))

    assert decide(cup, write(1, (1, "red")), T0_MS).events == ()
    assert refusal(cup, write(1, (2, "draw"), (1, "black"))) is TournamentRefusal.RESULT_DIFFERS
    assert refusal(cup, write(1, (2, "red"), (2, "draw"))) is CommonRefusal.BAD_MESSAGE
    assert names_at(after(cup, write(1, (1, "black", "red"))), 1) == ["black", "none"]


def test_a_wrong_board_gets_its_result_taken_back_in_the_latest_round_only() -> None:
    cup = after(paired(an_evening(4)), write(1, (1, "red")))

    back = after(cup, write(1, (1, "none", "red")))

    assert names_at(back, 1) == ["none", "none"]
    assert {one.score for one in back.entrants.values()} == {0}
    later = paired(after(cup, write(1, (2, "red"))))
    assert refusal(later, write(1, (1, "none", "red"))) is TournamentRefusal.NO_SUCH_BOARD


def test_a_result_corrected_two_rounds_later_moves_points_and_no_pair() -> None:
    cup = paired(an_evening(8))
    for number in (1, 2):
        cup = paired(after(cup, all_results(cup, number)))
    red, black = boards(cup, 1)[0]

    corrected = after(cup, write(1, (1, "black", "red")))

    assert corrected.rounds == cup.rounds
    assert corrected.entrants[red].score == cup.entrants[red].score - 2
    assert corrected.entrants[black].score == cup.entrants[black].score + 2
    for player, row in crosstable(corrected).items():
        assert corrected.entrants[player].score == sum(result.points for result in row)
    assert isinstance(corrected.notes[-1].action, actions.RuleGameAction)


def test_a_correction_after_the_end_tells_the_order_again_for_a_week() -> None:
    plan = replace(SWISS, format=SwissFormat(1))
    cup = paired(an_evening(4, plan))
    over = after(cup, all_results(cup, 1))

    events = events_of(over, write(1, (1, "black", "red")), T0_MS + DAY_MS)

    assert over.phase is Phase.FINISHED
    assert [type(event) for event in events] == [TournamentManaged, TournamentFinished]
    late = T0_MS + 8 * DAY_MS
    assert refusal(over, write(1, (1, "black", "red")), late) is TournamentRefusal.TOURNAMENT_OVER


def test_a_bye_is_asked_for_rounds_ahead() -> None:
    half = manage(actions.GiveBye(person(1), points=1, round=3))
    cup = after(an_evening(6), half)
    for number in (1, 2):
        cup = paired(cup)
        assert person(1) in {who for pair in boards(cup, number) for who in pair}
        cup = after(cup, all_results(cup, number, "draw"))

    third = paired(cup)

    assert third.rounds[2].given == (GivenBye(person(1), 1),)
    assert third.asked_byes == ()
    assert third.entrants[person(1)].score == 3
    assert after(third, UNPAIR).next_byes == (GivenBye(person(1), 1),)


def test_eleven_have_one_bye_a_round_and_nobody_two() -> None:
    cup = an_evening(11)
    for number in range(1, 6):
        cup = paired(cup)
        cup = after(cup, all_results(cup, number))

    byes = [player for round_ in cup.rounds for player in round_.byes]

    assert cup.phase is Phase.FINISHED
    assert len(byes) == len(set(byes)) == 5


def test_a_latecomer_sits_with_the_one_who_had_the_bye() -> None:
    cup = after(paired(an_evening(5)), listing(6, 1))
    (free,) = cup.rounds[0].byes
    seat = manage(actions.SeatAction(1, 3, free, person(6)))

    seated = after(cup, seat)

    assert boards(seated, 1)[2] == (free, person(6))
    unnamed = dataclasses.replace(cup, id="")  # as `verify` reads a log
    assert by_hand.seated(unnamed, actions.SeatAction(1, 3, free, person(6))).rounds == (
        seated.rounds
    )
    assert seated.rounds[0].byes == ()
    assert seated.rounds[0].given == ()
    assert seated.entrants[free].score == 0
    assert seated.entrants[person(6)].score == 0
    done = after(seated, all_results(seated, 1))
    assert done.entrants[free].score == 2


def test_two_exchange_their_places_while_their_boards_have_no_result() -> None:
    cup = paired(an_evening(6))
    (a, b), (c, d), rest = boards(cup, 1)

    swapped = after(cup, manage(actions.SeatAction(1, 1, a, d)))

    assert boards(swapped, 1) == [(a, d), (c, b), rest]
    assert {swapped.entrants[who].room for who in (a, d)} == {swapped.rounds[0].games[0].room}
    written = after(cup, write(1, (2, "red")))
    seat = manage(actions.SeatAction(1, 1, a, d))
    assert refusal(written, seat) is TournamentRefusal.ROUND_HAS_RESULTS


def test_wrong_sides_of_an_earlier_round_are_mended_and_the_winner_stays() -> None:
    cup = paired(an_evening(4))
    red, black = boards(cup, 1)[0]
    cup = paired(after(cup, all_results(cup, 1)))

    mended = after(cup, manage(actions.SeatAction(1, 1, black, red)))

    assert boards(mended, 1)[0] == (black, red)
    assert names_at(mended, 1)[0] == "black"
    assert mended.entrants[red].score == cup.entrants[red].score
    assert next(iter(mended.entrants[red].sheet)) == next(iter(cup.entrants[red].sheet))
    assert crosstable(mended)[red][0].side is not crosstable(cup)[red][0].side


def test_a_person_who_goes_home_is_not_paired_until_back() -> None:
    cup = after(an_evening(5), manage(actions.AttendAction(person(5), on=False)))
    cup = paired(cup)

    assert cup.rounds[0].byes == ()
    assert len(boards(cup, 1)) == 2
    back = after(cup, manage(actions.AttendAction(person(5))), all_results(cup, 1, "draw"))
    assert len(paired(back).rounds[1].byes) == 1


def test_a_person_who_withdrew_can_come_back() -> None:
    cup = paired(an_evening(4))
    gone = after(cup, manage(actions.RemovePlayerAction(person(1))))

    back = after(gone, manage(actions.RemovePlayerAction(person(1), on=False)))

    assert gone.entrants[person(1)].has_left
    assert not back.entrants[person(1)].has_left


def test_a_double_forfeit_is_no_meeting() -> None:
    cup = paired(an_evening(2, replace(SWISS, format=RobinFormat(double=True))))

    cup = paired(after(cup, write(1, (1, "both_absent"))))

    assert [one.played for one in cup.entrants.values()] == [0, 0]
    assert all(row[0].how == "forfeit" for row in crosstable(cup).values())


def test_rounds_of_dates_are_paired_after_the_last_result_and_begin_at_their_dates() -> None:
    dates = (START_MS, START_MS + 7 * DAY_MS, START_MS + 14 * DAY_MS)
    plan = replace(SWISS, format=SwissFormat(3), dates=dates)
    cup = an_evening(4, plan)

    assert due_at_ms(cup) == START_MS
    begun = after(cup, WakeTournament(), now_ms=START_MS)
    done = after(begun, all_results(begun, 1), now_ms=START_MS + 1)
    due_ms = due_at_ms(done)
    assert due_ms == START_MS + 1 + 60_000
    assert len(after(done, WakeTournament(), now_ms=due_ms).rounds) == 2


def test_an_evening_that_gets_late_ends_after_the_round_that_is_over() -> None:
    cup = paired(an_evening(4))

    assert refusal(cup, FINISH) is TournamentRefusal.RESULTS_MISSING
    over = after(cup, all_results(cup, 1), FINISH)
    assert over.phase is Phase.FINISHED
    assert len(over.rounds) == 1


def test_a_knockout_waits_for_a_person_and_is_corrected_until_the_next_round() -> None:
    cup = paired(an_evening(4, replace(SWISS, format=KnockoutFormat(third_place=True))))
    (a, b), (c, _) = boards(cup, 1)
    half = after(cup, write(1, (1, "red"), (2, "red")))

    assert not half.games
    assert boards(half, 2) == []
    mended = after(half, write(1, (1, "black", "red")))
    assert mended.entrants[b].score == 2
    assert mended.entrants[a].score == 0
    final = paired(mended)
    assert {*boards(final, 2)[0]} == {b, c}
    assert refusal(final, write(1, (1, "red", "black"))) is CommonRefusal.NOT_ALLOWED
    over = after(final, write(2, (1, "red"), (2, "draw")))
    assert over.phase is Phase.RUNNING  # a level match has one more game
    last = paired(over)
    done = after(last, write(2, (2, "red")))
    assert done.phase is Phase.FINISHED
    assert names_at(after(half, write(1, (2, "none", "red"))), 1) == ["red", "none"]


def test_a_knockout_round_waits_for_the_one_before_though_byes_could_play() -> None:
    cup = paired(an_evening(5, replace(SWISS, format=KnockoutFormat())))

    assert format_of(cup.the_plan).round_of(cup) == 1
    assert len(boards(cup, 1)) == len(cup.games) == 1
    with pytest.raises(Refused) as refused:
        decide(cup, PAIR, T0_MS)
    assert refused.value.detail == "Board 1."
    assert len(boards(paired(after(cup, write(1, (1, "red")))), 2)) == 2


def test_teams_meet_on_their_boards() -> None:
    plan = replace(SWISS, format=TeamRobinFormat(("North", "South"), boards=2))
    cup = after(Tournament(CUP), Announce("org", plan), listing(1, 2, team=0))
    cup = after(cup, listing(3, 2, team=1))

    begun = paired(cup)
    over = after(begun, all_results(begun, 1))

    assert len(boards(begun, 1)) == 2
    assert over.phase is Phase.FINISHED
    assert refusal(cup, listing(5, 1)) is TournamentRefusal.NO_SUCH_TEAM


@pytest.mark.parametrize(
    "plan",
    [
        replace(SWISS, format=ArenaFormat(30)),
        replace(SWISS, format=RobinFormat(until_ms=START_MS + DAY_MS)),
        replace(SWISS, dates=(START_MS, START_MS)),
        replace(SWISS, dates=(START_MS + 500 * DAY_MS,)),
        replace(SWISS, at_boards=False, dates=(START_MS,)),
    ],
)
def test_a_plan_that_no_club_can_play_is_refused(plan: Plan) -> None:
    with pytest.raises(Refused):
        decide(Tournament(CUP), Announce("org", plan), T0_MS)


def test_any_evening_of_any_hands_keeps_its_sums_and_is_read_back() -> None:
    chance = random.Random(7)
    words: tuple[actions.ResultName, ...] = ("red", "black", "draw", "both_absent", "red_absent")
    cup = an_evening(13)
    while cup.phase is not Phase.FINISHED:
        cup = paired(cup)
        number = len(cup.rounds)
        for at in range(1, len(boards(cup, number)) + 1):
            stands = names_at(cup, number)[at - 1]
            cup = after(cup, write(number, (at, chance.choice(words), stands)))
            if chance.random() < 0.3 and cup.phase is Phase.RUNNING:
                stands = names_at(cup, number)[at - 1]
                cup = after(cup, write(number, (at, chance.choice((*words, "none")), stands)))
        if cup.games:
            cup = after(cup, all_results(cup, number))
        for player, row in crosstable(cup).items():
            assert cup.entrants[player].score == sum(result.points for result in row)

    record = TOURNAMENT.records.to_record(cup)
    assert TOURNAMENT.records.from_record(CUP, record) == cup
    assert len(standings_of(cup).order) == 13


def test_a_name_that_is_taken_away_is_forgotten_by_its_log() -> None:
    called = names.TournamentNames()
    for command in ({1: names.EntrantName("Nguyễn", "Club")}, {1: names.EntrantName("")}):
        (event,) = names.decide(called, names.NameEntrants(command), T0_MS).events
        called = names.apply(called, Stamped(1, T0_MS, event))

    assert called == names.TournamentNames({}, is_changed=True)
    forgets = names.TOURNAMENT_NAMES.records.forces_snapshot
    assert forgets is not None
    assert forgets(called)
