"""A tournament's life: announced, entered, begun, played, over; and what it orders elsewhere."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.arenas import (
    MINUTE_MS,
    START_MS,
    T0_MS,
    TERMS,
    a_plan,
    after,
    announced,
    enter,
    events_of,
    settle,
)
from xiangqi_server.aggregates.lobby.messages import Withdraw
from xiangqi_server.aggregates.room.messages import Open, Settle
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, GameTerms, Seats
from xiangqi_server.aggregates.row_effects import RemoveRow
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.entering import MOST_DEPARTURES
from xiangqi_server.aggregates.tournaments.event_builder import TournamentDecision
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    ArenaPaired,
    CallOff,
    CallOffReason,
    EnterTournament,
    GameSettled,
    LeaveTournament,
    PauseEntrant,
    PlayerEntered,
    PlayerPaused,
    ReturnEntrant,
    SeePlayers,
    TakeTournamentOutage,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCommand,
    TournamentCredited,
    TournamentFinished,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import Conditions, SwissFormat
from xiangqi_server.aggregates.tournaments.records import TournamentRecord
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.index_row import read_row, row_of
from xiangqi_server.aggregates.tournaments.results.place_rows import PLACES
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.waking import due_at_ms
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

PLAYERS = ("ann", "ben", "cai", "dan")
END_MS = START_MS + 30 * MINUTE_MS


def running(*commands: TournamentCommand) -> Tournament:
    """An arena that has begun, with four players, after some commands."""
    tournament = announced(players=PLAYERS)
    return after(tournament, WakeTournament(), *commands, now_ms=START_MS)


def refusal(tournament: Tournament, command: TournamentCommand, now_ms: int) -> Refused:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(tournament, command, now_ms)
    return refused.value


def removed(decision: TournamentDecision) -> set[str]:
    """The entries that a decision takes away."""
    return {
        one.command.row
        for one in decision.effects
        if one.id == PLACES and isinstance(one.command, RemoveRow)
    }


def test_entries_are_taken_away_when_it_is_called_off_or_over_but_for_places() -> None:
    announced_one = announced(players=PLAYERS)
    cup = after(running(LeaveTournament("dan")), WakeTournament(), now_ms=START_MS + 3_000)
    (room, game), *_ = cup.games.items()
    cup = after(cup, settle(room, game.red), now_ms=START_MS + 60_000)
    waiting = {*PLAYERS} - {game.red, game.black, "dan"}

    off = decide(announced_one, CallOff("org"), T0_MS)
    off_later = decide(cup, CallOff("org"), START_MS + 60_000)
    over = decide(cup, WakeTournament(), END_MS)

    assert removed(off) == {f"cup.{player}" for player in PLAYERS}
    assert removed(off_later) == {f"cup.{player}" for player in (*waiting, game.red, game.black)}
    assert isinstance(over.events[-1], TournamentFinished)
    assert removed(over) == {f"cup.{player}" for player in waiting}


def test_nothing_can_be_done_with_what_nobody_announced() -> None:
    refused = refusal(Tournament("cup"), enter("ann"), T0_MS)

    assert refused.code is TournamentRefusal.NO_SUCH_TOURNAMENT


def test_a_plan_starts_within_three_months_and_is_played_on_a_clock() -> None:
    plan = a_plan()
    bad = [
        msgspec.structs.replace(plan, starts_ms=T0_MS - 1),
        msgspec.structs.replace(plan, starts_ms=T0_MS + 91 * DAY_MS),
        msgspec.structs.replace(plan, terms=GameTerms(CorrespondenceClock(3))),
        msgspec.structs.replace(plan, conditions=Conditions(1_600, 1_500)),
    ]

    codes = [refusal(Tournament("cup"), Announce("org", one), T0_MS).code for one in bad]

    assert codes == [RoomRefusal.BAD_TERMS] * 4


def test_announced_again_by_the_same_player_it_stays_as_it_is() -> None:
    tournament = announced()

    assert events_of(tournament, Announce("org", a_plan(minutes=60)), T0_MS) == ()
    assert refusal(tournament, Announce("eve", a_plan()), T0_MS).code is CommonRefusal.NOT_ALLOWED


@pytest.mark.parametrize(
    ("asked", "player", "is_fit"),
    [
        (Conditions(), EnterTournament("a", 0, 0, T0_MS), True),
        (Conditions(), EnterTournament("a", 0, 0, None), False),
        (Conditions(min_rating=1_500), EnterTournament("a", 1_500, 0, 0), True),
        (Conditions(min_rating=1_500), EnterTournament("a", 1_499, 0, 0), False),
        (Conditions(max_rating=1_500), EnterTournament("a", 1_501, 0, 0), False),
        (Conditions(min_games=20), EnterTournament("a", 0, 19, 0), False),
        (Conditions(), EnterTournament("a", 0, 0, 0, is_bot=True), False),
        (Conditions(bots=True), EnterTournament("a", 0, 0, 0, is_bot=True), True),
        (Conditions(min_account_days=2), EnterTournament("a", 0, 0, T0_MS - 2 * DAY_MS), True),
        (Conditions(min_account_days=2), EnterTournament("a", 0, 0, T0_MS - DAY_MS), False),
    ],
)
def test_who_meets_the_conditions_may_enter(
    asked: Conditions, player: EnterTournament, is_fit: bool
) -> None:
    tournament = announced(a_plan(conditions=asked))
    if is_fit:
        entered = PlayerEntered("a", player.rating, number=1)
        assert events_of(tournament, player, T0_MS) == (entered,)
    else:
        assert refusal(tournament, player, T0_MS).code in (
            TournamentRefusal.CONDITIONS_NOT_MET,
            CommonRefusal.NO_ACCOUNT,
        )


def test_who_leaves_before_the_start_was_never_there() -> None:
    tournament = after(announced(players=PLAYERS), LeaveTournament("ben"))

    assert sorted(tournament.entrants) == ["ann", "cai", "dan"]
    assert tournament.taking_part == 3
    assert after(tournament, LeaveTournament("ben")) == tournament


def test_it_begins_at_its_time_and_not_before() -> None:
    tournament = announced(players=PLAYERS)

    assert due_at_ms(tournament) == START_MS
    assert events_of(tournament, WakeTournament(), START_MS - 1) == ()
    assert events_of(tournament, WakeTournament(), START_MS) == (TournamentBegun(),)


def test_a_pairing_opens_its_rooms_and_takes_its_players_out_of_the_lobby() -> None:
    tournament = running()
    tick_ms = START_MS + 1_000

    decision = decide(tournament, WakeTournament(), tick_ms)

    (paired,) = decision.events
    assert isinstance(paired, ArenaPaired)
    players = tuple(who for game in paired.games for who in (game.red, game.black))
    opened = [
        Effect(
            "room",
            game.room,
            Open(
                tournament.the_plan.terms,
                Seats(game.red, game.black),
                origin="tournament:cup",
                ready_ms=20_000,
            ),
        )
        for game in paired.games
    ]
    effects = [one for one in decision.effects if one.kind != "shelf"]
    assert effects == [Effect("lobby", "main", Withdraw(players)), *opened]
    assert decide(tournament, WakeTournament(), tick_ms) == decision


def paired() -> Tournament:
    """An arena whose four players have two games."""
    return after(running(), WakeTournament(), now_ms=START_MS + 1_000)


def test_a_result_counts_once() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))
    over = settle(room, game.red)
    once = after(tournament, over, now_ms=START_MS + 60_000)

    assert events_of(tournament, over, START_MS) == (
        GameSettled(room, game.red, counts=True, plies=40),
    )
    assert events_of(once, over, START_MS + 60_001) == ()
    assert once.entrants[game.red].score == 2


def test_who_gives_up_before_the_second_move_has_lost() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))

    tournament = after(tournament, Settle(room, game.black, counts=False, plies=1))

    assert tournament.entrants[game.black].score == 2


def test_who_does_not_come_is_paused_and_may_return_a_little_later() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))
    void = Settle(room, None, counts=False, absent=(game.black,))

    assert events_of(tournament, void, START_MS)[1:] == (PlayerPaused(game.black, absent=True),)

    tournament = after(tournament, void, now_ms=START_MS + 30_000)
    early = refusal(tournament, ReturnEntrant(game.black), START_MS + 36_000)
    assert (early.code, early.retry_ms) == (TournamentRefusal.RETURN_TOO_SOON, 4_000)
    back = after(tournament, ReturnEntrant(game.black), now_ms=START_MS + 40_000)
    assert back.entrants[game.black].since_ms == START_MS + 40_000


def test_who_leaves_and_enters_again_keeps_its_points_and_waits_like_one_who_paused() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))
    tournament = after(tournament, settle(room, game.red), LeaveTournament(game.red))
    again = enter(game.red)

    assert refusal(tournament, again, T0_MS + 9_999).code is TournamentRefusal.RETURN_TOO_SOON
    tournament = after(tournament, again, now_ms=T0_MS + 10_000)
    assert tournament.entrants[game.red].score == 2
    assert tournament.taking_part == 4


def test_a_pause_during_a_game_lasts_after_it() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))

    tournament = after(tournament, PauseEntrant(game.red), settle(room, None), now_ms=START_MS)

    assert tournament.entrants[game.red].since_ms == 0
    assert refusal(announced(players=PLAYERS), PauseEntrant("ann"), T0_MS).code is (
        TournamentRefusal.TOURNAMENT_NOT_RUNNING
    )
    assert refusal(tournament, PauseEntrant("eve"), T0_MS).code is TournamentRefusal.NOT_ENTERED
    ended = after(tournament, CallOff("org"), now_ms=START_MS)
    assert refusal(ended, PauseEntrant("ann"), START_MS).code is TournamentRefusal.TOURNAMENT_OVER


def test_what_a_node_sees_is_written_down_only_if_it_is_news() -> None:
    tournament = running(SeePlayers(away=("ann",)))

    assert not tournament.entrants["ann"].is_here
    assert events_of(tournament, SeePlayers(away=("ann", "eve")), START_MS) == ()
    assert events_of(tournament, SeePlayers(present=("ben",)), START_MS) == ()


def test_at_its_end_it_has_an_order_and_running_games_count_for_nothing() -> None:
    tournament = paired()
    (room, game), (other, _) = tournament.games.items()
    tournament = after(tournament, settle(room, game.black), now_ms=START_MS + 60_000)

    (finished,) = events_of(tournament, WakeTournament(), END_MS)
    over = after(tournament, WakeTournament(), now_ms=END_MS)

    assert isinstance(finished, TournamentFinished)
    assert finished.order[0] == game.black
    assert len(finished.order) == 4
    assert (over.phase, len(over.games), over.waiting) == (Phase.FINISHED, 0, 0)
    assert events_of(over, settle(other, "ann"), END_MS + 1) == ()
    assert due_at_ms(over) is None
    assert refusal(over, enter("eve"), END_MS).code is TournamentRefusal.TOURNAMENT_OVER


def test_whoever_leaves_is_counted_again_once_it_is_over() -> None:
    tournament = paired()
    for room, game in tournament.games.items():
        tournament = after(tournament, settle(room, game.red), now_ms=START_MS + 60_000)
    tournament = after(tournament, LeaveTournament("dan"), now_ms=START_MS + 70_000)

    over = after(tournament, WakeTournament(), now_ms=END_MS)

    assert row_of(tournament).entered == 3
    assert row_of(over).entered == 4


def test_only_its_organiser_or_an_operator_calls_it_off() -> None:
    tournament = running()
    called_off = TournamentCalledOff(CallOffReason.ORGANISER, "org")

    assert refusal(tournament, CallOff("ann"), START_MS).code is CommonRefusal.NOT_ALLOWED
    assert events_of(tournament, CallOff("org"), START_MS) == (called_off,)
    over = after(tournament, CallOff("eve", is_operator=True), now_ms=START_MS)
    assert (over.phase, due_at_ms(over)) == (Phase.CALLED_OFF, None)
    assert events_of(over, CallOff("org"), START_MS) == ()


def test_an_outage_moves_the_end_once() -> None:
    tournament = running()
    down = TakeTournamentOutage(START_MS - 5_000, START_MS + 60_000)
    now_ms = START_MS + 61_000

    assert events_of(tournament, down, now_ms) == (TournamentCredited(60_000, START_MS + 60_000),)
    later = after(tournament, down, now_ms=now_ms)
    assert later.ends_ms == END_MS + 60_000
    assert TOURNAMENT.outage(later, down.from_ms, down.to_ms) is None
    assert TOURNAMENT.outage(tournament, down.from_ms, down.to_ms) == down
    assert TOURNAMENT.outage(announced(), down.from_ms, down.to_ms) is None


def test_its_row_is_in_the_list_of_its_phase() -> None:
    def lists(tournament: Tournament, command: TournamentCommand, now_ms: int) -> set[str]:
        effects = decide(tournament, command, now_ms).effects
        (row,) = [one.command for one in effects if one.id == "tournaments"]
        return set(getattr(row, "places"))  # noqa: B009 - the command is any object

    arena = running()
    assert lists(Tournament("cup"), Announce("org", a_plan()), T0_MS) == {"soon"}
    assert lists(announced(), enter("ann"), T0_MS) == {"soon"}
    assert lists(announced(), WakeTournament(), START_MS) == {"now"}
    assert lists(arena, WakeTournament(), END_MS) == {"finished"}
    assert lists(arena, CallOff("org"), START_MS) == set()


def test_a_row_says_who_leads() -> None:
    tournament = paired()
    room, game = next(iter(tournament.games.items()))
    effects = decide(tournament, settle(room, game.black), START_MS + 60_000).effects
    (row,) = [one.command for one in effects if one.id == "tournaments"]

    assert read_row(getattr(row, "body")).leaders[0] == game.black  # noqa: B009


def test_the_games_shown_are_those_of_the_highest() -> None:
    standings = standings_of(paired())

    ((room, game),) = standings.top_games(1)

    assert "ann" in (game.red, game.black)
    assert room in standings.tournament.games
    assert [one.player for one in standings.page(3, 2)] == ["cai", "dan"]
    assert standings.ranks["dan"] == 4


COMMANDS = st.lists(
    st.one_of(
        st.sampled_from(PLAYERS).map(enter),
        st.sampled_from(PLAYERS).map(LeaveTournament),
        st.sampled_from(PLAYERS).map(PauseEntrant),
        st.sampled_from(PLAYERS).map(ReturnEntrant),
        st.sampled_from(PLAYERS).map(lambda who: SeePlayers(away=(who,))),
        st.sampled_from(PLAYERS).map(lambda who: SeePlayers(present=(who,))),
        st.just(WakeTournament()),
        st.tuples(st.integers(0, 3), st.booleans()),
    ),
    max_size=40,
)


@given(COMMANDS)
def test_whatever_happens_the_counts_are_right_and_a_snapshot_is_the_whole(
    commands: list[TournamentCommand | tuple[int, bool]],
) -> None:
    tournament, now_ms = announced(players=PLAYERS[:2]), START_MS
    for command in commands:
        now_ms += 3_000
        if isinstance(command, tuple):
            number, is_won = command
            rooms = sorted(tournament.games)
            if number >= len(rooms):
                continue
            game = tournament.games[rooms[number]]
            command = settle(rooms[number], game.red if is_won else None)
        try:
            events = events_of(tournament, command, now_ms)
        except Refused:
            continue
        for event in events:
            tournament = apply(tournament, Stamped(tournament.version + 1, now_ms, event))

    entrants = list(tournament.entrants.values())
    assert tournament.active == sum(one.is_active for one in entrants)
    assert tournament.waiting == sum(one.since_ms > 0 for one in entrants)
    assert tournament.taking_part == sum(not one.has_left for one in entrants)
    playing = sorted(one.room for one in entrants if one.room)
    assert playing == sorted(2 * list(tournament.games))
    assert not any(one.since_ms for one in entrants if one.room or not one.is_active)
    due_ms = due_at_ms(tournament)
    assert due_ms is not None

    records = TOURNAMENT.records
    written = msgspec.msgpack.encode(msgspec.to_builtins(records.to_record(tournament)))
    record: object = msgspec.convert(msgspec.msgpack.decode(written), TournamentRecord)
    assert records.from_record("cup", record) == tournament


def test_the_terms_of_its_games_are_settled_when_it_is_announced() -> None:
    plan = announced(a_plan(terms=msgspec.structs.replace(TERMS, takebacks=True))).the_plan

    assert plan.terms.rules.version > 0
    assert not plan.terms.takebacks


def test_who_has_left_so_often_does_not_come_back_and_others_do() -> None:
    tournament = announced()
    for _ in range(MOST_DEPARTURES):
        tournament = after(tournament, enter("ann"), LeaveTournament("ann"))

    again = refusal(tournament, enter("ann"), T0_MS)

    assert again.code is TournamentRefusal.ENTERED_TOO_OFTEN
    assert "ben" in after(tournament, enter("ben")).entrants
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(tournament)) == tournament


def test_in_rounds_one_pauses_only_so_often_and_may_leave_after_that() -> None:
    plan = replace(a_plan(), format=SwissFormat(5))
    tournament = after(announced(plan, PLAYERS), WakeTournament(), now_ms=START_MS)
    now_ms = START_MS
    for _ in range(MOST_DEPARTURES):
        tournament = after(tournament, PauseEntrant("ann"), now_ms=now_ms)
        now_ms = tournament.entrants["ann"].return_at_ms
        tournament = after(tournament, ReturnEntrant("ann"), now_ms=now_ms)

    refused = refusal(tournament, PauseEntrant("ann"), now_ms)

    assert refused.code is TournamentRefusal.ENTERED_TOO_OFTEN
    assert after(tournament, LeaveTournament("ann"), now_ms=now_ms).entrants["ann"].has_left
