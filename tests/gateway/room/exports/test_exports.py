"""Games as files, by the socket and by a plain link."""

import asyncio
import json
from base64 import b64decode
from collections.abc import Callable
from http import HTTPStatus

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node, have_named, join
from tests.support.log_text import text_of
from tests.support.memory_store import MemoryStore
from tests.support.random_play import random_games
from tests.support.virtual_time import pass_ms
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.gateway.room.exports.exports import LOG_PAGE
from xiangqi_server.gateway.room.exports.game_texts import SLICE
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import EXPORTS_OF_ONE
from xiangqi_server.net.http.http import Request, Response

MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")
NOTATIONS = ("wxf", "iccs", "chinese", "uci")


async def a_finished_game() -> tuple[Node, str, Peer]:
    """A game in which a move was taken back, resigned by Black."""
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    for ply, text in enumerate((*MOVES[:2], "a0a1")):
        await think(node, 1_500)
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
    await red.ask("offer", room=room, what="takeback", ply=3)
    await black.ask("accept", room=room, what="takeback")
    for ply, text in enumerate(MOVES[2:], start=2):
        await think(node, 1_000)
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
    await black.ask("resign", room=room)
    return node, room, red


async def think(node: Node, duration_ms: int) -> None:
    """Let time pass on a node that is well."""
    for _ in range(duration_ms // 500):
        await pass_ms(500)
        await node.downtime.heartbeat()


async def fetch(node: Node, target: str, method: str = "GET", address: str = "") -> Response | None:
    """What a request gives; None if it is not for a game's file."""
    answer = node.gateway.exports.answer(Request(method, target, {}, counted_as=address))
    return answer if answer is None or isinstance(answer, Response) else await answer


async def found(node: Node, target: str) -> Response:
    """What a request for a game's file gives."""
    answer = await fetch(node, target)
    assert answer is not None
    return answer


def read(text: str) -> Record:
    """The only game of a file."""
    (game,) = read_games(line.encode() for line in text.splitlines(keepends=True))
    assert isinstance(game, Record)
    return game


@pytest.mark.parametrize("notation", NOTATIONS)
async def test_a_game_is_the_same_by_link_and_by_socket_and_is_read_back(notation: str) -> None:
    node, room, red = await a_finished_game()

    done = await red.ask("export", room=room, notation=notation)
    link = await fetch(node, f"/game/{room}.pgn?notation={notation}")

    text = red.told("pgn")[0]["text"]
    assert link is not None
    assert (link.status, link.body.decode()) == (HTTPStatus.OK, text)
    assert done["id"] == red.told("pgn")[0]["id"]
    game = read(text)
    assert [str(move) for move in game.game.moves] == [str(move) for move in played()]
    assert (game.result, game.tags["Termination"]) == ("1-0", "resign")


@pytest.mark.parametrize("form", ["pgn", "log"])
async def test_a_store_may_be_emptied_at_any_moment_while_a_game_is_read(form: str) -> None:
    node, room, _ = await a_finished_game()
    node.store.load_ms = 2
    whole, empty = node.store.inner, MemoryStore(lambda: node.clock.now_ms())
    codes = set()

    for late_ms in range(4):
        asked = asyncio.create_task(found(node, f"/game/{room}.{form}"))
        await pass_ms(late_ms)
        node.store.inner = empty
        codes.add((await asked).status)
        node.store.inner = whole

    assert codes == {HTTPStatus.OK, HTTPStatus.NOT_FOUND}


def played() -> tuple[int, ...]:
    """The moves that stand at the end."""
    return read(f"1. {MOVES[0]} {MOVES[1]} 2. {MOVES[2]} {MOVES[3]} *\n").game.moves


async def test_clocks_and_the_ending_stand_in_comments() -> None:
    node, room, _ = await a_finished_game()

    link = await fetch(node, f"/game/{room}.pgn")

    assert link is not None
    text = " ".join(link.body.decode().split())
    assert "1. C2=5 {[%clk 0:09:58.500] [%emt 0:00:01.500]} H8+7" in text
    assert "2. H2+3 {[%clk 0:09:56.000] [%emt 0:00:01.000]}" in text
    assert text.endswith("{Black resigned. Red wins.} 1-0")
    assert '[TimeControl "600+0"]' in text
    assert '[Date "2023.11.14"]' in text


async def test_what_cannot_be_had_is_said_in_words() -> None:
    node, room, _ = await a_finished_game()
    unknown = await fetch(node, "/game/nosuchroom.pgn")
    misspelt = await fetch(node, f"/game/{room}.pgn?notation=morse")
    node.store.is_away = True
    away = await fetch(node, f"/game/{room}.pgn")

    statuses = [answer.status for answer in (unknown, misspelt, away) if answer is not None]
    assert statuses == [
        HTTPStatus.NOT_FOUND,
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.SERVICE_UNAVAILABLE,
    ]


async def test_that_there_is_no_file_is_said_in_the_language_asked_for() -> None:
    node = await a_node()
    asked = Request("GET", "/game/nosuchroom.pgn", {"accept-language": "vi"})

    answer = node.gateway.exports.answer(asked)

    assert answer is not None
    assert not isinstance(answer, Response)
    told = await answer
    assert (told.status, told.body.decode()) == (HTTPStatus.NOT_FOUND, "Không có tệp này.\n")
    assert dict(told.headers)["Content-Language"] == "vi"


async def test_a_file_names_the_digest_its_game_can_be_checked_against() -> None:
    node, room, red = await a_finished_game()

    link = await fetch(node, f"/game/{room}.pgn")

    assert link is not None
    ended = red.told("ended")[-1]
    tags = read(link.body.decode()).tags
    assert (tags["Version"], tags["Digest"]) == (str(ended["version"]), ended["digest"])


async def test_a_log_is_the_same_by_link_and_by_socket_and_leads_to_the_digest_told() -> None:
    node, room, red = await a_finished_game()
    stored = await node.host.history.events(AggregateId("room", room))

    red.say("log", id="l1", room=room)
    await pass_ms(10)
    link = await fetch(node, f"/game/{room}.log")

    (told,) = red.told("log")
    assert link is not None
    assert link.body == text_of(stored)
    assert [json.loads(line) for line in link.body.splitlines()] == told["events"]
    assert told["events"][-1]["digest"] == red.told("ended")[-1]["digest"]
    assert (told["id"], told["next"]) == ("l1", None)


async def test_a_long_log_is_told_in_pages() -> None:
    node, room, red = await a_long_game(LOG_PAGE)
    stored = await node.host.history.events(AggregateId("room", room))

    pages = []
    after: int | None = 0
    while after is not None:
        red.say("log", id=f"after{after}", room=room, after=after)
        await pass_ms(3_000)
        pages.append(red.told("log")[-1])
        after = pages[-1]["next"]
    red.say("log", id="beyond", room=room, after=2**40)
    await pass_ms(10)

    events = [event for page in pages for event in page["events"]]
    assert [len(page["events"]) for page in pages] == [LOG_PAGE, len(stored) - LOG_PAGE]
    assert [event["version"] for event in events] == [event.version for event in stored]
    assert (red.told("log")[-1]["events"], red.told("log")[-1]["next"]) == ([], None)


async def test_a_log_may_be_asked_for_until_a_version_one_has_kept() -> None:
    node, room, _ = await a_finished_game()
    whole = await fetch(node, f"/game/{room}.log")
    part = await fetch(node, f"/game/{room}.log?until=3")
    wrong = await fetch(node, f"/game/{room}.log?until=0")

    assert whole is not None
    assert part is not None
    assert wrong is not None
    assert part.body.splitlines() == whole.body.splitlines()[:3]
    assert wrong.status is HTTPStatus.BAD_REQUEST


async def test_the_log_of_a_game_shown_late_is_its_players_until_it_is_over() -> None:
    node = await a_node()
    red, black, watcher = await node.guest(), await node.guest(), await node.guest()
    room = await a_game(red, black, delay_ms=30_000)
    await join(room, watcher)
    await red.ask("move", room=room, ply=0, text="h2e2")
    for one in (red, watcher):
        one.say("log", id="during", room=room)
    await pass_ms(10)
    during = await fetch(node, f"/game/{room}.log")
    await black.ask("resign", room=room)
    watcher.say("log", id="after", room=room)
    await pass_ms(10)
    after = await fetch(node, f"/game/{room}.log")

    assert during is not None
    assert after is not None
    assert (during.status, after.status) == (HTTPStatus.FORBIDDEN, HTTPStatus.OK)
    assert during.body.startswith(b"game_not_over: ")
    assert watcher.told("refused")[-1]["code"] == "game_not_over"
    assert [answer["id"] for answer in watcher.told("log")] == ["after"]
    assert len(red.told("log")[0]["events"]) == 3


async def test_no_secret_of_a_player_and_no_premove_is_in_a_log() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await black.ask("premove", room=room, ply=1, text="h9g7")

    link = await fetch(node, f"/game/{room}.log")

    assert link is not None
    bodies = b"".join(b64decode(json.loads(line)["body"]) for line in link.body.splitlines())
    for player in (red, black):
        assert player.player.encode() in bodies
        assert player.token.encode() not in bodies
    assert b"h9g7" not in bodies


@pytest.mark.parametrize(
    ("target", "method"),
    [("/", "GET"), ("/game/room1", "GET"), ("/game/x/../y.pgn", "GET"), ("/game/room1.pgn", "PUT")],
)
async def test_other_requests_are_not_its_business(target: str, method: str) -> None:
    node = await a_node()

    assert await fetch(node, target, method) is None


# What others feel of it.


async def a_long_game(plies: int) -> tuple[Node, str, Peer]:
    """A game that goes on."""
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    (game,) = random_games(1, seed=1, plies=plies)
    for ply, move in enumerate(game.moves):
        await pass_ms(100)
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=uci_of(move))
    return node, room, red


