"""`xiangqi-server keys` makes a key once, for nobody else to read, and the server checks it."""

import argparse
from pathlib import Path

import pytest

from xiangqi_server.__main__ import main
from xiangqi_server.net.push.encryption import OwnKey
from xiangqi_server.node.push import push_service, require_key
from xiangqi_server.node.settings import SettingError, Settings, add_arguments, read_settings


def settings_with(keys: Path) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = [f"--notices-keys={keys}", "--site=https://club.example"]
    return read_settings(parser.parse_args(words), {})


def test_a_key_is_made_once_and_the_server_sends_by_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notices.key"

    first, again = main(["keys", str(file)]), main(["keys", str(file)])

    assert (first, again) == (0, 1)
    assert file.stat().st_mode & 0o777 == 0o600
    public = OwnKey.read(file.read_bytes()).public
    told = capsys.readouterr()
    assert told.out == f"{file}: {public}\n"
    assert told.err == f"xiangqi-server keys: {file} is there already\n"
    push = push_service(settings_with(file), lambda: 0)
    assert push is not None
    assert push.public_key == public


def test_a_file_that_holds_no_key_is_told_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "notices.key"
    for text in (
        None,
        b"",
        b"no key",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    ):
        if text is not None:
            file.write_bytes(text)
        with pytest.raises(SettingError) as refused:
            require_key(settings_with(file))
        assert str(refused.value).startswith(f"--notices-keys '{file}': ")


def test_a_folder_that_is_not_there_gets_no_key(tmp_path: Path) -> None:
    assert main(["keys", str(tmp_path / "no" / "notices.key")]) == 2
