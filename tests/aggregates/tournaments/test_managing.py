"""What organisers, arbiters and operators may do, and what becomes of it."""

import dataclasses

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, announced, enter, events_of, settle
from xiangqi_server.aggregates.room.messages import Overrule
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.actions import (
    AmendPlan,
    AppointArbiterAction,
    FeatureAction,
    ForbidPairAction,
    GiveBye,
    InvitePlayerAction,
    RemovePlayerAction,
    RuleGameAction,
    TournamentAction,
)
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.managing import (
    CORRECTION_MS,
    KEPT_NOTE_BYTES,
    MOST_NOTE_BYTES,
)
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    GameSettled,
    ManageTournament,
    PairedGame,
    PlayerLeft,
    RoundOver,
    TournamentCommand,
    TournamentFinished,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    Conditions,
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
)
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable
from xiangqi_server.aggregates.tournaments.results.index_row import put_row, row_of
from xiangqi_server.aggregates.tournaments.results.place_rows import put_places
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import GivenBye, Phase, Tournament, TournamentNote
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused

FOUR = ("ann", "ben", "cai", "dan")
SWISS = replace(a_plan(), format=SwissFormat(3))
ROBIN = replace(a_plan(), format=RobinFormat())


def do(action: TournamentAction, by: str = "org", *, operator: bool = False) -> ManageTournament:
    """The command of an action."""
    return ManageTournament(by, action, is_operator=operator)


def begun(plan: Plan, players: tuple[str, ...] = FOUR) -> Tournament:
    """A tournament that has begun."""
    return after(announced(plan, players), WakeTournament(), now_ms=START_MS)


def refusal(tournament: Tournament, command: TournamentCommand) -> RefusalCode:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(tournament, command, START_MS)
    return refused.value.code


def is_refused(tournament: Tournament, command: TournamentCommand) -> bool:
    """Whether a command is refused."""
    try:
        decide(tournament, command, START_MS)
    except Refused:
        return True
    return False


def test_the_organiser_appoints_arbiters_who_may_less_and_operators_may_all() -> None:
    cup = after(announced(SWISS, FOUR), do(AppointArbiterAction("eva")))

    assert cup.arbiters == ("eva",)
    assert after(cup, do(ForbidPairAction("ann", "ben"), "eva")).forbidden == (("ann", "ben"),)
    assert after(cup, do(FeatureAction(), "root", operator=True)).is_featured
    for command in (
        do(AppointArbiterAction("fay"), "eva"),
        do(AmendPlan(ROBIN), "eva"),
        do(FeatureAction()),
        do(ForbidPairAction("ann", "ben"), "ann"),
    ):
        assert refusal(cup, command) is CommonRefusal.NOT_ALLOWED


def test_what_is_done_is_noted_once_and_kept_in_a_snapshot() -> None:
    twice = (do(ForbidPairAction("ben", "ann")), do(ForbidPairAction("ann", "ben")))
    cup = after(announced(SWISS, FOUR), *twice, do(ForbidPairAction("ann", "ben", on=False)))
    cup = after(
        cup, do(RemovePlayerAction("dan")), do(GiveBye("ann")), do(InvitePlayerAction("fay"))
    )

    assert [(note.by, note.action) for note in cup.notes] == [
        ("org", ForbidPairAction("ben", "ann")),
        ("org", ForbidPairAction("ann", "ben", on=False)),
        ("org", RemovePlayerAction("dan")),
        ("org", GiveBye("ann")),
    ]
    assert (cup.forbidden, cup.byes, cup.invited) == ((), (GivenBye("ann", 2),), ("fay",))
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(cup)) == cup


def with_notes(cup: Tournament, weight: int) -> Tournament:
    """The same with notes of that weight at most, as if its arbiters had been busy."""
    note = TournamentNote(START_MS, "org", ForbidPairAction("ann", "ben"))
    count = (weight - 100) // len(msgpack.encode(note))
    return dataclasses.replace(cup, notes=(note,) * count)


