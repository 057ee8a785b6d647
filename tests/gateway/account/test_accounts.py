"""Accounts: the same player with a name and a password, on as many devices as it likes."""

import msgspec

from tests.support.gateways import TERMS, Node, Peer, a_game, a_node, a_password_keeper
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.players.claim import ClaimName
from xiangqi_server.aggregates.players.devices import GRACE_MS, ROTATE_MS
from xiangqi_server.aggregates.players.identity import GUEST_IDLE_MS, UNPLAYED_IDLE_MS
from xiangqi_server.aggregates.players.index_row import PLAYERS, PlayerRow, word_list
from xiangqi_server.aggregates.players.naming import RENAME_MS
from xiangqi_server.gateway.account.profiles import LOOKED_THROUGH, PAGE
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import GUESSES

PASSWORD = "nine dragons and a horse"
OTHER = "a cannon behind the screen"


async def an_account(node: Node, name: str = "An Nan") -> Peer:
    """A guest who has signed up."""
    peer = await node.guest()
    answer = await peer.ask("sign_up", name=name, password=PASSWORD)
    assert answer["type"] == "done", answer
    return peer


async def a_device(node: Node, name: str = "An Nan", password: str = PASSWORD) -> Peer:
    """A new connection of an account on a device of its own."""
    stranger = await node.guest()
    signed_in = await stranger.ask("sign_in", name=name, password=password, label="Phone")
    assert signed_in["type"] == "signed_in", signed_in
    device = await node.guest(token=signed_in["token"])
    device.used = str(signed_in["token"])  # type: ignore[attr-defined]
    return device


# Signing up.


async def test_a_guest_who_signs_up_stays_the_same_player_with_its_games() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    room = await a_game(ann, ben)

    answer = await ann.ask("sign_up", name="An Nan", password=PASSWORD)

    assert answer["type"] == "done"
    (account,) = ann.told("account")
    assert (account["name"], account["guest"]) == ("An Nan", False)
    again = await node.guest(token=ann.token)
    assert (again.player, again.welcome["name"]) == (ann.player, "An Nan")
    assert again.welcome["games"] == [{"room": room, "side": "red", "live": False}]


async def test_a_sign_up_that_is_sent_again_is_done_and_another_one_is_refused() -> None:
    node = await a_node()
    ann = await an_account(node)

    again = await ann.ask("sign_up", name="An Nan", password=PASSWORD)
    other_password = await ann.ask("sign_up", name="An Nan", password=OTHER)
    other_name = await ann.ask("sign_up", name="Somebody", password=PASSWORD)

    assert again["type"] == "done"
    assert (other_password["code"], other_name["code"]) == ("has_account", "has_account")


async def test_a_name_that_looks_like_another_is_taken() -> None:
    node = await a_node()
    await an_account(node, "An Nan")
    ben = await node.guest()

    refused = await ben.ask("sign_up", name="AN-NAN", password=PASSWORD)
    checked = await ben.ask("check_name", name="an.nan")
    free = await ben.ask("check_name", name="  Ben ")

    assert refused["code"] == "name_taken"
    assert (checked["free"], checked["code"]) == (False, "name_taken")
    assert (free["free"], free["name"]) == (True, "Ben")


async def test_who_may_not_change_names_yet_is_told_so_when_asking_for_one() -> None:
    node = await a_node()
    ann = await an_account(node, "An Nan")

    other = await ann.ask("check_name", name="Ben")
    own = await ann.ask("check_name", name="An Nan")
    refused = await ann.ask("rename", name="Ben")

    assert refused["code"] == "name_too_soon"
    assert (other["free"], other["code"]) == (False, "name_too_soon")
    assert (own["free"], own["code"]) == (True, None)


async def test_two_nodes_never_give_one_name_twice() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben = await here.guest(), await there.guest()

    ann.say("sign_up", name="Same", password=PASSWORD)
    ben.say("sign_up", name="Same", password=PASSWORD)
    for _ in range(3):
        await here.settle()
        await there.settle()

    kinds = sorted(one.heard[-1]["type"] for one in (ann, ben))
    assert kinds == ["done", "refused"]


