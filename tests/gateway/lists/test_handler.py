"""Ratings, games past and present, TV and the ladder, as a connection meets them."""

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from tests.support.gateways import CLOCK, Node, Peer, a_game, a_node, have_named
from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_side import MemoryPresence
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.notices.kind import GATHER_MS
from xiangqi_server.gateway.connection.shared_answers import KEPT_MS
from xiangqi_server.kernel.host.replicas import IDLE_MS
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.rows import Page
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import EXPORTS_OF_ONE, SEARCHED, SEARCHED_OF_ADDRESS, SEARCHERS_OF_ONE

DAYS = {"type": "correspondence", "days": 3}
NONE = {"type": "none"}


async def a_rated_game(node: Node, red: Peer, black: Peer) -> str:
    """A rated game that Black gave up after two moves."""
    room = await a_game(red, black, rated=True)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await black.ask("resign", room=room)
    await node.settle()
    for peer in (red, black):
        await peer.ask("leave", room=room)
    return room


def last(peer: Peer, kind: str) -> Any:
    """The latest message of a kind."""
    return peer.told(kind)[-1]


async def test_a_rated_game_changes_both_ratings_and_tells_everybody_in_the_room() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()

    room = await a_rated_game(node, red, black)
    await eve.ask("join", room=room)
    mine = await red.ask("ratings")

    assert [m["rating"]["points"] for m in red.told("rating_known")] == [1500]
    assert last(red, "room")["red_rating"]["points"] == 1500
    changes = {m["side"]: m["rating"]["change"] for m in red.told("rated")}
    assert changes["red"] == -changes["black"] > 0
    seen = last(eve, "room")
    assert seen["red_rating"]["change"] == changes["red"]
    (blitz,) = mine["ratings"]
    assert (blitz["speed"], blitz["games"], blitz["provisional"]) == ("rapid", 1, True)
    assert (blitz["won"], blitz["drawn"], blitz["lost"]) == (1, 0, 0)
    assert blitz["points"] == 1500 + changes["red"]


async def test_a_casual_game_changes_none() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")

    await red.ask("resign", room=room)
    await node.settle()

    assert red.told("rating_known", "rated") == []
    assert (await black.ask("ratings"))["ratings"] == []


async def test_the_graph_of_a_rating_has_a_point_a_day() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    for _ in range(2):
        await a_rated_game(node, red, black)

    history = await black.ask("rating_history", player=red.player, speed="rapid")

    ((_, points, games),) = history["rows"]
    assert games == 2
    assert points > 1500


LISTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("games", {}),
    ("live_games", {"order": "newest"}),
    ("live_games", {"order": "watchers"}),
    ("leaderboard", {"speed": "rapid"}),
    ("rating_history", {"speed": "rapid"}),
    ("find_players", {"prefix": "an"}),
    ("player_list", {"of": "online"}),
    ("player_list", {"of": "friends"}),
    ("tournaments", {"of": "soon"}),
    ("tournaments", {"of": "mine"}),
    ("player_tournaments", {}),
)


@pytest.mark.parametrize(("kind", "asked"), LISTS)
async def test_a_list_says_that_a_part_of_it_is_away_and_is_whole_when_that_is_back(
    kind: str, asked: dict[str, object]
) -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    await have_named(node, red, "An Nan")
    await red.ask("friend", player=black.player)
    for _ in range(2):
        await a_rated_game(node, red, black)
    if kind in ("rating_history", "player_tournaments"):
        asked = {**asked, "player": red.player}

    whole = await red.ask(kind, **asked)
    store.row_store.away = {"nothing of these lists"}
    await pass_ms(KEPT_MS)
    lacking = await red.ask(kind, **asked)
    store.row_store.away = set()
    again = await red.ask(kind, **asked)

    assert [answer["partial"] for answer in (whole, lacking, again)] == [False, True, False]
    assert [answer.get("rows") for answer in (lacking, again)] == [whole.get("rows")] * 2


class PresenceAway(MemoryPresence):
    """Presence in a part of the store that may be away."""

    is_away = False

    async def holders(self, aggregate: AggregateId) -> frozenset[str]:
        """See `PresenceStore.holders`."""
        if self.is_away:
            raise StoreUnavailable("away")
        return await super().holders(aggregate)

    async def holders_of(
        self, aggregates: Collection[AggregateId]
    ) -> Mapping[AggregateId, frozenset[str]]:
        """See `PresenceStore.holders_of`."""
        return {} if self.is_away else await super().holders_of(aggregates)