def test_an_arbiter_leaves_room_for_the_organiser_and_the_organiser_for_operators() -> None:
    start = after(announced(SWISS, FOUR), do(AppointArbiterAction("eva")))

    def filled(by: str, most: int, *, operator: bool = False) -> Tournament:
        cup = with_notes(start, most)
        for _ in range(20):
            is_on = ("ann", "ben") not in cup.forbidden
            forbid = do(ForbidPairAction("ann", "ben", on=is_on), by, operator=operator)
            if is_refused(cup, forbid):
                assert refusal(cup, forbid) is CommonRefusal.LIMIT_REACHED
                return cup
            cup = after(cup, forbid)
        raise AssertionError("there is no limit")

    cup = filled("eva", MOST_NOTE_BYTES - 2 * KEPT_NOTE_BYTES)
    cup = after(cup, do(AppointArbiterAction("eva", on=False)))
    assert cup.arbiters == ()
    cup = filled("org", MOST_NOTE_BYTES - KEPT_NOTE_BYTES)
    cup = after(cup, do(RemovePlayerAction("ann"), "root", operator=True))
    assert cup.removed == ("ann",)
    filled("root", MOST_NOTE_BYTES, operator=True)


def test_invitations_are_taken_back_only_as_long_as_there_is_room_for_notes() -> None:
    cup = announced(replace(a_plan(), conditions=Conditions(invited=True)))
    cup = after(cup, do(InvitePlayerAction("ann")), do(InvitePlayerAction("ann", on=False)))
    cup = with_notes(cup, MOST_NOTE_BYTES)

    cup = after(cup, do(InvitePlayerAction("ann")))

    assert refusal(cup, do(InvitePlayerAction("ann", on=False))) is CommonRefusal.LIMIT_REACHED
    assert cup.invited == ("ann",)


def test_no_plan_takes_the_place_of_another_that_takes_fewer_than_have_entered() -> None:
    cup = announced(a_plan(), [f"p{number}" for number in range(RobinFormat().most_entrants)])
    assert after(cup, do(AmendPlan(ROBIN))).the_plan.format == RobinFormat()
    double = do(AmendPlan(replace(ROBIN, format=RobinFormat(double=True))))
    assert refusal(cup, double) is TournamentRefusal.TOURNAMENT_FULL

    cup = after(cup, enter("one more"))

    assert refusal(cup, do(AmendPlan(ROBIN))) is TournamentRefusal.TOURNAMENT_FULL
    assert after(cup, do(AmendPlan(SWISS))).the_plan.format == SwissFormat(3)


def test_a_pair_that_is_kept_apart_is_not_paired() -> None:
    swiss = after(announced(SWISS, FOUR), do(ForbidPairAction("ann", "cai")))
    arena = after(announced(a_plan(), ("ann", "ben")), do(ForbidPairAction("ann", "ben")))
    open_ = after(swiss, WakeTournament(), now_ms=START_MS)
    alone = after(arena, WakeTournament(), now_ms=START_MS)

    pairs = {frozenset((game.red, game.black)) for game in open_.games.values()}
    assert len(pairs) == 2
    assert frozenset(("ann", "cai")) not in pairs
    tried = events_of(alone, WakeTournament(), START_MS + 1_000)
    assert [one.games for one in tried if isinstance(one, ArenaPaired)] == [()]
    assert refusal(begun(ROBIN), do(ForbidPairAction("ann", "ben"))) is CommonRefusal.NOT_ALLOWED


def test_a_bye_that_is_given_counts_as_a_win_and_for_one_round() -> None:
    cup = after(announced(SWISS, (*FOUR, "eva")), do(GiveBye("ben")))
    cup = after(cup, WakeTournament(), now_ms=START_MS)

    assert cup.rounds[0].byes == ()
    assert cup.rounds[0].given == (GivenBye("ben", 2),)
    assert len(cup.games) == 2
    assert (cup.entrants["ben"].score, cup.byes) == (2, ())
    assert refusal(cup, do(GiveBye("eve"))) is TournamentRefusal.NOT_ENTERED


