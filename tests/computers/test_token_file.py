from pathlib import Path

import pytest

from xiangqi_server.computers.token_file import BadTokenFile, kept_tokens, read_tokens, write_tokens


def test_each_level_has_the_token_of_its_line(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    write_tokens(file, ["one", "two"])

    assert read_tokens(file, (4, 5)) == {4: "one", 5: "two"}


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("old\n")
    file.chmod(0o644)

    write_tokens(file, ["one"])

    assert file.read_text() == "one\n"
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("levels", [(1,), (1, 2, 3)])
def test_a_file_with_more_or_fewer_tokens_than_levels_is_not_used(
    tmp_path: Path, levels: tuple[int, ...]
) -> None:
    file = tmp_path / "tokens"
    file.write_text("one\ntwo\n")

    with pytest.raises(BadTokenFile, match="tokens: 2"):
        read_tokens(file, levels)


def test_without_a_file_there_is_no_token(tmp_path: Path) -> None:
    assert kept_tokens(tmp_path / "none") == []