async def test_passwords_that_are_easily_guessed_are_refused() -> None:
    node = await a_node()
    ann = await node.guest()

    codes = [
        (await ann.ask("sign_up", name="An Nan Nan", password=password))["code"]
        for password in (
            "short",
            "an nan nan1",
            "aaaaaaaaaaaaaa",
            "1234567890",
            "Password123",
            "QwertyUiop!!",
        )
    ]

    assert codes == ["weak_password"] * 6


# Signing in.


async def test_one_signs_in_by_name_and_password_on_another_device() -> None:
    node = await a_node()
    ann = await an_account(node)

    phone = await a_device(node, "an nan")

    assert phone.player == ann.player
    listed = await phone.ask("devices")
    assert [(one["label"], one["this"]) for one in listed["devices"]] == [
        ("", False),
        ("Phone", True),
    ]


async def test_a_sign_in_that_is_sent_again_makes_no_second_device() -> None:
    node = await a_node()
    ann = await an_account(node)
    phone, other = await node.guest(), await node.guest()
    await phone.ask("sign_in", id="s1", name="An Nan", password=PASSWORD, label="Phone")
    back = await node.guest(token=phone.token)

    again = await back.ask("sign_in", id="s1", name="An Nan", password=PASSWORD, label="Phone")
    await other.ask("sign_in", id="s1", name="An Nan", password=PASSWORD, label="Tablet")

    devices = (await ann.ask("devices"))["devices"]
    assert [one["label"] for one in devices] == ["", "Phone", "Tablet"]
    assert (await node.guest(token=again["token"])).player == ann.player


async def test_a_password_is_hashed_anew_at_a_sign_in_when_hashes_cost_more() -> None:
    store = MemoryStore(store_ms)
    cheap, dear = await a_node(store, "cheap"), await a_node(store, "dear", hash_cost=2)
    ann = await an_account(cheap)

    async def kept() -> str:
        look = await dear.guest()
        await look.ask("profile", player=ann.player)
        loaded = await store.load(AggregateId("player", ann.player))
        return str([event.body for event in loaded.tail if b"$argon2id$" in event.body][-1])

    before = await kept()
    await a_device(cheap)
    same = await kept()
    await a_device(dear)
    await dear.settle()
    after = await kept()
    phone = await a_device(dear)
    again = await cheap.guest(token=ann.token)

    assert before == same
    assert "t=1," in before
    assert "t=2," in after
    assert await kept() == after
    assert phone.player == again.player == ann.player


async def test_wrong_passwords_and_unknown_names_are_answered_alike() -> None:
    node = await a_node()
    await an_account(node)
    eve = await node.guest()

    wrong = await eve.ask("sign_in", name="An Nan", password="not this one")
    unknown = await eve.ask("sign_in", name="Nobody Here", password="not this one")

    assert wrong["code"] == unknown["code"] == "wrong_password"
    assert wrong["text"] == unknown["text"]


async def test_guessing_is_slowed_down_also_of_the_right_password() -> None:
    node = await a_node()
    await an_account(node)
    eves = [await node.guest() for _ in range(3)]
    for number in range(GUESSES.burst):
        await eves[number % 3].ask("sign_in", name="An Nan", password="not this one")

    late = await eves[0].ask("sign_in", name="An Nan", password=PASSWORD)

    assert (late["code"], late["retry_ms"] > 0) == ("too_fast", True)


async def test_a_token_of_a_device_is_checked_against_what_is_kept() -> None:
    node = await a_node()
    ann = await an_account(node)
    forged = await a_device(node)
    token = str(forged.used)  # type: ignore[attr-defined]
    await ann.ask("sign_out", everywhere=True)

    peer = node.connect()
    refused = await peer.ask("hello", token=token)
    welcome = await peer.ask("hello")

    assert refused["code"] == "signed_out"
    assert welcome["player"] != ann.player


# Signing out.


async def test_a_device_that_is_signed_out_is_told_and_cut_and_others_stay() -> None:
    node = await a_node()
    ann = await an_account(node)
    phone = await a_device(node)
    (device,) = [one["device"] for one in (await ann.ask("devices"))["devices"] if not one["this"]]

    answer = await ann.ask("sign_out", device=device)
    await pass_ms(300)

    assert answer["type"] == "done"
    assert phone.told("bye")[0]["code"] == "signed_out"
    assert (phone.closed, ann.closed) == ((1008, "signed out"), None)


