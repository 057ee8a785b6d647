"""The ladder: up by a win, down by not playing, and everybody in one challenge at a time."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.ladder.decide import LadderCommand, decide
from xiangqi_server.aggregates.ladder.messages import (
    Accepted,
    AnswerRungChallenge,
    ChallengeRung,
    Closed,
    Join,
    Quit,
    RungChallenged,
    Sank,
    Wake,
    WithdrawRungChallenge,
)
from xiangqi_server.aggregates.ladder.refusals import LadderRefusal
from xiangqi_server.aggregates.ladder.state import (
    ANSWER_MS,
    IDLE_MS,
    OFF_MS,
    REACH,
    SINK_MS,
    TERMS,
    Ladder,
    Step,
    apply,
    due_at_ms,
)
from xiangqi_server.aggregates.room.messages import Bar, Open, Settle
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

T0_MS = 1_700_000_000_000
SIX = tuple("abcdefg")


def after(ladder: Ladder, *commands: LadderCommand, now_ms: int = T0_MS) -> Ladder:
    """The ladder once all commands took effect."""
    for command in commands:
        for event in decide(ladder, command, now_ms).events:
            ladder = apply(ladder, Stamped(1, now_ms, event))
    return ladder


def a_ladder(*commands: LadderCommand) -> Ladder:
    """A ladder of a to g, a at the top, after some commands."""
    return after(Ladder(), *(Join(player) for player in SIX), *commands)


def players(ladder: Ladder) -> str:
    """Who stands on it, from the top."""
    return "".join(rung.player for rung in ladder.rungs)


def refused(ladder: Ladder, command: LadderCommand) -> RefusalCode:
    """Why nothing happens."""
    with pytest.raises(Refused) as caught:
        decide(ladder, command, T0_MS)
    return caught.value.code


def test_who_joins_stands_on_the_lowest_rung_once() -> None:
    assert players(a_ladder(Join("a"))) == "abcdefg"


def test_one_may_challenge_a_few_rungs_up_and_nobody_else() -> None:
    ladder = a_ladder()

    challenged = decide(ladder, ChallengeRung("g", SIX[6 - REACH], "room1"), T0_MS)

    assert challenged.events == (RungChallenged("room1", "g", "b", T0_MS + ANSWER_MS),)
    for wrong in ("a", "g"):
        assert refused(ladder, ChallengeRung("g", wrong, "r")) == LadderRefusal.RUNG_OUT_OF_REACH
    assert refused(ladder, ChallengeRung("b", "c", "r")) == LadderRefusal.RUNG_OUT_OF_REACH
    assert refused(ladder, ChallengeRung("x", "a", "r")) == LadderRefusal.NOT_ON_LADDER


def test_everybody_has_a_part_in_one_challenge_at_a_time() -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"))

    for by, player in (("c", "a"), ("b", "a"), ("d", "c"), ("d", "b")):
        assert refused(ladder, ChallengeRung(by, player, "r")) == LadderRefusal.CHALLENGE_OPEN


def test_a_challenge_that_is_accepted_opens_a_rated_game() -> None:
    decision = decide(
        a_ladder(ChallengeRung("c", "b", "room1")), AnswerRungChallenge("b", accept=True), T0_MS
    )

    assert decision.events == (Accepted("room1"),)
    assert decision.effects == (
        Effect("room", "room1", Open(TERMS, Seats("c", "b"), origin="ladder")),
    )
    assert TERMS.rated


@pytest.mark.parametrize(
    ("settle", "expected"),
    [
        (Settle("room1", "c", counts=True), "acbdefg"),
        (Settle("room1", "b", counts=True), "abcdefg"),
        (Settle("room1", None, counts=True), "abcdefg"),
        (Settle("room1", None, counts=False), "abcdefg"),
    ],
)
def test_a_win_of_the_challenger_swaps_the_two(settle: Settle, expected: str) -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"), AnswerRungChallenge("b", accept=True))

    settled = after(ladder, settle)

    assert players(settled) == expected
    assert settled.challenges == {}
    assert decide(settled, settle, T0_MS).events == ()


def test_who_accepts_and_does_not_come_or_calls_the_game_off_gives_the_place_up() -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"), AnswerRungChallenge("b", accept=True))

    def settled(*absent: str) -> Ladder:
        settle = Settle("room1", None, counts=False, absent=absent)
        return after(ladder, settle, now_ms=T0_MS + 1)

    assert players(settled("b")) == "acbdefg"
    assert settled("b").steps[-1] == Step(T0_MS + 1, "yielded", "c", "b", 1)
    assert settled("b").challenges == {}
    assert players(settled("c")) == players(settled("b", "c")) == "abcdefg"


def test_who_declines_or_does_not_answer_gives_the_place_up() -> None:
    ladder = a_ladder(ChallengeRung("c", "a", "room1"))

    declined = after(ladder, AnswerRungChallenge("a", accept=False))
    early = decide(ladder, Wake(), T0_MS + ANSWER_MS - 1)
    silent = after(ladder, Wake(), now_ms=T0_MS + ANSWER_MS)

    assert players(declined) == players(silent) == "cbadefg"
    assert early.events == ()
    assert silent.steps[-1] == Step(T0_MS + ANSWER_MS, "yielded", "c", "a", 0)


def test_a_challenge_may_be_withdrawn_until_it_is_answered() -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"))

    assert decide(ladder, WithdrawRungChallenge("c"), T0_MS).events == (
        Closed("room1", swapped=False),
    )
    assert refused(ladder, WithdrawRungChallenge("b")) == LadderRefusal.NOT_CHALLENGED
    begun = after(ladder, AnswerRungChallenge("b", accept=True))
    assert refused(begun, WithdrawRungChallenge("c")) == LadderRefusal.NOT_CHALLENGED
    assert refused(begun, AnswerRungChallenge("b", accept=True)) == LadderRefusal.NOT_CHALLENGED


def test_who_does_not_play_sinks_rung_by_rung_and_is_off_in_the_end() -> None:
    ladder = after(Ladder(), Join("a"))
    ladder = after(ladder, Join("b"), now_ms=T0_MS + DAY_MS)

    assert due_at_ms(ladder) == T0_MS + IDLE_MS
    assert decide(ladder, Wake(), T0_MS + IDLE_MS - 1).events == ()
    sunk = after(ladder, Wake(), now_ms=T0_MS + IDLE_MS)
    assert players(sunk) == "ba"
    assert decide(sunk, Wake(), T0_MS + IDLE_MS).events == ()
    assert due_at_ms(sunk) == T0_MS + DAY_MS + IDLE_MS
    late_ms = T0_MS + OFF_MS + SINK_MS
    assert players(after(sunk, *(Wake(),) * 4, now_ms=late_ms)) == ""


def test_who_plays_does_not_sink() -> None:
    now_ms = T0_MS + IDLE_MS - 1
    ladder = after(
        a_ladder(ChallengeRung("c", "b", "room1")), AnswerRungChallenge("b", accept=True)
    )
    ladder = after(ladder, Settle("room1", "b", counts=True), now_ms=now_ms)

    decision = decide(ladder, Wake(), T0_MS + IDLE_MS)

    assert decision.events == (Sank("g"),)
    active = {rung.player: rung.played_ms for rung in ladder.rungs}
    assert active["b"] == active["c"] == now_ms


def test_who_leaves_takes_an_open_challenge_along() -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"), Quit("b"))

    assert players(ladder) == "acdefg"
    assert ladder.challenges == {}
    assert decide(ladder, Settle("room1", "c", counts=True), T0_MS).events == ()


def test_a_snapshot_is_the_ladder() -> None:
    ladder = a_ladder(ChallengeRung("c", "b", "room1"), AnswerRungChallenge("b", accept=False))

    assert msgspec.convert(msgspec.to_builtins(ladder), Ladder) == ladder


def test_who_is_barred_is_off_with_its_challenge_and_comes_back_when_that_is_over() -> None:
    ladder = a_ladder(ChallengeRung("d", "b", "room1"))

    barred = after(ladder, Bar("b", 1, T0_MS + 10))

    assert (players(barred), barred.challenges) == ("acdefg", {})
    with pytest.raises(Refused) as refused:
        decide(barred, Join("b"), T0_MS)
    assert refused.value.code is CommonRefusal.BANNED
    assert players(after(barred, Join("b"), now_ms=T0_MS + 10)) == "acdefgb"
    lifted = after(barred, Bar("b", 2, 0), Bar("b", 1, T0_MS + 10))
    assert players(after(lifted, Join("b"))) == "acdefgb"
    assert msgspec.convert(msgspec.to_builtins(lifted), Ladder) == lifted


@given(
    st.lists(
        st.one_of(
            st.builds(Join, st.sampled_from("abcdefgh")),
            st.builds(Quit, st.sampled_from("abcdefgh")),
            st.builds(
                ChallengeRung,
                st.sampled_from("abcdefgh"),
                st.sampled_from("abcdefgh"),
                st.uuids().map(str),
            ),
            st.builds(AnswerRungChallenge, st.sampled_from("abcdefgh"), st.booleans()),
            st.builds(WithdrawRungChallenge, st.sampled_from("abcdefgh")),
            st.just(Wake()),
            st.builds(Settle, st.just("?"), st.sampled_from("abcdefgh"), st.booleans()),
        ),
        max_size=60,
    ),
    st.integers(0, 3 * DAY_MS),
)
def test_nobody_is_lost_or_doubled_whatever_happens(
    commands: list[LadderCommand], step_ms: int
) -> None:
    ladder, now_ms = a_ladder(), T0_MS
    for command in commands:
        now_ms += step_ms
        if isinstance(command, Settle):
            room = next((one.id for one in ladder.challenges.values() if not one.until_ms), "?")
            command = Settle(room, command.winner, command.counts)
        try:
            ladder = after(ladder, command, now_ms=now_ms)
        except Refused:
            continue

        players = [rung.player for rung in ladder.rungs]
        parts = [one for c in ladder.challenges.values() for one in (c.player, c.opponent)]
        assert len(set(players)) == len(players)
        assert len(set(parts)) == len(parts)
        assert set(parts) <= set(players)
