"""Games as files, by the socket and by a plain link."""

from http import HTTPStatus

import pytest

from server.net.http import Request, Response
from server.rules.pgn import PgnGame, read_games
from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.virtual_time import pass_ms

MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")
NOTATIONS = ("wxf", "iccs", "chinese", "uci")


async def a_finished_game() -> tuple[Node, str, Peer]:
    """A game in which a move was taken back, resigned by Black."""
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    for ply, text in enumerate((*MOVES[:2], "a0a1")):
        await pass_ms(1_500)
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
    await red.ask("offer", room=room, what="takeback", ply=3)
    await black.ask("accept", room=room, what="takeback")
    for ply, text in enumerate(MOVES[2:], start=2):
        await pass_ms(1_000)
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
    await black.ask("resign", room=room)
    return node, room, red


async def fetch(node: Node, target: str, method: str = "GET") -> Response | None:
    """What a request gives; None if it is not for a game's file."""
    answer = node.gateway.exports.answer(Request(method, target, {}))
    return answer if answer is None or isinstance(answer, Response) else await answer


def read(text: str) -> PgnGame:
    """The only game of a file."""
    (game,) = read_games(line.encode() for line in text.splitlines(keepends=True))
    assert isinstance(game, PgnGame)
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


@pytest.mark.parametrize(
    ("target", "method"),
    [("/", "GET"), ("/game/room1", "GET"), ("/game/x/../y.pgn", "GET"), ("/game/room1.pgn", "PUT")],
)
async def test_other_requests_are_not_its_business(target: str, method: str) -> None:
    node = await a_node()

    assert await fetch(node, target, method) is None
