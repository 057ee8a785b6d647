"""Repetition in a live room: warned in time, ruled once, banned where the rule set bans."""

from random import Random

import msgspec
import pytest

from tests.support.rooms import (
    ANN,
    BEN,
    ENTERED,
    IDLE_LOOP,
    MATE,
    NO_CLOCK,
    PERPETUAL_CHECK,
    ROOM,
    Story,
    a_room,
    a_story,
    refusal_of,
    replay,
    told_over,
)
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import (
    Ended,
    Moved,
    PlayMove,
    Release,
    RoomEvent,
    Warned,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge
from xiangqi_server.game.rules.adjudication.records import ban_in
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import Refused

PERPETUAL_CHASE = ("b2f2", "h7h0", "i0i1", "b7f7", *("i1i0", "h0h1", "i0i1", "h1h0") * 3)
"""Red's chariot chases a cannon in its own corner for ever; Black's last move completes it."""


def kinds(story: Story) -> list[type[RoomEvent]]:
    """The types of a story's events."""
    return [type(stamped.event) for stamped in story.log]


def test_perpetual_check_is_warned_of_and_loses_at_the_fourth_occurrence() -> None:
    story = a_story(*PERPETUAL_CHECK, clock=NO_CLOCK)

    outcome = story.room.outcome

    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (Side.BLACK, "perpetual_check")
    assert outcome.ruling is not None
    assert outcome.texts == {}
    assert kinds(story)[-2:] == [Moved, Ended]
    assert story.effects[4:] == [
        Effect("player", ANN, Release(ROOM)),
        Effect("player", BEN, Release(ROOM)),
        ENTERED,
        told_over(Side.BLACK, "perpetual_check", 17),
    ]


def test_the_first_warning_comes_with_the_second_occurrence() -> None:
    first_round = PERPETUAL_CHECK[:8]
    story = a_story(*first_round, clock=NO_CLOCK)
    assert Warned not in kinds(story)

    story.play(PERPETUAL_CHECK[8])

    warned = story.log[-1].event
    assert isinstance(warned, Warned)
    assert kinds(story)[-2:] == [Moved, Warned]
    assert story.room.warning == warned


def test_a_warning_stands_until_the_next_move() -> None:
    story = a_story(*IDLE_LOOP, clock=NO_CLOCK)
    assert story.room.warning is not None

    story.play("b0c2")

    assert story.room.warning is None


def test_strict_rules_at_the_third_occurrence() -> None:
    room = a_room(*PERPETUAL_CHECK[:-4], clock=NO_CLOCK, rules=RuleTerms(strict=True))

    assert room.outcome is not None
    assert room.outcome.ending == "perpetual_check"


def test_idle_repetition_is_a_draw_at_the_fourth_occurrence() -> None:
    moves = IDLE_LOOP * 3

    before = a_room(*moves[:-1], clock=NO_CLOCK).outcome
    outcome = a_room(*moves, clock=NO_CLOCK).outcome

    assert before is None
    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (None, "repetition")


def test_in_forbid_mode_the_losing_move_is_refused_with_its_clause() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1], clock=NO_CLOCK, rules=RuleTerms(forbid=True))

    with pytest.raises(Refused) as refused:
        decide(story.room, PlayMove(ANN, 16, PERPETUAL_CHECK[-1]), story.now_ms)

    assert refused.value.code is RoomRefusal.BANNED_MOVE
    ban, position, rule_set = ban_in(refused.value.detail)
    assert (uci_of(ban.move), ban.clause, rule_set) == (PERPETUAL_CHECK[-1], "6", "axf")
    assert position == story.room.game.position
    assert story.play("d4d5").room.outcome is None


def test_events_of_a_ruling_survive_the_log() -> None:
    story = a_story(*PERPETUAL_CHECK, clock=NO_CLOCK)

    for stamped in story.log:
        body = msgspec.msgpack.encode(msgspec.to_builtins(stamped.event))
        read = msgspec.convert(msgspec.msgpack.decode(body), RoomEvent)
        assert read == stamped.event
    assert replay(ROOM, story.log) == story.room


def test_a_premove_is_not_played_if_it_would_lose_by_repetition_at_once() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1], clock=NO_CLOCK)

    premove = PlayMove(ANN, 16, PERPETUAL_CHECK[-1], premove=True)

    assert refusal_of(story, premove) is RoomRefusal.PREMOVE_LOSES
    assert story.play(PERPETUAL_CHECK[-1]).room.status is Status.OVER


def test_nor_if_some_one_reply_would_make_it_lose() -> None:
    *played, last, reply = PERPETUAL_CHASE
    story = a_story(*played, clock=NO_CLOCK)

    premove = PlayMove(ANN, len(played), last, premove=True)

    assert refusal_of(story, premove) is RoomRefusal.PREMOVE_LOSES
    assert story.play(last).room.status is Status.PLAYING
    assert story.play(reply).room.outcome is not None


def test_a_premove_that_gives_mate_is_played() -> None:
    story = a_story(*MATE[:-1], clock=NO_CLOCK)

    _, ended = story.tell(PlayMove(ANN, 4, MATE[-1], premove=True))

    assert isinstance(ended, Ended)
    assert ended.ending == "checkmate"


def loses_by_repetition(game: Game, rules: RuleTerms) -> bool:
    """Whether the last mover loses now or after any one reply: every reply is tried."""
    games = [game, *(game.back_to(game.ply).play(reply) for reply in game.legal_moves())]
    rulings = [judge(each, rule_terms(rules)) for each in games]
    return any(
        ruling is not None
        and ruling.winner is game.to_move
        and ruling.ending not in {Ending.CHECKMATE, Ending.STALEMATE}
        for ruling in rulings
    )


@pytest.mark.parametrize("name", ["axf", "club", "itsyourturn"])
@pytest.mark.parametrize("line", [PERPETUAL_CHECK, PERPETUAL_CHASE], ids=["check", "chase"])
@pytest.mark.parametrize("seed", range(5))
def test_exactly_the_premoves_that_lose_by_repetition_are_refused(
    name: str, line: tuple[str, ...], seed: int
) -> None:
    chance = Random(seed)
    loop = [*line[5:9], *IDLE_LOOP]
    story = a_story(*line[:5], clock=NO_CLOCK, rules=RuleTerms(name=name))

    while story.room.status is Status.PLAYING and story.room.game.ply < 40:
        game, rules = story.room.game, story.room.terms.rules
        banned = banned_moves(game, rule_terms(rules))
        moves = [move for move in game.legal_moves() if move not in banned]
        wanted = [move for move in moves if uci_of(move) in loop]
        move = chance.choice(wanted if wanted and chance.random() < 0.9 else moves)
        player = story.room.seats.of(game.to_move)
        assert player is not None
        command = PlayMove(player, game.ply, uci_of(move), premove=True)
        if loses_by_repetition(game.play(move), rules):
            assert refusal_of(story, command) is RoomRefusal.PREMOVE_LOSES
            story.play(uci_of(move))
        else:
            story.tell(command)

    assert story.room.game.ply > 8