async def test_a_profile_is_shown_while_nobody_can_say_whether_its_player_is_online() -> None:
    store, presence = MemoryStore(store_ms), PresenceAway(store_ms)
    store.side = store.side._replace(presence=presence)
    node = await a_node(store)
    ann, look = await node.guest(), await node.guest()
    await have_named(node, ann, "An Nan")
    here = await look.ask("profile", player=ann.player)
    ann.hang_up()
    await pass_ms(1_000)

    gone = await look.ask("profile", player=ann.player)
    presence.is_away = True
    unknown = await look.ask("profile", player=ann.player)
    presence.is_away = False
    again = await look.ask("profile", player=ann.player)

    told = [(one["online"], one["partial"]) for one in (here, gone, unknown, again)]
    assert told == [(True, False), (False, False), (False, True), (False, False)]
    assert unknown | {"id": gone["id"], "partial": False} == gone


async def test_what_is_there_is_listed_and_copies_to_keep_are_refused() -> None:
    store = MemoryStore(store_ms)
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    rooms = [await a_rated_game(node, red, black) for _ in range(3)]

    store.row_store.away = {rooms[1]}
    found = await red.ask("games", player=red.player)
    kept = await red.ask("export_games")
    tv = await red.ask("watch_boards")

    assert sorted(row["room"] for row in found["rows"]) == sorted([rooms[0], rooms[2]])
    assert kept["code"] == "unavailable"
    assert tv["type"] == "boards"


async def test_a_leaderboard_has_players_with_an_account_and_a_certain_rating() -> None:
    node = await a_node()
    red, black, eve = [await node.guest() for _ in range(3)]
    await have_named(node, red, "An Nan")
    await have_named(node, black, "Ben")
    for game in range(20):
        await a_rated_game(node, *((red, black) if game % 2 else (black, red)))
        await pass_ms(30_000)

    board = await eve.ask("leaderboard", speed="rapid")
    mine = await red.ask("leaderboard", speed="rapid")

    assert [row["rank"] for row in board["rows"]] == [1, 2]
    assert {row["player"]["name"] for row in board["rows"]} == {"An Nan", "Ben"}
    assert board["you"] is None
    assert mine["you"] in mine["rows"]
    assert (await red.ask("leaderboard", speed="bullet"))["rows"] == []


async def test_who_does_not_play_is_off_the_leaderboard_until_the_next_game() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    await have_named(node, red, "An Nan")
    await have_named(node, black, "Ben")
    for game in range(20):
        await a_rated_game(node, *((red, black) if game % 2 else (black, red)))
        await pass_ms(30_000)
    before = (await black.ask("leaderboard", speed="rapid"))["rows"]

    await pass_ms(31 * 24 * 3_600_000)
    red, black = [await node.guest(token=peer.token) for peer in (red, black)]
    idle = (await black.ask("leaderboard", speed="rapid"))["rows"]
    await a_rated_game(node, red, black)
    await pass_ms(KEPT_MS)
    back = (await black.ask("leaderboard", speed="rapid"))["rows"]

    assert (len(before), len(idle), len(back)) == (2, 0, 2)


async def test_a_page_that_many_look_at_is_asked_of_the_store_once() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await node.settle()
    crowd = [await node.guest() for _ in range(4)]
    node.store.row_calls.clear()

    for peer in crowd:
        live = await peer.ask("live_games")
        board = await peer.ask("leaderboard", speed="bullet")
        assert [row["room"] for row in live["rows"]] == [room]
        assert board["rows"] == []

    pages = [call for call in node.store.row_calls if call == "page"]
    assert len(pages) == 3  # the live games, the board, and who has to leave it