async def test_signing_out_here_is_answered_before_the_line_is_cut() -> None:
    node = await a_node()
    ann = await an_account(node)

    answer = await ann.ask("sign_out")
    await pass_ms(300)

    assert answer["type"] == "done"
    assert ann.kinds()[-1] == "bye"
    refused = await node.connect().ask("hello", token=ann.token)
    assert refused["code"] == "signed_out"


async def test_another_password_signs_the_other_devices_out() -> None:
    node = await a_node()
    ann = await an_account(node)
    phone = await a_device(node)

    wrong = await ann.ask("change_password", old=OTHER, password=OTHER)
    answer = await ann.ask("change_password", old=PASSWORD, password=OTHER)
    await pass_ms(300)

    assert (wrong["code"], answer["type"]) == ("wrong_password", "done")
    assert (ann.closed, phone.closed) == (None, (1008, "signed out"))
    assert (await a_device(node, password=OTHER)).player == ann.player


# Tokens grow old.


async def test_an_old_token_is_replaced_and_the_one_before_survives_a_lost_answer() -> None:
    node = await a_node()
    phone_owner = await an_account(node)
    old = str((await a_device(node)).used)  # type: ignore[attr-defined]
    await pass_ms(ROTATE_MS + 1)

    first = await node.guest(token=old)
    fresh = first.token
    lost = await node.guest(token=old)
    await pass_ms(GRACE_MS + 1)
    again = await node.guest(token=old)
    shown = await node.guest(token=again.token)
    late = await node.guest(token=old)
    await pass_ms(GRACE_MS + 1)
    refused = await node.connect().ask("hello", token=old)

    assert fresh.startswith("a")
    assert lost.welcome["token"] is None
    assert again.token not in (fresh, old)
    assert (shown.welcome["token"], late.welcome["token"]) == (None, None)
    assert {one.player for one in (first, lost, again, shown, late)} == {phone_owner.player}
    assert refused["code"] == "signed_out"


async def test_a_guest_who_stays_away_is_forgotten_and_one_in_a_game_is_not() -> None:
    node = await a_node()
    ann, ben, eve = [await node.guest() for _ in range(3)]
    await a_game(ann, ben, clock={"type": "none"})
    await eve.ask("seek", terms=TERMS)
    for peer in (ann, ben, eve):
        peer.hang_up()
    await pass_ms(GUEST_IDLE_MS + 60_000)
    await node.settle()

    again = [await node.guest(token=peer.token) for peer in (ann, eve)]
    profiles = [await again[0].ask("profile", player=peer.player) for peer in (ann, eve)]
    assert [one["type"] for one in profiles] == ["profile", "refused"]


async def test_a_guest_who_never_played_is_forgotten_after_a_day_and_one_who_has_is_not() -> None:
    node = await a_node()
    ann, ben, eve = [await node.guest() for _ in range(3)]
    room = await a_game(ann, ben)
    await ann.ask("abort", room=room)
    await eve.ask("set_settings", settings={"theme": "dark"})
    for peer in (ann, ben, eve):
        peer.hang_up()
    await pass_ms(UNPLAYED_IDLE_MS - 60_000)
    await node.settle()
    look = await node.guest()
    before = [(await look.ask("profile", player=one.player))["type"] for one in (ann, eve)]
    await pass_ms(120_000)
    await node.settle()

    after = [(await look.ask("profile", player=one.player))["type"] for one in (ann, eve)]
    assert (before, after) == (["profile", "profile"], ["profile", "refused"])


# Names.


async def test_a_name_is_changed_once_a_month_and_the_old_one_rests() -> None:
    node = await a_node()
    ann = await an_account(node)

    early = await ann.ask("rename", name="Kestrel")
    await pass_ms(RENAME_MS)
    late = await ann.ask("rename", name="Kestrel")

    ben = await node.guest()
    resting = await ben.ask("sign_up", name="An Nan", password=PASSWORD)
    assert (early["code"], late["type"]) == ("name_too_soon", "done")
    assert ann.told("account")[-1]["name"] == "Kestrel"
    assert resting["code"] == "name_taken"
    await pass_ms(RENAME_MS + 60_000)
    await node.settle()
    assert (await an_account(node, "An Nan")).player != ann.player