@pytest.mark.parametrize("form", ["pgn", "log"])
async def test_the_loop_serves_others_while_a_long_game_is_written(form: str) -> None:
    node, room, red = await a_long_game(100)

    link = asyncio.ensure_future(fetch(node, f"/game/{room}.{form}"))
    by_link = await turns_until(link.done)
    await red.ask("resign", room=room)
    red.say("export" if form == "pgn" else "log", id="e", room=room)
    by_socket = await turns_until(lambda: bool(red.told(form)))

    assert by_link >= 100 // SLICE
    assert by_socket >= 100 // SLICE


async def turns_until(condition: Callable[[], bool]) -> int:
    """How often the loop serves others until something is so."""
    for turns in range(10_000):
        if condition():
            return turns
        await asyncio.sleep(0)
    raise AssertionError("it never came")


@pytest.mark.parametrize("form", ["pgn", "log"])
async def test_a_game_is_read_from_the_store_once_until_it_changes(form: str) -> None:
    node, room, red = await a_long_game(4)

    first = await fetch(node, f"/game/{room}.{form}")
    before = node.store.reads
    again = await fetch(node, f"/game/{room}.{form}")
    looked = node.store.reads - before
    await red.ask("resign", room=room)
    over = await fetch(node, f"/game/{room}.{form}")

    assert first is not None
    assert first == again
    assert looked == 1  # where the log stands
    assert over is not None
    assert over.body != first.body


