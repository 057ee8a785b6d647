"""Lessons, as a connection meets them."""

from typing import get_args

from tests.support.gateways import a_node
from xiangqi_server.game.lessons.tasks import TASKS
from xiangqi_server.wire.terms import LessonName


def test_the_lessons_are_those_that_may_be_asked_for() -> None:
    assert tuple(TASKS) == get_args(LessonName)


async def test_a_task_is_answered_with_what_may_be_played_and_what_is_left() -> None:
    node = await a_node()
    ann = await node.guest()

    begun = await ann.ask("lesson", lesson="horse", task=1)
    moved = await ann.ask("lesson", lesson="horse", task=1, moves=["e2f4", "f4f5"])

    assert (begun["goal"], begun["tasks"], begun["fewest"]) == ("reach", 5, 3)
    assert "e2f4" in begun["moves"].split()
    assert (moved["used"], moved["flags"], moved["refused"]) == (1, ["g6", "e5"], "shape")
    assert (moved["last"], moved["status"], moved["ruling"]) == ("e2f4", "open", None)


async def test_a_cycle_is_ruled_in_the_words_of_the_reader() -> None:
    node = await a_node()
    ann = await node.guest(language="zh-Hans")

    answer = await ann.ask("lesson", lesson="repetition", moves=["h8h9"])

    assert (answer["status"], answer["ruling"]["move"]) == ("failed", "h8h9")
    assert "红" in answer["ruling"]["text"]


async def test_a_task_that_is_not_there_is_refused() -> None:
    node = await a_node()
    ann = await node.guest()

    answer = await ann.ask("lesson", lesson="advisor", task=99)

    assert (answer["type"], answer["code"]) == ("refused", "no_such_task")
