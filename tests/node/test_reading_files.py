"""Game files over HTTP: what is answered, what is refused, and how often an address may ask."""

import json
from typing import Final

from jsonschema import Draft202012Validator

from tests.game.records.test_any_format import content
from tests.support.gateways import a_node
from tests.support.programs import ADDRESS, Program, code_of
from tests.tools.openapi import PATH
from xiangqi_server.limits import READ_FILES

TOLD: Final = json.loads(PATH.read_text())
ANSWER: Final = Draft202012Validator(
    {"$ref": "#/components/schemas/ReadAnswer", "components": TOLD["components"]}
)


async def test_a_file_is_read_in_the_language_of_its_sender() -> None:
    node = await a_node()

    answer = await Program(node).post(
        "/api/read?game=2", content("three.cbl.z"), accept_language="vi"
    )
    guessed = await Program(node).post(
        "/api/read", content("game1_gbk.ubb"), accept_language="zh-Hant"
    )

    told = json.loads(answer.body)
    for told_ in (told, json.loads(guessed.body)):
        ANSWER.validate(told_)
    assert (told["format"], len(told["games"]), told["game"]["result"]) == ("cbl", 3, "0-1")
    assert dict(answer.headers)["Cache-Control"] == "no-store"
    assert "編碼" in json.loads(guessed.body)["game"]["notes"][0]["text"]


async def test_a_request_without_a_file_or_with_an_odd_question_is_refused() -> None:
    node = await a_node()
    program = Program(node)

    assert code_of(await program.post("/api/read", b"")) == "bad_message"
    odd = ("game=0", "game=x", "games=1", "game=1&game=2", "encoding=ebcdic")
    for query in (*odd, "encoding=" + "x" * 20):
        assert code_of(await program.post(f"/api/read?{query}", b"h2e2")) == "bad_message", query
    assert code_of(await program.ask("/api/read")) == "no_such_address"


async def test_an_address_has_only_so_many_files_read() -> None:
    node = await a_node()
    program = Program(node)

    answers = [
        await program.post("/api/read", b"h2e2 h9g7", address=ADDRESS)
        for _ in range(READ_FILES.burst + 1)
    ]

    assert answers[0].status == 200
    assert code_of(answers[-1]) == "too_fast"


async def test_without_an_answer_in_time_the_file_is_refused_for_now() -> None:
    node = await a_node()
    node.worker.has_time = False

    assert code_of(await Program(node).post("/api/read", b"h2e2")) == "unavailable"
