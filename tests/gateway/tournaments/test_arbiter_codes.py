"""Arbiters without an account: the organiser's code, shown by guests."""

from tests.gateway.tournaments.test_over_the_board import an_evening, pair, write
from tests.support.gateways import Peer, a_node
from tests.support.tournament_peers import announce, members
from tests.support.virtual_time import pass_ms
from xiangqi_server.api.names.secret_codes import code_as_written
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import GUESSES


async def show(peer: Peer, cup: str, code: str) -> str:
    """Show a code: what the answer is, or its refusal."""
    answer = await peer.ask("arbitrate", tournament=cup, code=code)
    return str(answer.get("code", answer["type"]))


async def test_a_guest_who_shows_the_code_writes_results_under_a_name() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        phone = await node.guest()
        cup = await an_evening(ann)
        await pair(ann, cup, 1)
        code = (await ann.ask("set_arbiter_code", tournament=cup))["code"]

        before = await write(phone, cup, 1, {"board": 1, "result": "red"})
        shown = await show(phone, cup, f"{code[:4].lower()} {code[4:]}")
        again = await show(phone, cup, code)
        await write(phone, cup, 1, {"board": 1, "result": "red"})
        await pass_ms(300)
        game = (await ann.ask("tournament_round", tournament=cup))["games"][0]
        notes = await ann.ask("tournament_notes", tournament=cup)
        log = (await node.store.load(AggregateId("tournament", cup))).tail

        assert (before["code"], shown, again) == ("not_allowed", "done", "done")
        assert (game["result"], game["by"]["player"]) == ("red", phone.player)
        assert [one["player"] for one in notes["arbiters"]] == [phone.player]
        assert [(one["what"], one["by"]["name"]) for one in notes["notes"]][-2:] == [
            ("code", "Ann"),
            ("appoint", "Ann"),
        ]
        assert not [event for event in log if code_as_written(code).encode() in event.body]


async def test_a_code_ends_by_the_next_one_and_when_it_is_taken_back() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        phone, other = await node.guest(), await node.guest()
        cup = await an_evening(ann)
        first = (await ann.ask("set_arbiter_code", tournament=cup))["code"]
        second = (await ann.ask("set_arbiter_code", tournament=cup))["code"]

        answers = [await show(phone, cup, first), await show(phone, cup, second)]
        none = (await ann.ask("set_arbiter_code", tournament=cup, on=False))["code"]
        late = await show(other, cup, second)
        remove = {"type": "appoint", "player": phone.player, "on": False}
        await ann.ask("manage_tournament", tournament=cup, action=remove)
        back = await show(phone, cup, second)

        assert answers == ["wrong_code", "done"]
        assert (none, late, back) == ("", "wrong_code", "wrong_code")


async def test_only_the_organiser_gives_a_code_and_only_at_real_boards() -> None:
    node = await a_node()
    async with node.running():
        ann, bea = await members(node, "Ann", "Bea")
        cup, online = await an_evening(ann), await announce(node, ann)
        appoint = {"type": "appoint", "player": bea.player}
        await ann.ask("manage_tournament", tournament=cup, action=appoint)

        by_arbiter = await bea.ask("set_arbiter_code", tournament=cup)
        elsewhere = await ann.ask("set_arbiter_code", tournament=online)
        unknown = await ann.ask("set_arbiter_code", tournament="nosuchcup")

        assert [one["code"] for one in (by_arbiter, elsewhere, unknown)] == [
            "not_allowed",
            "not_allowed",
            "no_such_tournament",
        ]


async def test_codes_are_not_guessed_for_long() -> None:
    node = await a_node()
    async with node.running():
        (ann,) = await members(node, "Ann")
        guest = await node.guest()
        cup = await an_evening(ann)
        nothing = await show(guest, cup, "00000000")
        await ann.ask("set_arbiter_code", tournament=cup)

        answers = []
        for n in range(GUESSES.burst + 1):
            answers.append(await show(guest, cup, f"{n:08}"))
            await pass_ms(2_000)  # each costs a message of its own

        assert nothing == "wrong_code"
        assert answers[0] == "wrong_code"
        assert "too_fast" in answers
