"""Hard rulings thought about before they are decided: what is asked, and what is made of it."""

import pytest

from server.aggregate.refusal import RefusalCode
from server.room.decide import decide
from server.room.kind import ROOM
from server.room.messages import (
    AcceptOffer,
    Ended,
    MakeOffer,
    OfferKind,
    PlayMove,
    Warned,
    WithRuling,
)
from server.room.ruling_request import RulingRequest, answer, question, with_answer
from server.room.terms import Rules
from server.rules.board.encoding import move_from_uci
from tests.support.rooms import ANN, BEN, IDLE_LOOP, PERPETUAL_CHECK, Story, a_story, refusal_of

CXA = Rules("cxa")
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


def test_other_rule_sets_ask_nothing() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1])

    assert question(story.room, the_next(story, LAST)) is None


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
    assert asked == RulingRequest(fen, moves, Rules("cxa", 1), asked_by=command.by)


@pytest.mark.parametrize("loop", [PERPETUAL_CHECK, IDLE_LOOP * 3])
def test_a_command_with_its_counsel_is_decided_as_one_that_is_thought_about_at_once(
    loop: tuple[str, ...],
) -> None:
    story = a_cxa_story(*loop[:-1])
    command = the_next(story, loop[-1])
    asked = question(story.room, command)
    assert asked is not None

    decision = decide(story.room, with_answer(command, answer(asked)), story.now_ms)

    assert decision == decide(story.room, command, story.now_ms)
    assert isinstance(decision.events[-1], Ended | Warned)


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

    assert counsel == WithRuling(refusal=RefusalCode.PREMOVE_LOSES)
    assert refusal_of(story, with_answer(command, counsel)) is RefusalCode.PREMOVE_LOSES


def test_a_takeback_into_a_repetition_is_asked_about() -> None:
    story = a_cxa_story(*IDLE_LOOP * 2)
    story.tell(MakeOffer(BEN, OfferKind.TAKEBACK, 8, "fresh"))
    command = AcceptOffer(ANN, OfferKind.TAKEBACK, "fresh")

    asked = question(story.room, command)

    assert asked is not None
    assert asked.is_takeback
    assert len(asked.moves) == 7
    assert decide(story.room, with_answer(command, answer(asked)), story.now_ms) == decide(
        story.room, command, story.now_ms
    )
