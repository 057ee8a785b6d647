"""A test that leaves a connection open fails itself, by name, and no other."""

import subprocess
import sys
from pathlib import Path

from tests.test_architecture import ROOT

STORY = """
import asyncio

import pytest


@pytest.fixture
async def pair():
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield await asyncio.open_connection("127.0.0.1", port)


async def test_one_leaves_nothing():
    pass


async def test_two_leaves_what_a_fixture_made(pair):
    pass


async def test_three_leaves_nothing():
    pass
"""


def test_a_test_that_leaves_a_connection_open_fails_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "test_story.py").write_text(STORY)
    flags = ("-q", "-p", "tests.conftest", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto")

    run = subprocess.run(
        [sys.executable, "-m", "pytest", *flags, "--rootdir", tmp_path, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    told = [line.split(" - ")[0] for line in run.stdout.splitlines() if line.startswith("ERROR ")]
    names = [line.partition("::")[2] for line in told]
    assert names == ["test_two_leaves_what_a_fixture_made"], run.stdout
    assert "unclosed transport" in run.stdout
    assert "3 passed, 1 error" in run.stdout
