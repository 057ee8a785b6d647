"""Anybody checks a finished game with curl, the digest a player kept, and `verify`."""

import asyncio
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.request import urlopen

import pytest

from tests.support.command_line import run_command
from tests.support.log_text import text_of
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game, play_moves
from xiangqi_server.kernel.store.values import StoredEvent

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: what the server gives of it, and the digest its player kept."""

    log: bytes
    printed: str
    pgn: str
    digest: str


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    with ServerProcess(tmp_path_factory.mktemp("check") / "data") as server:
        yield asyncio.run(played(server))


async def played(server: ServerProcess) -> Finished:
    async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
        room = await open_game(red, black, {"clock": CLOCK})
        await play_moves(red, black, room, MOVES)
        await black.ask({"type": "resign", "room": room})
        digest = (await red.expect("ended"))["digest"]
    printed = run_command("log", room, "--data-dir", str(server.data_dir))
    return Finished(
        fetched(f"{server.url}game/{room}.log"),
        printed.out,
        fetched(f"{server.url}game/{room}.pgn").decode(),
        digest,
    )


def fetched(url: str) -> bytes:
    with urlopen(url) as answer:  # noqa: S310 - our own address
        body: bytes = answer.read()
        return body


def verified(log: bytes, digest: str) -> tuple[int, dict[str, object]]:
    ran = run_command("verify", "-", "--head", digest, stdin=log)
    answer: dict[str, object] = json.loads(ran.out)
    return ran.code, answer


def test_the_log_anybody_fetches_is_the_one_of_the_store_and_leads_to_the_digest_kept(
    game: Finished,
) -> None:
    code, answer = verified(game.log, game.digest)

    assert game.log.decode() == game.printed
    assert (code, answer["intact"], answer["digest"]) == (0, True, game.digest)
    assert re.findall(r'\[Digest "(\w+)"\]', game.pgn) == [game.digest]
    assert re.findall(r'\[Version "(\d+)"\]', game.pgn) == [str(answer["events"])]


def changed(lines: list[bytes]) -> list[bytes]:
    at = place_of_the_reply(lines)
    line = json.loads(lines[at])
    line["body"] = b64encode(b64decode(line["body"]).replace(b"h9g7", b"h9i7")).decode()
    return [*lines[:at], json.dumps(line).encode(), *lines[at + 1 :]]


def place_of_the_reply(lines: list[bytes]) -> int:
    """Where Black's first move stands: time that a busy machine has cost is an event as well."""
    bodies = (b64decode(json.loads(line)["body"]) for line in lines)
    return next(place for place, body in enumerate(bodies) if b"h9g7" in body)


def made_anew(lines: list[bytes]) -> list[bytes]:
    """An event changed, and every digest made to fit."""
    read = [json.loads(line) for line in changed(lines)]
    events = [
        StoredEvent(one["version"], one["at_ms"], one["event_id"], b64decode(one["body"]))
        for one in read
    ]
    return text_of(events).splitlines()


TAMPERED: dict[
    str, tuple[Callable[[list[bytes]], list[bytes]], str, Callable[[list[bytes]], int]]
] = {
    # what was done, what is said of it, and the event at which it shows
    "changed": (changed, "digest", lambda lines: place_of_the_reply(lines) + 1),
    "removed": (lambda lines: [*lines[:3], *lines[4:]], "gap", lambda _: 5),
    "swapped": (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], "gap", lambda _: 5),
    "inserted": (lambda lines: [*lines[:4], lines[3], *lines[4:]], "gap", lambda _: 4),
    "truncated": (lambda lines: lines[:-1], "head", lambda lines: len(lines) - 1),
    "made anew": (made_anew, "head", len),
}


@pytest.mark.parametrize(("tamper", "code", "first_bad"), TAMPERED.values(), ids=TAMPERED)
def test_a_log_that_was_tampered_with_names_the_first_bad_event(
    game: Finished,
    tamper: Callable[[list[bytes]], list[bytes]],
    code: str,
    first_bad: Callable[[list[bytes]], int],
) -> None:
    lines = game.log.splitlines()
    forged = b"\n".join(tamper(lines)) + b"\n"

    exit_code, answer = verified(forged, game.digest)

    assert forged != game.log
    assert (exit_code, answer["intact"], answer["event"]) == (1, False, first_bad(lines))
    assert isinstance(answer["error"], dict)
    assert answer["error"]["code"] == code
