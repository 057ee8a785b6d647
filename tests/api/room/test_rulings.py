"""What the rules found is told in each reader's language, of old games as of new ones."""

from typing import Any

import msgspec
import pytest

from tests.support.golden import golden
from tests.support.rooms import ANN, NO_CLOCK, PERPETUAL_CHECK, a_story
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import Ended, PlayMove, Warned
from xiangqi_server.aggregates.room.parts import Outcome
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.api.room.rulings import outcome_text, outcome_view, read_warning, warning_view
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.texts.worded import LANGUAGES

IN_WORDS = golden("rulings_in_words")
"""Games with the last warning and the end as they were stored when events still held words."""
READERS = {"red": Side.RED, "black": Side.BLACK, "spectators": None}
EVENTS = [(name, kind) for name, game in IN_WORDS.items() for kind in game["events"]]


def room_of(game: dict[str, Any], plies: int) -> Room:
    """The room of a game after so many moves, by the rules of the version it began with."""
    rules = msgspec.convert(game["rules"] | {"version": 1}, RuleTerms)
    return a_story(*game["moves"][:plies], clock=NO_CLOCK, rules=rules).room


def stored(name: str, kind: str) -> tuple[Room, dict[str, Any]]:
    """An event as it was stored, and the room after it."""
    kept = IN_WORDS[name]["events"][kind]
    return room_of(IN_WORDS[name], kept["plies"]), kept["event"]


def in_order(value: Any) -> Any:
    """A record with its lists in one order: moves are found in any."""
    if isinstance(value, dict):
        return {key: in_order(inner) for key, inner in value.items()}
    return sorted(map(in_order, value), key=str) if isinstance(value, list) else value


@pytest.mark.parametrize(("name", "kind"), EVENTS)
def test_an_event_holds_the_facts_it_always_held_and_no_words(name: str, kind: str) -> None:
    room, event = stored(name, kind)
    now = room.warning if kind == "warned" else room.outcome

    if isinstance(now, Warned):
        assert in_order(now.warning) == in_order(event["warning"])
    else:
        assert now is not None
        facts = {key: value for key, value in event["ruling"].items() if key != "told"}
        assert (now.winner, now.ending, now.ruling) == (event["winner"], event["ending"], facts)
        assert now.texts == {}


@pytest.mark.parametrize("name", [name for name, kind in EVENTS if kind == "warned"])
def test_an_old_warning_is_told_in_the_words_it_was_stored_with(name: str) -> None:
    room, event = stored(name, "warned")
    warned = msgspec.convert(event, Warned)

    for reader, texts in event["texts"].items():
        told = {
            each: warning_view(room, read_warning(warned), READERS[reader], each).text
            for each in LANGUAGES
        }
        assert told == texts


@pytest.mark.parametrize("name", [name for name, kind in EVENTS if kind == "ended"])
def test_an_old_ruling_is_told_in_the_words_it_was_stored_with(name: str) -> None:
    room, event = stored(name, "ended")
    ended = msgspec.convert(event, Ended)

    for language in LANGUAGES:
        told = outcome_view(room, ended, language)
        assert told.text == event["texts"][language]
        assert told.ruling is not None
        assert [(each.plies, each.text) for each in told.ruling.told] == [
            (each["plies"], each["texts"][language]) for each in event["ruling"].get("told", [])
        ]


def test_a_stored_text_is_told_where_the_facts_do_not_say_enough() -> None:
    _, event = stored("perpetual check", "ended")
    before = event["ruling"]["plies"]
    plies = [{key: ply[key] for key in ply.keys() - {"checkers"}} for ply in before]
    ruling, texts = event["ruling"] | {"plies": plies}, {"en": "As it was said then."}

    end = Outcome(Side.BLACK, event["ending"], ruling, texts)

    assert outcome_text(end, "en") == "As it was said then."


def test_a_banned_move_is_refused_with_its_reason_in_every_language() -> None:
    story = a_story(*PERPETUAL_CHECK[:-1], clock=NO_CLOCK, rules=RuleTerms(forbid=True))

    with pytest.raises(Refused) as refused:
        decide(story.room, PlayMove(ANN, 16, PERPETUAL_CHECK[-1]), story.now_ms)

    told = [refusal_text(RoomRefusal.BANNED_MOVE, each, refused.value.detail) for each in LANGUAGES]
    assert told[0].endswith("C6=5 is banned: it would be perpetual check (clause 6).")
    assert len(set(told)) == len(LANGUAGES)
    assert all("6" in text for text in told)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"ending": "nonsense"},
        {"ending": "checkmate", "clause": 1},
        {"ending": "checkmate", "clause": "1", "rule_set": "axf", "version": "1"},
    ],
)
def test_what_is_no_record_is_refused(record: dict[str, object]) -> None:
    room = a_story(clock=NO_CLOCK).room

    with pytest.raises(msgspec.ValidationError):
        read_warning(Warned(record))
    with pytest.raises(msgspec.ValidationError):
        outcome_view(room, Ended(None, "repetition", record), "en")
