"""Hard rulings thought about before they are decided: what is asked, and what is made of it."""

from contextlib import suppress

import pytest

from tests.support.rooms import ANN, BEN, IDLE_LOOP, PERPETUAL_CHECK, Story, a_story, refusal_of
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.rulings import PLIES_AT_ONCE
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    Ended,
    MakeOffer,
    OfferKind,
    PlayMove,
    Warned,
    WithRuling,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.ruling_request import (
    RulingRequest,
    answer,
    question,
    with_answer,
)
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES
from xiangqi_server.kernel.aggregate.decision import Unanswered
from xiangqi_server.kernel.aggregate.refusal import Refused

CXA = RuleTerms("cxa", entering=False)
LAST = PERPETUAL_CHECK[-1]


def a_cxa_story(*moves: str) -> Story:
    return a_story(*moves, rules=CXA)


def the_next(story: Story, text: str, *, premove: bool = False) -> PlayMove:
    player = story.room.seats.of(story.room.game.to_move)
    assert player is not None
    return PlayMove(player, story.room.game.ply, text, premove, made_at_ms=story.now_ms)


def test_only_a_move_after_which_a_position_has_come_back_is_asked_about() -> None:
    story, asked = a_cxa_story(), []
    for text in PERPETUAL_CHECK:
        asked.append(question(story.room, the_next(story, text)) is not None)
        story.play(text)

    assert asked == [False] * 8 + [True] * 9


def test_other_rule_sets_ask_nothing_about_a_short_lap() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1])

    assert question(story.room, the_next(story, LAST)) is None


@pytest.mark.parametrize("name", [name for name in RULE_SET_NAMES if name != "cxa"])
def test_every_rule_set_asks_about_a_long_lap(name: str) -> None:
    """The chariots go along the second rank and back: positions recur on the way back."""
    there = TOUR[:14]
    reds, blacks = there[::2], there[1::2]
    pairs = zip(reversed(reds), reversed(blacks), strict=True)
    back = [text[2:] + text[:2] for pair in pairs for text in pair]
    story, asked = a_story(rules=RuleTerms(name)), []
    for text in (*there, *back):
        asked.append(question(story.room, the_next(story, text)) is not None)
        story.play(text)

    assert asked == [False] * PLIES_AT_ONCE + [True] * (28 - PLIES_AT_ONCE)


@pytest.mark.parametrize(
    "command",
    [
        PlayMove(BEN, 15, LAST),
        PlayMove(ANN, 16, "a0a9"),
        PlayMove(ANN, 16, "nonsense"),
        PlayMove(ANN, 14, LAST),
    ],
)
def test_what_will_be_refused_is_not_asked_about(command: PlayMove) -> None:
    story = a_cxa_story(*PERPETUAL_CHECK[:-1])

    assert question(story.room, command) is None


def test_the_question_is_the_game_as_it_would_be() -> None:
    story = a_cxa_story(*PERPETUAL_CHECK[:-1])

    command = the_next(story, LAST)

    asked = question(story.room, command)

    moves = tuple(move_from_uci(text) for text in PERPETUAL_CHECK)
    fen = story.room.game.start_fen
    assert asked == RulingRequest(
        fen, moves, RuleTerms("cxa", 1, entering=False), asked_by=(ANN, BEN)
    )


@pytest.mark.parametrize("loop", [PERPETUAL_CHECK, IDLE_LOOP * 3])
def test_a_command_is_decided_by_its_counsel_and_without_it_not_at_all(
    loop: tuple[str, ...],
) -> None:
    story = a_cxa_story(*loop[:-1])
    command = the_next(story, loop[-1])
    asked = question(story.room, command)
    assert asked is not None

    found = answer(asked)

    decision = decide(story.room, with_answer(command, found), story.now_ms)

    assert decision.events[-1] == found.follows
    assert isinstance(found.follows, Ended | Warned)
    with pytest.raises(Unanswered):
        decide(story.room, command, story.now_ms)


def test_a_question_without_an_answer_is_asked_again_and_not_ruled_on_otherwise() -> None:
    story = a_cxa_story(*PERPETUAL_CHECK[:-1])
    asked = question(story.room, the_next(story, LAST))

    assert asked is not None
    assert ROOM.offload is not None
    assert ROOM.offload.timed_out(asked) is None