# Settings, profiles, search.


async def test_settings_follow_the_player() -> None:
    node = await a_node()
    ann = await an_account(node)
    phone = await a_device(node)

    await ann.ask("set_settings", settings={"board": "jade", "sound": False})

    later = await node.guest(token=ann.token)
    assert phone.told("account")[-1]["settings"]["board"] == "jade"
    assert (later.welcome["settings"]["board"], later.welcome["settings"]["sound"]) == (
        "jade",
        False,
    )


async def test_a_profile_is_found_by_id_and_by_name() -> None:
    node = await a_node()
    ann, eve = await an_account(node), await node.guest()
    await ann.ask("set_profile", country="VN", bio="  Plays\x00 at\nnight. ")

    by_id = await eve.ask("profile", player=ann.player)
    by_name = await eve.ask("profile", name="annan")
    nobody = await eve.ask("profile", name="Nobody Here")

    assert by_id["player"] == {"player": ann.player, "name": "An Nan", "guest": False, "bot": False}
    assert (by_id["country"], by_id["bio"], by_id["online"]) == ("VN", "Plays at night.", True)
    assert {**by_name, "id": ""} == {**by_id, "id": ""}
    assert nobody["code"] == "no_such_player"


async def test_players_are_found_by_their_country_whole_or_by_name() -> None:
    node = await a_node()
    for name, country in (("Lan", "VN"), ("Linh", "VN"), ("Li", "CN"), ("Ann", "")):
        player = await an_account(node, name)
        await player.ask("set_profile", country=country)
    await node.settle()
    eve = await node.guest()

    async def found(**asked: str) -> list[str]:
        return [one["name"] for one in (await eve.ask("find_players", **asked))["players"]]

    assert await found(country="VN") == ["Lan", "Linh"]
    assert await found(country="VN", prefix="li") == ["Linh"]
    assert await found(prefix="li") == ["Li", "Linh"]
    assert await found(country="FR") == []
    assert (await eve.ask("find_players", prefix=""))["code"] == "bad_message"


async def test_players_are_found_by_words_of_their_profiles() -> None:
    node = await a_node()
    for name, country, bio in (
        ("Lan", "VN", "Teacher, Hà Nội"),
        ("Linh", "VN", "ha noi"),
        ("Li", "CN", "北京棋友 teacher"),
    ):
        player = await an_account(node, name)
        await player.ask("set_profile", country=country, bio=bio)
    await node.settle()
    eve = await node.guest()

    async def found(**asked: str) -> list[str]:
        return [one["name"] for one in (await eve.ask("find_players", **asked))["players"]]

    assert await found(words="Ha noi") == ["Lan", "Linh"]
    assert await found(words="Hà Nội", prefix="lin") == ["Linh"]
    assert await found(words="teacher", country="CN") == ["Li"]
    assert await found(words="北京棋友") == ["Li"]
    assert await found(words="teacher noi") == ["Lan"]
    assert await found(words="teach") == []
    assert (await eve.ask("find_players", words="!?", country="VN"))["code"] == "bad_message"


async def test_a_search_for_words_ends_soon_and_goes_on_where_it_ended() -> None:
    node = await a_node()
    eve = await node.guest()
    for n in range(LOOKED_THROUGH * PAGE + 1):
        row = PlayerRow(f"P{n:03}", "VN" if n == LOOKED_THROUGH * PAGE else "CN", words=("tea",))
        body = msgspec.msgpack.encode(row)
        lists = {word_list("tea"): row.name.casefold()}
        await node.store.row_store.put(PLAYERS, f"p{n:03}", 1, body, places={}, words=lists)

    first = await eve.ask("find_players", words="tea", country="VN")
    second = await eve.ask("find_players", words="tea", country="VN", after=first["next"])

    assert first["players"] == []
    assert [one["name"] for one in second["players"]] == [f"P{LOOKED_THROUGH * PAGE:03}"]
    assert second["next"] is None


