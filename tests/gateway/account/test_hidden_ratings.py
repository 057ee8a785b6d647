"""A hidden rating leaves by no exit: one walk to all of them, before and after it is hidden."""

from collections.abc import Awaitable, Callable

from tests.support.gateways import Message, Node, Peer, a_game, a_node
from tests.support.memory_store import MemoryStore
from tests.support.tournament_peers import BLITZ, announce, members
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.read_model.game_rows import GAMES, live_list

BY_DAYS = {"type": "correspondence", "days": 3}
Answer = Callable[[Request], Response | Awaitable[Response] | None]


async def lost_game(node: Node, red: Peer, black: Peer, clock: Message) -> str:
    """A rated game that Black gave up."""
    room = await a_game(red, black, rated=True, clock=clock)
    await pass_ms(300)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await black.ask("resign", room=room)
    await pass_ms(500)
    await node.settle()
    return room


async def text_of(answer: Answer, target: str) -> str:
    """What a plain link gives."""
    asked = answer(Request("GET", target, {}, counted_as=""))
    assert asked is not None
    response = asked if isinstance(asked, Response) else await asked
    if response.on_written is not None:
        response.on_written()
    return bytes(response.body).decode()


async def walk(node: Node, reader: Peer, who: Peer, rooms: list[str], cup: str) -> dict[str, str]:
    """All that an exit says of a player to another, by exit."""
    games, files = node.gateway.exports.answer, node.gateway.tournament_exports.answer
    said: dict[str, str] = {}
    questions: list[tuple[str, Message]] = [
        ("ratings", {"player": who.player}),
        ("rating_history", {"player": who.player, "speed": "blitz"}),
        ("leaderboard", {"speed": "blitz"}),
        ("profile", {"player": who.player}),
        ("find_players", {"prefix": "be"}),
        ("games", {"player": who.player}),
        ("live_games", {}),
        ("player_list", {"of": "recent"}),
        ("my_games", {}),
        ("offers_by_days", {}),
        ("feed", {}),
        ("tournament_standings", {"tournament": cup}),
        ("list_entrants", {"tournament": cup}),
        ("tournament_player", {"tournament": cup, "player": who.player}),
        ("tournament_player", {"tournament": cup, "player": reader.player}),
    ]
    for kind, fields in questions:
        said[f"{kind} {fields}"] = str(await reader.ask(kind, **fields))
    follows: list[tuple[str, Message, str, Message]] = [
        ("watch_lobby", {}, "leave_lobby", {}),
        ("watch_tournament", {"tournament": cup}, "unwatch_tournament", {"tournament": cup}),
        *[("join", {"room": room}, "leave", {"room": room}) for room in rooms],
    ]
    for kind, fields, ends, of in follows:
        reader.forget()
        await reader.ask(kind, **fields)
        said[f"{kind} {fields}"] = str(reader.heard)
        if kind == "join":
            said[f"log {fields}"] = str(await reader.ask("log", **fields))
        await reader.ask(ends, **of)
    for room in rooms:
        said[f"{room}.pgn"] = await text_of(games, f"/game/{room}.pgn")
        said[f"{room}.log"] = await text_of(games, f"/game/{room}.log")
    for form in ("json", "csv", "pgn", "trf", "log"):
        said[f"tournament.{form}"] = await text_of(files, f"/tournament/{cup}.{form}")
    for language in ("en", "vi"):
        said[f"preview {language}"] = str(await node.gateway.previews.player(who.player, language))
    return said


async def test_a_hidden_rating_leaves_by_no_exit_and_is_shown_again_by_the_same_ones() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    async with node.running():
        ann, ben, eve = await members(node, "Ann", "Ben", "Eve")
        rooms = [await lost_game(node, ann, ben, clock) for clock in (BLITZ, BY_DAYS)]
        (own, _) = (await ben.ask("ratings"))["ratings"]
        numbers = (str(own["points"]), str(own["points"] - 1500))
        rooms.append(await a_game(eve, ben, rated=True, clock=BLITZ))
        swiss = {"type": "swiss", "rounds": 1, "break_s": 5}
        cup = await announce(node, eve, in_ms=900_000, format=swiss)
        for one in (ann, ben):
            await one.ask("enter_tournament", tournament=cup)
        await ben.ask("offer_by_days", terms={"clock": BY_DAYS, "rated": True})
        await ben.ask("seek", terms={"clock": BLITZ, "rated": True}, side="any")
        await pass_ms(2_000)

        before = await walk(node, ann, ben, rooms, cup)
        hidden = await ben.ask("hide_rating", hidden=True)
        await pass_ms(2_000)
        during = await walk(node, ann, ben, rooms, cup)
        begun = await a_game(ann, ben, rated=True, clock=BY_DAYS)
        await pass_ms(2_000)
        live = await store.row_store.page(GAMES, live_list(), limit=9, partly=True)
        mine = await ben.ask("ratings")
        graph = await ben.ask("rating_history", player=ben.player, speed="blitz")
        await ben.ask("hide_rating", hidden=False)
        await pass_ms(2_000)
        after = await walk(node, ann, ben, rooms, cup)

    assert hidden["type"] == "done"
    telling, silent, again = [
        {exit_ for exit_, said in walked.items() if any(number in said for number in numbers)}
        for walked in (before, during, after)
    ]
    assert silent == set()
    assert telling == again
    assert len(telling) == 17, sorted(telling)
    closed = {exit_ for exit_, said in during.items() if "rating_hidden" in said}
    assert len(closed) == 1 + 2 * len(rooms)
    assert [one["points"] for one in mine["ratings"]] == [own["points"]] * 2
    assert mine["hidden"]
    assert {row.id: row.score for row in live.rows}[begun] == 0  # cursors tell places
    assert graph["rows"]
