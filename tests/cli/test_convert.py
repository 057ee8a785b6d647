"""`convert`: from any format that is read into each that is written."""

from pathlib import Path

import pytest

from tests.game.records.test_any_format import content, games_in
from tests.support.command_line import run_command
from tests.support.rule_data import DATA, json_lines

FILE = str(DATA / "formats" / "game1_v18.xqf")


@pytest.mark.parametrize("words", [("pgn",), ("pgn", "--notation", "chinese"), ("dhtmlxq",)])
def test_a_file_is_written_in_another_format_with_its_variations(words: tuple[str, ...]) -> None:
    ran = run_command("convert", FILE, "--to", *words)

    [again], [record] = games_in(ran.out.encode()), games_in(content("game1_v18.xqf"))
    assert (ran.code, again.tree) == (0, record.tree)
    assert "gb18030" in ran.err


def test_the_moves_of_an_address_are_written_with_their_variations() -> None:
    ran = run_command("convert", FILE, "--to", "line", "--encoding", "gb18030")

    [row] = [row for row in json_lines("formats/expected.jsonl") if row["file"] == Path(FILE).name]
    assert (ran.code, ran.err, ran.out.strip()) == (0, "", row["games"][0]["line"])


def test_xqf_is_written_to_a_file(tmp_path: Path) -> None:
    ran = run_command("convert", FILE, "--to", "xqf", "--output", str(tmp_path / "a.xqf"))

    [again], [record] = games_in((tmp_path / "a.xqf").read_bytes()), games_in(content("game1.cbr"))
    assert (ran.code, again.tree, again.tags) == (0, record.tree, record.tags)


def test_one_game_of_many_is_written_alone_and_lost_marks_are_told(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text('[Red "A"]\n\n1. C2=5 *\n\n[Red "B"]\n\n1. C8=5!? *\n')

    ran = run_command("convert", str(path), "--to", "dhtmlxq", "--game", "2")

    [record] = games_in(ran.out.encode())
    assert (record.red, "!?" in ran.err) == ("B", True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((FILE, "--to", "xqf"), 2),
        (("no-such-file",), 2),
        ((str(DATA / "formats" / "three.cbl.z"),), 1),
        ((str(DATA / "mates.jsonl"),), 1),
    ],
)
def test_what_cannot_be_converted_is_told_in_one_line(words: tuple[str, ...], code: int) -> None:
    ran = run_command("convert", *words)

    assert (ran.code, len(ran.err.splitlines()), ran.out) == (code, 1, "")