def test_nobody_keeps_oneself_apart_from_another_or_ends_that() -> None:
    cup = after(
        announced(SWISS, FOUR), do(AppointArbiterAction("ann")), do(ForbidPairAction("ann", "ben"))
    )

    assert refusal(cup, do(ForbidPairAction("ann", "cai"), "ann")) is TournamentRefusal.OWN_INTEREST
    assert refusal(cup, do(ForbidPairAction("cai", "ann"), "ann")) is TournamentRefusal.OWN_INTEREST
    assert (
        refusal(cup, do(ForbidPairAction("ann", "ben", on=False), "ann"))
        is TournamentRefusal.OWN_INTEREST
    )
    assert after(cup, do(ForbidPairAction("ben", "cai"), "ann")).forbidden == (
        ("ann", "ben"),
        ("ben", "cai"),
    )


def test_nobody_gives_oneself_a_bye() -> None:
    cup = after(announced(SWISS, FOUR), do(AppointArbiterAction("ann")), do(GiveBye("ben"), "ann"))

    assert refusal(cup, do(GiveBye("ann"), "ann")) is TournamentRefusal.OWN_INTEREST
    assert after(cup, do(GiveBye("ann"))).byes == (GivenBye("ben", 2), GivenBye("ann", 2))
    assert after(cup, do(GiveBye("ben", on=False), "ben", operator=True)).byes == ()


def test_a_game_that_is_ruled_while_it_is_played_ends_and_the_round_goes_on() -> None:
    cup = begun(SWISS)
    first, last = sorted(cup.games)
    cup = after(cup, settle(first, None), now_ms=START_MS)
    game = cup.games[last]

    decision = decide(cup, do(RuleGameAction(last, game.black)), START_MS)
    cup = after(cup, do(RuleGameAction(last, game.black)), now_ms=START_MS)

    assert Effect("room", last, Overrule()) in decision.effects
    assert decision.events[1] == GameSettled(last, game.black, counts=True)
    assert isinstance(decision.events[-1], RoundOver)
    assert cup.entrants[game.black].score == 2
    assert after(cup, settle(last, game.red), now_ms=START_MS) == cup


def test_a_game_of_a_round_that_is_over_is_ruled_anew_and_all_is_counted_anew() -> None:
    cup = begun(ROBIN)
    rooms = dict(cup.games)
    for room, game in rooms.items():
        cup = after(cup, settle(room, game.red), now_ms=START_MS)
    cup = after(cup, WakeTournament(), now_ms=START_MS + 60_000)
    room, game = next(iter(rooms.items()))

    ruled = after(cup, do(RuleGameAction(room, game.black)), now_ms=START_MS + 60_001)

    scores = {player: entrant.score for player, entrant in ruled.entrants.items()}
    assert (scores[game.red], scores[game.black]) == (0, 2)
    table = crosstable(ruled)
    assert {who: sum(one.points for one in row) for who, row in table.items()} == scores
    assert ruled.games == cup.games
    assert {who: one.room for who, one in ruled.entrants.items()} == {
        who: one.room for who, one in cup.entrants.items()
    }


def test_nobody_rules_a_game_of_ones_own_nor_one_that_is_not_there() -> None:
    cup = after(begun(SWISS), do(AppointArbiterAction("ann")), now_ms=START_MS)
    room = cup.entrants["ann"].room
    arena = after(begun(a_plan()), WakeTournament(), now_ms=START_MS + 1_000)

    assert refusal(cup, do(RuleGameAction(room, "ann"), "ann")) is TournamentRefusal.OWN_INTEREST
    assert refusal(cup, do(RuleGameAction(room, "eve"))) is TournamentRefusal.NOT_ENTERED
    assert refusal(cup, do(RuleGameAction("nosuch", None))) is RoomRefusal.NO_SUCH_ROOM
    assert (
        refusal(arena, do(RuleGameAction(next(iter(arena.games)), None)))
        is CommonRefusal.NOT_ALLOWED
    )


@pytest.mark.parametrize("plan", [SWISS, ROBIN, replace(a_plan(), format=KnockoutFormat())])
def test_who_plays_removes_no_opponent_but_another_arbiter_does(plan: Plan) -> None:
    before = after(
        announced(plan, FOUR), do(AppointArbiterAction("ann")), do(AppointArbiterAction("eva"))
    )
    cup = after(before, WakeTournament(), now_ms=START_MS)
    game = cup.games[cup.entrants["ann"].room]
    (opponent,) = {game.red, game.black} - {"ann"}

    assert refusal(cup, do(RemovePlayerAction(opponent), "ann")) is TournamentRefusal.OWN_INTEREST
    assert after(cup, do(RemovePlayerAction(opponent), "eva"), now_ms=START_MS).removed == (
        opponent,
    )
    assert after(before, do(RemovePlayerAction(opponent), "ann")).removed == (opponent,)