async def test_players_are_found_by_the_beginning_of_their_names_page_by_page() -> None:
    node = await a_node()
    names = [f"山水{number}" for number in range(22)]
    for name in (*names, "Lan"):
        await an_account(node, name)
    eve = await node.guest()

    first = await eve.ask("find_players", prefix="山")
    second = await eve.ask("find_players", prefix="山", after=first["next"])
    latin = await eve.ask("find_players", prefix="LA")
    bad = await eve.ask("find_players", prefix="LA", after="no-cursor!".replace("!", ""))

    found = [one["name"] for one in (*first["players"], *second["players"])]
    assert (sorted(found), second["next"]) == (sorted(names), None)
    assert [one["name"] for one in latin["players"]] == ["Lan"]
    assert bad["code"] == "bad_cursor"


# Leaving.


async def test_all_that_is_kept_comes_in_parts() -> None:
    node = await a_node()
    ann, ben = await an_account(node), await node.guest()
    over, *rooms = [await a_game(ann, ben) for _ in range(3)]
    await ann.ask("move", room=over, ply=0, text="h2e2")
    await ben.ask("move", room=over, ply=1, text="h9g7")
    await ben.ask("resign", room=over)
    for room in (over, rooms[0]):
        await ann.ask("set_note", room=room, text=f"Mine on {room}")
    await node.settle()
    dan = await an_account(node, "Dan")
    await ann.ask("friend", player=dan.player)
    await ann.ask("send_message", player=dan.player, text="Shall we play?")
    await dan.ask("send_message", player=ann.player, text="With pleasure.")
    await node.settle()

    parts = [await ann.ask("my_data")]
    while parts[-1]["next"] is not None:
        parts.append(await ann.ask("my_data", after=parts[-1]["next"]))
    made_up = await ann.ask("my_data", after=rooms[0])

    assert made_up["code"] == "bad_cursor"
    assert [one["what"] for one in parts] == ["player", "conversation", "game", "game", "games"]
    assert (parts[0]["data"]["name"], parts[0]["data"]["open_games"]) == ("An Nan", rooms)
    assert parts[0]["data"]["friends"] == [dan.player]
    assert parts[1]["data"]["with"] == dan.player
    assert [(one["mine"], one["text"]) for one in parts[1]["data"]["messages"]] == [
        (True, "Shall we play?"),
        (False, "With pleasure."),
    ]
    assert '[Red "An Nan"]' in parts[2]["data"]["pgn"]
    assert [one["data"]["note"] for one in parts[2:4]] == [f"Mine on {rooms[0]}", ""]
    (finished,) = parts[4]["data"]["games"]
    assert finished["note"] == f"Mine on {over}"
    assert (finished["room"], '[Red "An Nan"]' in finished["pgn"]) == (over, True)
    assert "argon2" not in str(parts)


async def test_no_list_has_the_name_of_a_deleted_account_and_its_mailbox_is_empty() -> None:
    node = await a_node()
    ann, dan, eve = await an_account(node), await an_account(node, "Dan"), await node.guest()
    await ann.ask("friend", player=dan.player)
    await dan.ask("friend", player=ann.player)
    await ann.ask("join_ladder")
    await ann.ask("send_message", player=dan.player, text="My secret plan.")
    await dan.ask("send_message", player=ann.player, text="With pleasure.")
    room = await a_game(ann, dan)
    await ann.ask("move", room=room, ply=0, text="h2e2")
    await dan.ask("resign", room=room)
    await node.settle()
    player = ann.player

    await ann.ask("delete_account", password=PASSWORD)
    await pass_ms(300)
    async with node.running():
        await pass_ms(5_000)

    questions: list[tuple[Peer, str, dict[str, object]]] = [
        (eve, "profile", {"player": player}),
        (eve, "find_players", {"prefix": "an"}),
        (eve, "games", {"player": player}),
        (eve, "ladder", {}),
        (eve, "leaderboard", {"speed": "rapid"}),
        (eve, "ratings", {"player": player}),
        (dan, "player_list", {"of": "friends"}),
        (dan, "conversations", {}),
        (dan, "conversation", {"player": player}),
        (dan, "my_games", {}),
    ]
    answers = [await peer.ask(kind, **fields) for peer, kind, fields in questions]
    assert [answer["type"] for answer in answers if answer["type"] == "refused"] == []
    assert "An Nan" not in str(answers)
    assert answers[0]["deleted"]
    late = await dan.ask("send_message", player=player, text="Are you there?")
    assert late["code"] == "no_such_player"
    for kind in ("mailbox", "player"):
        loaded = await node.store.load(AggregateId(kind, player))
        kept = [
            *(event.body for event in loaded.tail),
            *([loaded.snapshot.body] if loaded.snapshot else []),
        ]
        told = (b"secret", b"pleasure", b"An Nan", dan.player.encode())
        assert not [text for text in told for body in kept if text in body]