def test_a_premove_that_would_lose_is_refused_by_its_counsel() -> None:
    story = a_cxa_story(*PERPETUAL_CHECK[:-1])
    command = the_next(story, LAST, premove=True)
    asked = question(story.room, command)
    assert asked is not None

    counsel = answer(asked)

    assert counsel == WithRuling(refusal=RoomRefusal.PREMOVE_LOSES)
    assert refusal_of(story, with_answer(command, counsel)) is RoomRefusal.PREMOVE_LOSES


def test_a_takeback_into_a_repetition_is_asked_about() -> None:
    story = a_cxa_story(*IDLE_LOOP * 2)
    story.tell(MakeOffer(BEN, OfferKind.TAKEBACK, 8, "fresh"))
    command = AcceptOffer(ANN, OfferKind.TAKEBACK, "fresh")

    asked = question(story.room, command)

    assert asked is not None
    assert asked.is_takeback
    assert len(asked.moves) == 7
    found = answer(asked)
    assert decide(story.room, with_answer(command, found), story.now_ms).events[1:] == (
        found.follows,
    )
    with pytest.raises(Unanswered):
        decide(story.room, command, story.now_ms)


TOUR = (
    *("a0a1", "a9a8", "a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8"),
    *("d1e1", "d8e8", "e1f1", "e8f8", "f1g1", "f8g8", "g1h1", "g8h8"),
)
"""The chariots go along the second rank: nothing is captured, and no position comes back."""


def what_each_command_costs(story: Story) -> list[tuple[bool, int]]:
    """Of each move of the tour: whether it is asked about, and the positions searched without."""
    costs = []
    for text in TOUR:
        before, command = SEARCHED.positions, the_next(story, text)
        asked = question(story.room, command)
        if asked is None:
            decide(story.room, command, story.now_ms)
        costs.append((asked is not None, SEARCHED.positions - before))
        story.play(text)
    return costs


def test_nine_rounds_are_asked_about_from_the_seventh_on_though_no_position_has_come_back() -> None:
    story = a_story(rules=RuleTerms("cxa", nine_rounds=True))

    assert what_each_command_costs(story) == [(False, 0)] * 13 + [(True, 0)] * (len(TOUR) - 13)


def test_a_premove_is_asked_about_if_an_answer_to_it_would_be() -> None:
    """The thirteenth ply goes back, and so may the fourteenth."""
    story = a_story(*TOUR[:12], rules=RuleTerms("cxa", nine_rounds=True))

    moves = [the_next(story, "f1e1", premove=premove) for premove in (False, True)]

    assert [question(story.room, move) is not None for move in moves] == [False, True]


@pytest.mark.parametrize(
    "rules", [RuleTerms("cxa"), RuleTerms("cxa", forbid=True), RuleTerms("cxa", always=True)]
)
def test_a_game_without_repetition_costs_nothing_and_asks_nothing(rules: RuleTerms) -> None:
    story = a_story(rules=rules)

    assert what_each_command_costs(story) == [(False, 0)] * len(TOUR)


@pytest.mark.parametrize(
    "rules",
    [
        RuleTerms("cxa"),
        RuleTerms("cxa", forbid=True),
        RuleTerms("cxa", always=True),
        RuleTerms("cxa", nine_rounds=True),
        RuleTerms("cxa", strict=True, forbid=True),
    ],
)
@pytest.mark.parametrize("loop", [PERPETUAL_CHECK, IDLE_LOOP * 4])
def test_no_command_is_decided_by_a_search(rules: RuleTerms, loop: tuple[str, ...]) -> None:
    """A room has the rulings of a worker."""
    story = a_story(rules=rules)
    for text in loop:
        command, before = the_next(story, text), SEARCHED.positions
        asked = question(story.room, command)
        assert SEARCHED.positions == before
        found = WithRuling() if asked is None else answer(asked)
        before = SEARCHED.positions
        with suppress(Refused):
            decide(story.room, with_answer(command, found), story.now_ms)
        assert SEARCHED.positions == before
        try:
            story.play(text)
        except Refused:
            break  # it is banned
        if story.room.outcome is not None:
            break