def test_in_a_round_robin_all_one_has_still_to_meet_are_opponents() -> None:
    cup = after(begun(ROBIN), do(AppointArbiterAction("ann")), now_ms=START_MS)
    game = cup.games[cup.entrants["ann"].room]
    (met,) = {game.red, game.black} - {"ann"}
    for room in tuple(cup.games):
        cup = after(cup, settle(room, None), now_ms=START_MS)

    (one, other) = {*FOUR} - {"ann", met}
    assert refusal(cup, do(RemovePlayerAction(one), "ann")) is TournamentRefusal.OWN_INTEREST
    assert refusal(cup, do(RemovePlayerAction(other), "ann")) is TournamentRefusal.OWN_INTEREST
    assert after(cup, do(RemovePlayerAction(met), "ann"), now_ms=START_MS).removed == (met,)


def test_in_a_knockout_who_waits_for_the_final_does_not_rule_the_game_beside_it() -> None:
    cup = after(begun(replace(a_plan(), format=KnockoutFormat())), do(AppointArbiterAction("ann")))
    cup = after(cup, settle(cup.entrants["ann"].room, "ann"), now_ms=START_MS)
    ((room, game),) = cup.games.items()

    assert refusal(cup, do(RuleGameAction(room, game.red), "ann")) is TournamentRefusal.OWN_INTEREST
    assert refusal(cup, do(RemovePlayerAction(game.red), "ann")) is TournamentRefusal.OWN_INTEREST
    assert after(cup, do(RuleGameAction(room, game.red)), now_ms=START_MS).matches[1].games


def test_in_a_knockout_a_game_is_ruled_while_it_is_played() -> None:
    cup = begun(replace(a_plan(), format=KnockoutFormat()), FOUR)
    room, game = next(iter(cup.games.items()))

    cup = after(cup, do(RuleGameAction(room, game.red)), now_ms=START_MS)

    assert cup.matches[game.match].winner == game.red
    assert refusal(cup, do(RuleGameAction(room, game.black))) is RoomRefusal.NO_SUCH_ROOM


def test_who_is_removed_leaves_and_does_not_come_back_until_that_is_lifted() -> None:
    cup = begun(SWISS)

    events = events_of(cup, do(RemovePlayerAction("ann")), START_MS)
    cup = after(cup, do(RemovePlayerAction("ann")), now_ms=START_MS)

    assert events[1] == PlayerLeft("ann")
    assert refusal(cup, enter("ann")) is CommonRefusal.NOT_ALLOWED
    lifted = after(cup, do(RemovePlayerAction("ann", on=False)), now_ms=START_MS)
    back = after(lifted, enter("ann"), now_ms=START_MS + 600_000)
    assert not back.entrants["ann"].has_left


def test_a_plan_is_amended_before_the_start_and_then_no_more() -> None:
    cup = announced(SWISS, FOUR)
    other = replace(SWISS, name="Another", starts_ms=START_MS + 5_000)

    amended = after(cup, do(AmendPlan(other)))

    assert (amended.the_plan.name, row_of(amended).starts_ms) == ("Another", START_MS + 5_000)
    assert len(amended.entrants) == 4
    past = do(AmendPlan(replace(other, starts_ms=T0_MS)))
    assert refusal(amended, past) is RoomRefusal.BAD_TERMS
    assert refusal(begun(SWISS), do(AmendPlan(other))) is TournamentRefusal.ENTRIES_CLOSED


def test_where_only_invited_players_may_enter_the_others_may_not() -> None:
    cup = announced(a_plan(conditions=Conditions(invited=True)))

    assert refusal(cup, enter("ann")) is TournamentRefusal.CONDITIONS_NOT_MET
    cup = after(cup, do(InvitePlayerAction("ann")), enter("ann"))
    assert "ann" in cup.entrants
    assert cup.notes == ()


