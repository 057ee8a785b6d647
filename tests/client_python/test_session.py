"""A session keeps its promises over bad lines: nothing lost, nothing twice, nobody left waiting."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from tests.api.test_following import MOVES, a_story_of, told_whole
from tests.support.fake_lines import FakeLine, FakeLines, Fields
from tests.support.rooms import ROOM
from tests.support.virtual_time import pass_ms
from xiangqi_client import (
    CannotConnect,
    FellBehind,
    NotUnderstood,
    Refused,
    Session,
    SessionClosed,
    TokenFile,
    TokenInMemory,
    Unknown,
    commands,
    messages,
)
from xiangqi_client.events import WAITING_MESSAGES
from xiangqi_client.fen import cells_of
from xiangqi_client.line import LineLost
from xiangqi_client.session import JOIN_TRIES

Item = TypeVar("Item")
STORY = a_story_of(moves=MOVES)
LAST = STORY.log[-1]
FRESH: Fields = msgspec.to_builtins(told_whole(STORY.room, LAST)) | {"you": "red"}
LEGAL: Fields = {"room": ROOM, "version": LAST.version, "ply": 4, "moves": "a0a1 i0i1"}
GIVEN = {"room": ROOM, "side": "red", "ms": 15_000, "clock": FRESH["clock"], "at_ms": 9}


@asynccontextmanager
async def a_session() -> AsyncIterator[tuple[Session, FakeLine, FakeLines]]:
    """A session on its first connection."""
    lines = FakeLines()
    session = Session("ws://test/ws", TokenInMemory("t" * 20), connect=lines.connect)
    async with asyncio.TaskGroup() as tasks:
        entering = tasks.create_task(session.__aenter__())
        line = await lines.next()
        await line.welcome()
        await entering
    try:
        yield session, line, lines
    finally:
        await session.close()


async def answer_join(line: FakeLine, room: Fields = FRESH) -> Fields:
    """Let the client see a room, as its `join` asks; the `join`."""
    join = await line.asked()
    assert join["type"] == "join"
    line.tell("room", **room)
    line.tell("done", id=join["id"], room=ROOM)
    return join


async def test_a_command_is_answered_by_its_id() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        one = tasks.create_task(session.ask(commands.MyGames()))
        two = tasks.create_task(session.ask(commands.Queue(pool="5+3")))
        first, second = await line.asked(), await line.asked()
        line.tell("done", id=second["id"])
        line.tell("my_games", id=first["id"], rows=[], next=None)

        assert await two == messages.Done(id=second["id"])
        assert await one == messages.MyGames(id=first["id"], rows=[], next=None)


async def test_an_answer_of_a_later_server_leaves_nobody_waiting() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        asking = tasks.create_task(attempt(session.ask(commands.MyGames())))
        line.tell("my_games", id=(await line.asked())["id"], boards=[])

        assert await asking == "not understood"


async def test_a_refusal_is_raised_in_the_server_s_words() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        asked = tasks.create_task(refusal_of(session, commands.Queue(pool="9+9")))
        id_ = (await line.asked())["id"]
        line.tell("refused", id=id_, code="no_such_pool", text="Choose another.", retry_ms=None)

        assert (await asked).code == "no_such_pool"


async def refusal_of(session: Session, command: commands.Command[messages.Done]) -> Refused:
    with pytest.raises(Refused) as refused:
        await session.ask(command)
    return refused.value


async def test_what_was_not_answered_goes_out_again_under_its_id() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        answer = tasks.create_task(session.ask(commands.Queue(pool="5+3")))
        asked = await line.asked()
        line.cut()
        line = await lines.next()
        await line.welcome()

        assert await line.asked() == asked
        line.tell("done", id=asked["id"])
        await answer


@pytest.mark.parametrize("code", ["too_fast", "unavailable"])
async def test_what_came_too_early_is_sent_again_when_it_may(code: str) -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        answer = tasks.create_task(session.ask(commands.Queue(pool="5+3")))
        asked = await line.asked()
        before_s = asyncio.get_running_loop().time()
        line.tell("refused", id=asked["id"], code=code, text="", retry_ms=2_000)

        assert await line.asked() == asked
        assert asyncio.get_running_loop().time() - before_s == pytest.approx(2.0)
        line.tell("done", id=asked["id"])
        await answer


async def test_when_the_server_can_store_again_nobody_waits_longer() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        answer = tasks.create_task(session.ask(commands.Queue(pool="5+3")))
        asked = await line.asked()
        before_s = asyncio.get_running_loop().time()
        line.tell("refused", id=asked["id"], code="unavailable", text="", retry_ms=50_000)
        line.tell("resumed")

        assert await line.asked() == asked
        assert asyncio.get_running_loop().time() == before_s
        line.tell("done", id=asked["id"])
        await answer


async def test_a_ping_is_answered_and_tells_the_server_s_time() -> None:
    async with a_session() as (session, line, _):
        line.tell("ping", n=7, now_ms=1_700_000_009_000, rtt_ms=40, rooms=[], next_ms=2_500)

        assert await line.asked() == {"type": "pong", "n": 7}
        assert session.now_ms == 1_700_000_009_020


async def test_a_silent_line_is_given_up_after_three_pings() -> None:
    async with a_session() as (session, line, lines):
        before_s = asyncio.get_running_loop().time()
        again = await lines.next()

        assert line.is_closed
        assert 7.5 <= asyncio.get_running_loop().time() - before_s < 8
        assert not session.is_connected
        await again.welcome()


async def test_it_comes_back_when_the_server_said() -> None:
    async with a_session() as (_, line, lines):
        before_s = asyncio.get_running_loop().time()
        line.tell("bye", code="moving", text="", retry_ms=1_234)
        await (await lines.next()).welcome()

        assert asyncio.get_running_loop().time() - before_s == pytest.approx(1.234)


@pytest.mark.parametrize(("retry_ms", "pause_s"), [(0, 1), (-5, 1), (20, 1), (10**15, 3_600)])
async def test_no_server_has_it_come_back_at_once_or_never(retry_ms: int, pause_s: float) -> None:
    async with a_session() as (_, line, lines):
        for _ in range(2):
            before_s = asyncio.get_running_loop().time()
            line.tell("bye", code="moving", text="", retry_ms=retry_ms)
            line = await lines.next()
            await line.welcome()

            assert asyncio.get_running_loop().time() - before_s == pytest.approx(pause_s)


async def test_a_server_that_only_ever_says_welcome_is_come_back_to_ever_later() -> None:
    async with a_session() as (_, line, lines):
        before_s = asyncio.get_running_loop().time()
        for _ in range(7):
            line.cut()
            line = await lines.next()
            await line.welcome()

        assert 12.6 <= asyncio.get_running_loop().time() - before_s <= 25.3


async def test_no_server_has_a_command_sent_again_and_again_without_a_pause() -> None:
    async with a_session() as (session, line, _):
        asking = asyncio.create_task(session.ask(commands.Queue(pool="5+3")))
        asked = await line.asked()
        before_s = asyncio.get_running_loop().time()
        for _ in range(10):
            line.tell("refused", id=asked["id"], code="unavailable", text="", retry_ms=0)
            assert await line.asked() == asked

        assert asyncio.get_running_loop().time() - before_s == pytest.approx(1.0)
        asking.cancel()


async def test_pauses_grow_while_nobody_answers() -> None:
    async with a_session() as (_, line, lines):
        before_s = asyncio.get_running_loop().time()
        lines.refusals = [LineLost("nobody there") for _ in range(6)]
        line.cut()
        await (await lines.next()).welcome()

        # Half of, at least, and at most all of 0.3, 0.6, 1.2, 2.4, 4.8, 8 and 8 s.
        assert 12.6 <= asyncio.get_running_loop().time() - before_s <= 25.3


async def test_the_token_is_shown_and_a_fresh_one_is_kept(tmp_path: Path) -> None:
    file, lines = TokenFile(tmp_path / "token"), FakeLines()
    for shown, given in ((None, "one"), ("one", None), ("one", "two"), ("two", None)):
        session = Session("ws://test/ws", file, connect=lines.connect)
        async with asyncio.TaskGroup() as tasks:
            entering = tasks.create_task(session.__aenter__())
            hello = await (await lines.next()).welcome(token=given)
            await entering
        await session.close()

        assert hello.get("token") == shown
    assert modes_in(tmp_path) == {"token": 0o600}


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_a_token_that_is_not_known_ends_the_session_instead_of_making_a_guest() -> None:
    lines = FakeLines()
    session = Session("ws://test/ws", TokenInMemory("t" * 20), connect=lines.connect)
    async with asyncio.TaskGroup() as tasks:
        entering = tasks.create_task(enter(session))
        line = await lines.next()
        id_ = (await line.asked())["id"]
        line.tell("refused", id=id_, code="signed_out", text="Signed out.", retry_ms=None)

        error = await entering
    await session.close()

    assert isinstance(error, Refused)
    assert error.code == "signed_out"


async def enter(session: Session) -> Exception | None:
    try:
        await session.__aenter__()
    except (Refused, CannotConnect) as error:
        return error
    return None


async def test_an_address_where_no_such_server_is_ends_the_session() -> None:
    lines = FakeLines()
    lines.refusals = [CannotConnect("404")]
    session = Session("ws://test/ws", connect=lines.connect)

    assert isinstance(await enter(session), CannotConnect)


async def test_whoever_waits_is_told_that_the_session_was_closed() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        asking = tasks.create_task(closed_of(session))
        joining = tasks.create_task(unjoined(session))
        await line.asked()
        await line.asked()
        events = session.events()
        await session.close()

        assert await asking
        assert await joining
        assert [event async for event in events] == []
        assert await closed_of(session)


async def closed_of(session: Session) -> bool:
    with pytest.raises(SessionClosed):
        await session.ask(commands.MyGames())
    return True


async def unjoined(session: Session) -> bool:
    with pytest.raises(SessionClosed):
        await session.join(ROOM)
    return True


async def test_a_game_is_joined_whole_and_then_from_the_version_that_is_held() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        first = await answer_join(line)
        game = await joining
        line.cut()
        line = await lines.next()
        await line.welcome()
        second = await line.asked()

        assert "since" not in first
        assert second["since"] == game.state.version == LAST.version
        assert game.moves == list(MOVES)


async def test_a_gap_joins_again_once() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        for version in (LAST.version + 2, LAST.version + 3):
            line.tell("time_given", **GIVEN, version=version, digest="d")
        again = await line.asked()
        for version in (LAST.version + 1, LAST.version + 2, LAST.version + 3):
            line.tell("time_given", **GIVEN, version=version, digest=f"d{version}")
        line.tell("done", id=again["id"])
        await game.changed()

        assert again["since"] == LAST.version
        await settled()
        assert game.state.digest == f"d{LAST.version + 3}"
        assert line.nothing_asked()


async def next_of(items: AsyncGenerator[Item, None]) -> Item:
    return await anext(items)


async def settled() -> None:
    """Let all that has come be heard; the time is virtual."""
    await pass_ms(100)


async def test_a_move_goes_again_only_once_its_game_is_joined_again() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        playing = tasks.create_task(game.play("a0a1"))
        move = await line.asked()
        line.cut()
        line = await lines.next()
        await line.welcome()
        join = await line.asked()
        line.tell("refused", id=join["id"], code="unavailable", text="", retry_ms=500)
        await answer_join(line)

        assert await line.asked() == move
        line.tell("done", id=move["id"], room=ROOM)
        await playing


async def test_a_move_that_is_on_the_board_was_played_whatever_its_second_copy_gets() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        played, other = (
            tasks.create_task(attempt(game.play(m, ply=2))) for m in (MOVES[2], "a0a1")
        )
        for _ in range(2):
            id_ = (await line.asked())["id"]
            line.tell("refused", id=id_, code="stale_ply", text="", retry_ms=None)

        assert (await played, await other) == ("done", "stale_ply")


async def attempt(asked: Awaitable[object]) -> str:
    """What came of it."""
    try:
        await asked
    except Refused as refused:
        return refused.code
    except NotUnderstood:
        return "not understood"
    return "done"


async def test_a_game_that_was_announced_a_moment_ago_is_asked_for_again() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        id_ = (await line.asked())["id"]
        line.tell("refused", id=id_, code="no_such_room", text="", retry_ms=None)
        await answer_join(line)

        assert (await joining).room == ROOM


async def test_a_game_that_does_not_exist_is_refused_in_the_end() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(attempt(session.join(ROOM)))
        for _ in range(1 + JOIN_TRIES):
            id_ = (await line.asked())["id"]
            line.tell("refused", id=id_, code="no_such_room", text="", retry_ms=None)

        assert await joining == "no_such_room"
        assert line.nothing_asked()


async def test_what_waits_for_a_game_that_cannot_be_joined_again_is_answered_all_the_same() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        line.cut()
        line = await lines.next()
        await line.welcome()
        join = await line.asked()
        resigning = tasks.create_task(attempt(game.resign()))
        turning = tasks.create_task(attempt(game.changed()))
        await settled()
        line.tell("refused", id=join["id"], code="too_many_rooms", text="", retry_ms=None)
        resign = await line.asked()
        line.tell("refused", id=resign["id"], code="not_joined", text="", retry_ms=None)

        assert (await resigning, await turning) == ("not_joined", "too_many_rooms")


async def test_a_command_that_the_server_would_hang_up_on_is_not_sent() -> None:
    async with a_session() as (session, line, _):
        with pytest.raises(ValueError, match="4096 bytes at most"):
            await session.ask(commands.SendMessage(player="somebody", text="炮" * 2_000))

        assert line.nothing_asked()


async def test_rooms_come_once_each_whether_they_run_or_begin() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        rooms = session.rooms()
        first = tasks.create_task(next_of(rooms))
        line.tell("game_opened", room="one", side="red", live=True)
        assert await first == "one"
        second = tasks.create_task(next_of(rooms))
        line.cut()
        line = await lines.next()
        refs = [{"room": room, "side": "red", "live": True} for room in ("one", "two")]
        await line.welcome(games=refs)
        line.tell("game_opened", room="three", side="black", live=True)

        assert await second == "two"
        assert await anext(rooms) == "three"
        await session.close()
        assert [room async for room in rooms] == []


async def test_each_turn_comes_once_however_often_it_is_told() -> None:
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        turns = game.turns()
        losing = [{"move": "a0a1", "text": "It loses."}]
        line.tell("legal", **LEGAL, losing=losing)
        turn, clock = await anext(turns), game.clock("red")
        following = tasks.create_task(next_of(turns))
        line.tell("legal", **LEGAL)
        line.cut()
        line = await lines.next()
        await line.welcome()
        await answer_join(line)
        line.tell("legal", **LEGAL)
        await settled()

        assert (turn.ply, turn.moves, turn.safe_moves) == (4, ["a0a1", "i0i1"], ["i0i1"])
        assert (turn.fen, turn.cells) == (game.state.fen, cells_of(game.state.fen))
        assert [marked.move for marked in turn.legal.losing] == ["a0a1"]
        assert clock is not None
        assert turn.left_ms == clock.left_ms
        assert not following.done()

        # A takeback leads to a position that stood before: it is another turn.
        took_back = {"side": "black", "plies": 2, "fen": FRESH["start_fen"], "check": False}
        event = {"room": ROOM, "version": LAST.version + 1, "digest": "d", "at_ms": 9}
        line.tell("took_back", **event, **took_back, spent_ms=1, clock=FRESH["clock"])
        line.tell("legal", **LEGAL | {"ply": 2, "version": LAST.version + 1})
        assert (await following).ply == 2


async def test_the_turns_end_with_the_game() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        turns = tasks.create_task(all_of(game.turns()))
        over = tasks.create_task(game.over())
        outcome = {"winner": "red", "ending": "resign", "text": "Black resigned.", "ruling": None}
        event = {"room": ROOM, "version": LAST.version + 1, "digest": "d", "at_ms": 9}
        line.tell("ended", **event, outcome=outcome, clock=FRESH["clock"])

        assert await turns == []
        assert (await over).text == "Black resigned."
        assert game.is_over


async def all_of(turns: AsyncIterator[object]) -> list[object]:
    return [turn async for turn in turns]


async def test_own_games_come_one_after_the_other_and_then_from_the_pool() -> None:
    over: Fields = FRESH | {"status": "over", "room": "older"}
    async with a_session() as (session, line, lines), asyncio.TaskGroup() as tasks:
        line.cut()
        line = await lines.next()
        await line.welcome(games=[{"room": "older", "side": "red", "live": False}])
        await settled()
        games = session.games(pool="5+3")
        coming = tasks.create_task(next_of(games))
        await answer_join(line, over)
        kinds = []
        for _ in range(3):
            asked = await line.asked()
            kinds.append(asked["type"])
            if asked["type"] == "queue" and "queue" not in kinds[:-1]:
                # The game that has just ended may still count.
                line.tell("refused", id=asked["id"], code="already_playing", text="", retry_ms=None)
            else:
                line.tell("done", id=asked["id"])
        line.tell("game_opened", room=ROOM, side="red", live=True)
        await answer_join(line)

        assert kinds == ["leave", "queue", "queue"]
        assert (await coming).room == ROOM
        await games.aclose()


async def test_a_program_that_has_missed_games_waits_as_long_as_it_is_told_and_goes_on() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        games = session.games(pool="5+3")
        coming = tasks.create_task(next_of(games))
        loop, began_s = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        refused = await line.asked()
        line.tell("refused", id=refused["id"], code="missed_games", text="", retry_ms=4_000)
        again = await line.asked()
        waited_s = loop.time() - began_s
        line.tell("done", id=again["id"])
        line.tell("game_opened", room=ROOM, side="red", live=True)
        await answer_join(line)

        assert again["type"] == "queue"
        assert 4 <= waited_s < 5
        assert (await coming).room == ROOM
        await games.aclose()


async def test_events_are_those_that_were_asked_for_since_then() -> None:
    async with a_session() as (session, line, _):
        line.tell("resumed")
        await settled()
        every, some = session.events(), session.events(messages.Paused)
        line.tell("earthquake", size=7)
        line.tell("paused", text="Paused.")

        assert await anext(every) == Unknown("earthquake", {"type": "earthquake", "size": 7})
        assert await anext(every) == await anext(some) == messages.Paused(text="Paused.")


async def test_a_reader_who_falls_behind_is_told_so_and_nobody_else_waits() -> None:
    async with a_session() as (session, line, _):
        slow = session.events()
        for _ in range(WAITING_MESSAGES + 1):
            line.tell("resumed")
        line.tell("ping", n=1, now_ms=1, rtt_ms=None, rooms=[], next_ms=2_500)

        assert (await line.asked())["type"] == "pong"
        with pytest.raises(FellBehind):
            await anext(slow)


async def test_a_game_is_left_and_its_followers_told() -> None:
    async with a_session() as (session, line, _), asyncio.TaskGroup() as tasks:
        joining = tasks.create_task(session.join(ROOM))
        await answer_join(line)
        game = await joining
        leaving = tasks.create_task(session.leave(game))
        asked = await line.asked()
        line.tell("done", id=asked["id"])
        await leaving
        line.tell("ping", n=1, now_ms=1, rtt_ms=None, rooms=[], next_ms=2_500)

        assert asked["type"] == "leave"
        assert (await line.asked())["type"] == "pong"
        await settled()
        assert line.nothing_asked()
        with pytest.raises(SessionClosed):
            await game.changed()