class SlowRows(MemoryRowStore):
    """Rows that take a turn of the loop; it counts how many pages are read at once."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way = self.most = 0

    async def page(self, collection: str, list_: str, **asked: Any) -> Page[Any]:
        """See `RowStore.page`."""
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await pass_ms(10)
        self.under_way -= 1
        return await super().page(collection, list_, **asked)


async def test_a_crowd_that_searches_the_archive_is_served_one_after_another() -> None:
    store = MemoryStore(store_ms)
    rows = store.row_store = SlowRows()
    node = await a_node(store)
    crowd = [await node.guest() for _ in range(20)]

    for number, guest in enumerate(crowd):
        guest.say("games", rated=True, from_ms=number)
    await pass_ms(1_000)

    assert all(len(guest.told("games")) == 1 for guest in crowd)
    assert rows.most == 1


async def test_who_lets_many_searches_wait_leaves_room_for_others() -> None:
    store = MemoryStore(store_ms)
    store.row_store = SlowRows()
    node = await a_node(store)
    ann, ben = await node.guest(), await node.guest()

    for number in range(SEARCHERS_OF_ONE.most + 3):
        ann.say("games", from_ms=number)
    ben.say("games")
    await pass_ms(1_000)
    again = await ann.ask("games")

    assert len(ann.told("games")) == SEARCHERS_OF_ONE.most + 1
    assert [one["code"] for one in ann.told("refused")] == ["too_fast"] * 3
    assert len(ben.told("games")) == 1
    assert again["type"] == "games"


async def test_who_takes_all_their_games_along_takes_a_few_pages_at_once() -> None:
    store = MemoryStore(store_ms)
    store.row_store = SlowRows()
    node = await a_node(store)
    ann, ben = await node.guest(), await node.guest()

    for notation in ("wxf", "chinese", "wxf"):
        ann.say("export_games", notation=notation)
    ben.say("export_games")
    await pass_ms(1_000)

    assert len(ann.told("pgns")) == EXPORTS_OF_ONE.most
    assert [one["code"] for one in ann.told("refused")] == ["too_fast"]
    assert len(ben.told("pgns")) == 1


async def test_a_player_searches_so_often_and_an_address_too() -> None:
    node = await a_node()
    ann = await node.guest()
    crowd = [await node.guest(counted_as="192.0.2.7") for _ in range(10)]
    codes = []

    async with node.running():
        for number in range(2 * SEARCHED.burst + 20):
            codes.append((await ann.ask("games", from_ms=number)).get("code"))
            await pass_ms(250)
        count = SEARCHED_OF_ADDRESS.burst // len(crowd) + 5
        asked = [await peer.ask("games", from_ms=n) for n in range(count) for peer in crowd]

    assert (codes[0], codes[SEARCHED.burst], codes[-1]) == (None, None, "too_fast")
    assert {one.get("code") for one in asked} == {None, "too_fast"}


async def test_games_that_are_over_are_found_by_what_is_known_of_them() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    first = await a_rated_game(node, red, black)
    await pass_ms(1_000)
    second = await a_game(eve, red)
    await eve.ask("move", room=second, ply=0, text="b2e2")
    await eve.ask("resign", room=second)
    await node.settle()

    async def found(**asked: object) -> list[str]:
        return [row["room"] for row in (await eve.ask("games", **asked))["rows"]]

    assert await found() == [second, first]
    assert await found(player=red.player) == [second, first]
    assert await found(player=red.player, opponent=black.player) == [first]
    assert await found(player=red.player, result="won") == [second, first]
    assert await found(player=eve.player, result="won") == []
    assert await found(opening="h2e2h9g7") == [first]
    assert await found(opening="b2e2") == [second]
    assert await found(moves="C2=5 馬8進7") == [first]
    assert await found(moves="b2e2") == [second]
    refused = [await eve.ask("games", moves=text) for text in ("C2=4 x", "a0a9", "h2e2 " * 13)]
    codes = ["unreadable_move", "illegal_move", "text_too_long"]
    assert [answer["code"] for answer in refused] == codes
    assert refused[2]["text"] == "This text is too long. Make it shorter. (At most 12 moves.)"
    assert await found(rated=True) == [first]
    assert await found(speed="rapid", rules="axf") == [second, first]
    assert await found(speed="bullet") == []
    (row,) = (await eve.ask("games", opponent=black.player))["rows"]
    assert (row["winner"], row["ending"], row["plies"]) == ("red", "resign", 2)


async def test_many_games_come_in_pages_and_can_be_had_as_one_file() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    rooms = []
    for _ in range(23):
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await red.ask("resign", room=room)
        await red.ask("leave", room=room)
        await black.ask("leave", room=room)
        rooms.append(room)
        await pass_ms(5_000)

    seen, after = [], None
    while True:
        page = await red.ask("games", **({"after": after} if after else {}))
        seen += [row["room"] for row in page["rows"]]
        after = page["next"]
        if after is None:
            break
    first = await red.ask("export_games")
    second = await red.ask("export_games", after=first["next"])

    assert seen == rooms[::-1]
    assert (first["games"], first["text"].count("[Event ")) == (10, 10)
    assert second["text"].count("[Event ") == 10


async def test_a_cursor_nobody_gave_is_refused() -> None:
    node = await a_node()
    red = await node.guest()

    for kind in ("games", "ladder", "live_games"):
        assert (await red.ask(kind, after="abc"))["code"] == "bad_cursor"
    for of in ("online", "friends"):
        assert (await red.ask("player_list", of=of, after="abc"))["code"] == "bad_cursor"


async def test_my_games_come_with_those_that_wait_for_me_first() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    mine = await a_game(red, black, clock=DAYS)
    theirs = await a_game(red, black, clock=CLOCK)
    await red.ask("move", room=theirs, ply=0, text="h2e2")
    quick = await a_game(red, black, clock=CLOCK)

    answer = await red.ask("my_games")

    rows = answer["rows"]
    assert [row["room"] for row in rows] == [quick, mine, theirs]
    assert [row["your_turn"] for row in rows] == [True, True, False]
    assert rows[2]["last"][0] == "h2e2"
    assert rows[0]["opponent"]["player"] == black.player
    assert 3 * 24 * 3_600_000 - 1_000 < rows[1]["left_ms"] <= 3 * 24 * 3_600_000
    assert answer["next"] is None


async def test_a_live_game_that_is_followed_tells_each_turn_and_nothing_else() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    shown = await a_game(red, black)
    other = await node.guest(token=red.token)
    await other.ask("my_games", follow=True)

    await red.ask("move", room=shown, ply=0, text="h2e2")
    await black.ask("offer", room=shown, what="draw", ply=1)
    await black.ask("move", room=shown, ply=1, text="h9g7")
    await node.settle()
    turns = [one["game"]["your_turn"] for one in other.told("my_game_changed")]
    await red.ask("resign", room=shown)
    later = await a_game(red, black)
    await red.ask("move", room=later, ply=0, text="h2e2")
    await node.settle()
    last_row = last(other, "my_game_changed")["game"]
    other.hang_up()
    await black.ask("move", room=later, ply=1, text="h9g7")

    assert turns == [False, True]
    assert (last_row["room"], last_row["your_turn"]) == (later, False)


async def test_who_follows_its_games_hears_of_moves_ends_and_new_games() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=DAYS)
    await red.ask("move", room=room, ply=0, text="h2e2")
    other = await node.guest(token=black.token)
    await other.ask("my_games", follow=True)

    await black.ask("move", room=room, ply=1, text="h9g7")
    await node.settle()
    await pass_ms(GATHER_MS)
    await node.settle()
    moved = last(other, "my_game_changed")["game"]
    await black.ask("resign", room=room)
    await node.settle()
    over = last(other, "my_game_changed")["game"]
    fresh = await a_game(red, black)
    await node.settle()
    begun = last(other, "my_game_changed")["game"]
    other.hang_up()
    await red.ask("move", room=fresh, ply=0, text="h2e2")

    assert (moved["plies"], moved["your_turn"]) == (2, False)
    assert (over["status"], over["outcome"]["ending"]) == ("over", "resign")
    assert (begun["room"], begun["status"]) == (fresh, "playing")


async def test_a_player_hears_which_games_by_days_wait_for_a_move() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    slow = await a_game(red, black, clock=DAYS)
    quick = await a_game(red, black, clock=DAYS | {"days": 1})
    await a_game(red, black, clock=CLOCK)
    await pass_ms(GATHER_MS)
    await node.settle()
    other = await node.guest(token=red.token)
    await node.settle()

    at_first = last(other, "waiting")
    await red.ask("move", room=quick, ply=0, text="h2e2")
    await pass_ms(GATHER_MS)
    await node.settle()
    after_move = last(other, "waiting")
    await black.ask("resign", room=slow)
    await pass_ms(GATHER_MS)
    await node.settle()

    assert (at_first["count"], at_first["rooms"]) == (2, [quick, slow])
    assert (after_move["count"], after_move["rooms"]) == (1, [slow])
    assert last(other, "waiting")["rooms"] == []
    assert last(black, "waiting")["rooms"] == [quick]


async def test_a_player_of_many_games_gets_them_in_pages_and_none_is_watched() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    rooms = []
    for _ in range(23):
        rooms.append(await a_game(red, black, clock=DAYS))
        await pass_ms(5_000)
    for room in rooms:
        await red.ask("leave", room=room)
        await black.ask("leave", room=room)

    first = await red.ask("my_games", follow=True)
    second = await red.ask("my_games", after=first["next"])

    assert (len(first["rows"]), len(second["rows"]), second["next"]) == (20, 3, None)
    assert {row["room"] for row in first["rows"] + second["rows"]} == set(rooms)
    async with node.running():
        await pass_ms(2 * IDLE_MS)
        assert node.host.held("room") == 0


async def test_live_games_are_listed_until_they_are_over() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    rated = await a_game(red, black, rated=True)
    await pass_ms(10)
    casual = await a_game(red, black, clock=DAYS)
    await node.settle()

    async def live(**asked: object) -> list[str]:
        return [row["room"] for row in (await eve.ask("live_games", **asked))["rows"]]

    assert await live() == [rated, casual]
    shown = await eve.ask("profile", player=black.player)
    assert (shown["playing"], shown["watch"]) == (2, [casual, rated])
    assert await live(order="newest") == [casual, rated]
    assert await live(speed="correspondence") == [casual]
    await black.ask("resign", room=rated)
    await node.settle()
    await pass_ms(KEPT_MS)
    assert await live() == [casual]
    assert (await eve.ask("profile", player=black.player))["watch"] == [casual]


async def test_casual_games_stand_by_the_ratings_their_players_have() -> None:
    node = await a_node()
    red, black, eve, dan = [await node.guest() for _ in range(4)]
    for game in range(20):
        await a_rated_game(node, *((red, black) if game % 2 else (black, red)))
        await pass_ms(30_000)
    weak = await a_game(eve, dan)
    strong = await a_game(red, black)
    await pass_ms(10)
    newest = await a_game(eve, dan)
    await node.settle()

    live = await eve.ask("live_games")
    tv = await eve.ask("watch_boards", boards=["tv:top", "tv:rapid", "tv:blitz"])
    shown = [one["game"] and one["game"]["room"] for one in tv["boards"]]

    assert live["rows"][0]["room"] == strong
    assert live["rows"][0]["red_points"] is None
    assert {row["room"] for row in live["rows"]} == {weak, strong, newest}
    assert shown == [strong, strong, None]


async def test_the_most_watched_game_comes_first_and_watchers_are_counted() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    quiet, busy = await a_game(red, black), await a_game(red, black)
    crowd = [await node.guest() for _ in range(3)]
    for number, peer in enumerate(crowd):
        await peer.ask("join", room=busy)
        if number == 0:
            await peer.ask("join", room=quiet)

    async with node.running():
        await pass_ms(20_000)
        answer = await red.ask("live_games", order="watchers")

    assert [(row["room"], row["watchers"]) for row in answer["rows"]] == [(busy, 3), (quiet, 1)]


async def test_the_ladder_is_climbed_by_winning_a_challenge() -> None:
    node = await a_node()
    ann, ben, guest = await node.guest(), await node.guest(), await node.guest()
    await have_named(node, ann, "Ann")
    await have_named(node, ben, "Ben")
    ann, ben = await node.guest(token=ann.token), await node.guest(token=ben.token)
    await ann.ask("join_ladder")
    await ben.ask("join_ladder")
    no_account = await guest.ask("join_ladder")

    await ben.ask("ladder_challenge", player=ann.player)
    page = await ann.ask("ladder")
    await ann.ask("ladder_answer", accept=True)
    await node.settle()
    room = last(ben, "game_opened")["room"]
    for peer in (ann, ben):
        await peer.ask("join", room=room)
    red, black = (ann, ben) if last(ann, "room")["you"] == "red" else (ben, ann)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await ann.ask("resign", room=room)
    await node.settle()
    after = await guest.ask("ladder")
    profile = await guest.ask("ratings", player=ben.player)

    assert no_account["code"] == "no_account"
    assert page["challenge"]["by"]["name"] == "Ben"
    assert page["you"] == 1
    assert [row["player"]["name"] for row in after["rows"]] == ["Ben", "Ann"]
    assert (after["size"], after["you"], after["challenge"]) == (2, None, None)
    assert after["changes"][0]["what"] == "won"
    assert profile["rung"] == 1


async def test_a_game_without_a_clock_says_so_in_every_list() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    clocks = {await a_game(red, black, clock=clock): clock["type"] for clock in (NONE, DAYS, CLOCK)}
    live = await red.ask("live_games", order="newest")
    mine = await red.ask("my_games")

    assert {row["room"]: row["clock"] for row in live["rows"]} == clocks
    assert {row["room"]: row["clock"] for row in mine["rows"]} == clocks


async def test_a_game_without_a_clock_says_so_in_the_archive() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=NONE)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("resign", room=room)
    await node.settle()

    (row,) = (await red.ask("games", player=red.player))["rows"]

    assert (row["clock"], row["speed"]) == ("none", "correspondence")