def test_where_a_password_is_asked_for_it_must_be_said() -> None:
    cup = announced(a_plan(conditions=Conditions(lock="lock")))

    assert refusal(cup, enter("ann")) is TournamentRefusal.TOURNAMENT_PASSWORD
    cup = after(cup, replace(enter("ann"), password_ok=True))
    assert "ann" in cup.entrants


def test_an_amended_plan_keeps_the_password_unless_it_is_told_otherwise() -> None:
    cup = announced(a_plan(conditions=Conditions(lock="lock")))
    plan = replace(a_plan(), name="Another")

    kept = after(cup, replace(do(AmendPlan(plan)), keeps_password=True))
    ended = after(cup, do(AmendPlan(plan)))

    assert (kept.the_plan.name, kept.the_plan.conditions.lock) == ("Another", "lock")
    assert ended.the_plan.conditions.lock == ""
    assert decide(cup, replace(do(AmendPlan(plan)), keeps_password=True), T0_MS).effects[:-1] == ()


def over(plan: Plan = SWISS) -> tuple[Tournament, str, PairedGame]:
    """A tournament of two that is over, with the game that Red has won."""
    cup = begun(plan, FOUR[:2])
    ((room, game),) = cup.games.items()
    paired = PairedGame(room, game.red, game.black)
    return after(cup, settle(room, game.red), now_ms=START_MS), room, paired


def test_nothing_is_done_to_a_tournament_that_is_over() -> None:
    cup, _, _ = over()

    assert refusal(cup, do(FeatureAction(), operator=True)) is TournamentRefusal.TOURNAMENT_OVER
    assert refusal(cup, do(RemovePlayerAction("ann"))) is TournamentRefusal.TOURNAMENT_OVER


@pytest.mark.parametrize("plan", [SWISS, ROBIN])
def test_a_result_is_corrected_when_all_is_over_and_the_order_is_another(plan: Plan) -> None:
    cup, room, game = over(plan)
    assert cup.phase is Phase.FINISHED
    later_ms = START_MS + CORRECTION_MS

    decision = decide(cup, do(RuleGameAction(room, game.black)), later_ms)
    corrected = after(cup, do(RuleGameAction(room, game.black)), now_ms=later_ms)

    order = (game.black, game.red)
    assert decision.events[1:] == (TournamentFinished(order),)
    assert (corrected.phase, corrected.ended_ms) == (Phase.FINISHED, START_MS)
    standings = standings_of(corrected)
    assert [one.player for one in standings.order] == [*order]
    assert (corrected.entrants[game.black].score, corrected.entrants[game.red].score) == (2, 0)
    row = row_of(corrected)
    assert (row.leaders, row.ends_ms) == (order, START_MS)
    assert decision.effects == (put_row(corrected), *put_places(corrected, standings.order))
    records = TOURNAMENT.records
    assert records.from_record("cup", records.to_record(corrected)) == corrected


def test_a_result_is_corrected_for_so_long_and_by_no_player_of_the_game() -> None:
    cup, room, game = over()
    for by in ("ann", "eve"):
        assert refusal(cup, do(RuleGameAction(room, game.black), by)) is CommonRefusal.NOT_ALLOWED
    played = after(announced(ROBIN, FOUR[:2]), do(AppointArbiterAction("ann")))
    played = after(played, WakeTournament(), now_ms=START_MS)
    ((own, _),) = played.games.items()
    played = after(played, settle(own, "ben"), now_ms=START_MS)

    assert refusal(played, do(RuleGameAction(own, "ann"), "ann")) is TournamentRefusal.OWN_INTEREST
    with pytest.raises(Refused) as late:
        decide(cup, do(RuleGameAction(room, game.black)), START_MS + CORRECTION_MS + 1)
    assert late.value.code is TournamentRefusal.TOURNAMENT_OVER


def test_an_arena_features_like_any_other() -> None:
    cup = after(
        announced(replace(a_plan(), format=ArenaFormat(5))), do(FeatureAction(), operator=True)
    )

    assert row_of(cup).featured
    assert cup.notes == (TournamentNote(T0_MS, "org", FeatureAction()),)