async def test_a_deleted_account_leaves_its_games_without_its_name() -> None:
    node = await a_node()
    ann, ben = await an_account(node), await node.guest()
    room = await a_game(ann, ben)

    wrong = await ann.ask("delete_account", password=OTHER)
    answer = await ann.ask("delete_account", password=PASSWORD)
    await pass_ms(300)
    await node.settle()

    assert (wrong["code"], answer["type"]) == ("wrong_password", "done")
    assert ann.closed == (1008, "signed out")
    assert ben.told("ended")[0]["outcome"]["winner"] == "black"
    assert ben.told("renamed")[-1]["player"]["name"] == "Deleted player"
    profile = await ben.ask("profile", player=ann.player)
    assert (profile["deleted"], profile["player"]["name"]) == (True, "Deleted player")
    eve = await node.guest()
    await eve.ask("join", room=room)
    assert eve.told("room")[0]["red"]["name"] == "Deleted player"
    assert (await eve.ask("find_players", prefix="An"))["players"] == []
    assert (await eve.ask("sign_in", name="An Nan", password=PASSWORD))["code"] == "wrong_password"
    assert (await node.connect().ask("hello", token=ann.token))["code"] == "signed_out"


async def test_what_a_deleted_account_had_told_is_no_longer_in_its_log() -> None:
    node = await a_node()
    ann = await an_account(node)
    await ann.ask("set_profile", country="VN", bio="Plays at night.")

    await ann.ask("delete_account", password=PASSWORD)
    await pass_ms(1_000)
    await node.settle()

    loaded = await node.store.load(AggregateId("player", ann.player))
    everything = b"".join(
        [*(event.body for event in loaded.tail), loaded.snapshot.body if loaded.snapshot else b""]
    )
    assert loaded.snapshot is not None
    assert not any(told in everything for told in (b"An Nan", b"night", b"argon2"))


# Without a store.


async def test_without_a_store_a_device_of_an_account_is_asked_to_wait() -> None:
    store = MemoryStore(store_ms)
    first = await a_node(store)
    ann = await an_account(first)
    token = str((await a_device(first)).used)  # type: ignore[attr-defined]
    node = await a_node(store, "m")

    async with node.running():
        eve = await node.guest()
        node.store.is_away = True
        await eve.ask("seek", terms=TERMS)
        peer = node.connect()
        refused = await peer.ask("hello", token=token)
        node.store.is_away = False
        await pass_ms(1_000)
        welcome = await peer.ask("hello", token=token)

    assert (refused["code"], refused["retry_ms"]) == ("unavailable", 1_000)
    assert welcome["player"] == ann.player


async def test_a_name_claimed_when_fewer_letters_were_known_keeps_its_owner() -> None:
    node = await a_node()
    ann, eve = await node.guest(), await node.guest()
    first_id = "ce5qzsq5awitfszsgmur54re"  # so the claim of this name was called before
    hashed = await a_password_keeper().hash(PASSWORD)
    await ann.ask("set_settings", settings={"theme": "dark"})
    node.host.submit(
        AggregateId("name", first_id),
        ClaimName(ann.player, "Ɓalarabe", hashed),
        arrived_ms=node.clock.now_ms(),
    )
    await node.settle()

    phone = await a_device(node, "Ɓalarabe")
    profile = await eve.ask("profile", name="ɓalarabe")
    taken = [
        await eve.ask("sign_up", name=name, password=PASSWORD) for name in ("ɓalarabe", "Ɓala-rabe")
    ]
    await pass_ms(RENAME_MS)
    renamed = await phone.ask("rename", name="Balarabe")
    again = await (await node.guest()).ask("profile", name="Balarabe")

    assert phone.player == profile["player"]["player"] == ann.player
    assert [answer["code"] for answer in taken] == ["name_taken"] * 2
    assert renamed["type"] == "done"
    assert again["player"]["name"] == "Balarabe"