async def test_a_game_kept_has_the_names_of_today() -> None:
    node, room, red = await a_finished_game()
    await fetch(node, f"/game/{room}.pgn")

    await have_named(node, red, "An Nan")
    link = await fetch(node, f"/game/{room}.pgn")

    assert link is not None
    assert '[Red "An Nan"]' in link.body.decode()


async def test_an_address_has_few_files_under_way_until_they_are_written() -> None:
    node, room, _ = await a_finished_game()
    target = f"/game/{room}.pgn"

    answers = [
        await fetch(node, target, address="192.0.2.1") for _ in range(EXPORTS_OF_ONE.most + 1)
    ]
    elsewhere = await fetch(node, target, address="192.0.2.2")
    assert answers[0] is not None
    assert answers[0].on_written is not None
    answers[0].on_written()
    again = await fetch(node, target, address="192.0.2.1")

    found = [answer.status for answer in (*answers, elsewhere, again) if answer is not None]
    ok, busy = HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE
    assert found == [*[ok] * EXPORTS_OF_ONE.most, busy, ok, ok]


async def test_a_file_that_was_not_given_holds_no_place() -> None:
    node, room, _ = await a_finished_game()

    missing = [
        await fetch(node, "/game/nosuchroom.pgn", address="192.0.2.1")
        for _ in range(EXPORTS_OF_ONE.most + 1)
    ]
    node.store.is_away = True
    away = [
        await fetch(node, f"/game/{room}.pgn", address="192.0.2.1")
        for _ in range(EXPORTS_OF_ONE.most + 1)
    ]
    node.store.is_away = False
    back = await fetch(node, f"/game/{room}.pgn", address="192.0.2.1")

    assert {answer.status for answer in missing if answer} == {HTTPStatus.NOT_FOUND}
    assert {answer.status for answer in away if answer} == {HTTPStatus.SERVICE_UNAVAILABLE}
    assert back is not None
    assert back.status is HTTPStatus.OK
