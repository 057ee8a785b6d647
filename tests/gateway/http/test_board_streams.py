"""Boards as programs ask for them by plain HTTP, once or line by line."""

from http import HTTPStatus

from tests.support.gateways import a_game, a_node
from tests.support.programs import ADDRESS, Program, code_of
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.tv.scoring import CHANNELS
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.connection.limits.rate_limits import PLAYER_RATES
from xiangqi_server.wire.limits import BOARDS_AT_ONCE

TICK_MS = 500


async def test_the_tv_is_told_with_positions_last_moves_and_clocks() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await node.settle()

    told = await Program(node).read("/api/tv")
    listed = (await Program(node).read("/api/live"))["rows"][0]["now"]

    top, *others = told["boards"]
    assert [one["board"] for one in told["boards"]] == [f"tv:{channel}" for channel in CHANNELS]
    assert (top["game"]["room"], top["game"]["now"]) == (room, listed)
    assert (listed["ply"], listed["last"], listed["runs"]) == (1, "h2e2", True)
    assert listed["left"][1] == 600_000
    assert [one["game"] is not None for one in others] == [c == "rapid" for c in CHANNELS[1:]]


async def test_boards_are_followed_line_by_line_until_the_program_leaves() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    async with node.running():
        stream = await Program(node).follow(f"/api/boards/stream?boards=room:{room},tv:top")
        streams = node.gateway.held.streams
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(TICK_MS)
        told = stream.told("board")
        stream.catch_up()
        again = stream.told("board")[-1]
        stream.hang_up()
        await node.settle()

        assert stream.kinds()[0] == "boards"
        assert (told[0]["ply"], told[-1]["ply"]) == (0, 1)
        assert again == told[-1]
        assert (streams, node.gateway.held.streams) == (1, 0)


async def test_an_address_that_asks_for_boards_is_counted_for_each_of_them() -> None:
    node = await a_node()
    program, joins = Program(node), PLAYER_RATES[Charge.JOIN]
    room = await a_game(await node.guest(), await node.guest())
    target = f"/api/boards?boards={','.join([f'room:{room}'] * BOARDS_AT_ONCE)}"

    asked = joins.burst // BOARDS_AT_ONCE
    free = {(await program.ask(target, address=ADDRESS)).status for _ in range(asked)}
    late = await program.ask(target, address=ADDRESS)
    elsewhere = await program.ask(target, address="192.0.2.8")

    assert free == {HTTPStatus.OK}
    assert (late.status, code_of(late)) == (HTTPStatus.TOO_MANY_REQUESTS, "too_fast")
    assert elsewhere.status is HTTPStatus.OK


async def test_a_stream_of_a_game_that_does_not_exist_says_so_and_ends() -> None:
    node = await a_node()

    stream = await Program(node).follow("/api/boards/stream?boards=room:aaaaaaaaaaaa")
    odd = await Program(node).ask("/api/boards?boards=nonsense")

    assert stream.told("refused")[0]["code"] == "no_such_room"
    assert stream.closed is not None
    assert code_of(odd) == "bad_message"
