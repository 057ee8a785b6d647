import json
from pathlib import Path

from tests.support.command_line import Ran, run_command
from tests.support.rule_data import DATA, json_lines

LONE_GENERALS = "3k5/9/9/9/9/9/9/9/9/4K4 w"


def answers_to(text: bytes) -> list[dict[str, object]]:
    ran = run_command("moves", stdin=text)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_the_moves_of_every_position_are_listed_in_order() -> None:
    rows = json_lines("rules/legal.jsonl")

    ran = run_command("moves", str(DATA / "rules" / "legal.jsonl"))

    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {"fen": row["fen"], "check": row["check"], "moves": row["legal"].split()} for row in rows
    ]


def test_a_bad_line_is_answered_by_its_number_and_the_rest_goes_on() -> None:
    text = f'{{"fen": "9/9 w", "id": 7}}\n\nnonsense\n{{"fen": "{LONE_GENERALS}"}}\n'

    answers = answers_to(text.encode())

    assert answers == [
        {
            "id": 7,
            "line": 1,
            "error": {"code": "fen_ranks", "text": "a board has 10 ranks, not 2"},
        },
        {"line": 3, "error": {"code": "not_json", "text": "the line is not JSON"}},
        {"fen": LONE_GENERALS, "check": False, "moves": ["e0e1", "e0f0"]},
    ]


def test_whatever_a_line_holds_there_is_one_answer() -> None:
    lines = [
        b"\xff\xfe",
        b"[" * 100_000,
        b"[1, 2]",
        b'{"fen": 5}',
        b"{}",
        b'{"fen": "\\ud800", "id": "\\ud800"}',
        b'{"fen": "' + b"9/" * 600_000 + b'"}',
        b"1" * 5_000,
    ]

    answers = answers_to(b"\n".join(lines))

    assert [(answer["line"], code_of(answer)) for answer in answers] == [
        (1, "not_utf8"),
        (2, "not_json"),
        (3, "not_an_object"),
        (4, "bad_field"),
        (5, "bad_field"),
        (6, "fen_fields"),
        (7, "line_too_long"),
        (8, "not_json"),
    ]


def code_of(answer: dict[str, object]) -> object:
    error = answer["error"]
    assert isinstance(error, dict)
    return error["code"]


def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path) -> None:
    ran = run_command("moves", str(tmp_path / "none.jsonl"))

    assert ran == Ran(
        2, "", f"xiangqi-server moves: {tmp_path / 'none.jsonl'}: No such file or directory\n"
    )
