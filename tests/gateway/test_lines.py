"""Lines of moves, as a connection and a program ask about them."""

from tests.support.gateways import a_node
from tests.support.programs import Program, code_of
from tests.support.virtual_time import pass_ms
from xiangqi_server.limits import JUDGED

CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w"
LAP = "b2a2a5b5a2b2b5a5"


async def test_a_line_and_its_rulings_are_answered() -> None:
    node = await a_node()
    ann = await node.guest()

    line = await ann.ask("line", moves="h2e2")
    ruled = await ann.ask("judge_line", fen=CHASE, moves=LAP * 3, rules="axf,club")

    assert (line["wxf"], line["flaw"]) == (["C2=5"], None)
    assert [(told["rules"], told["state"]) for told in ruled["sets"]] == [
        ("axf", "ruled"),
        ("club", "ruled"),
    ]
    assert ruled["sets"][0]["ruling"]["clause"] == "18"


async def test_a_program_asks_by_an_address() -> None:
    node = await a_node()
    fen = CHASE.replace(" ", "%20")

    line = await Program(node).read("/api/line?moves=h2e2h9g7(b9c7)")
    ruled = await Program(node).read(f"/api/ruling?fen={fen}&moves={LAP * 3}&rules=wxf")

    assert line["wxf"] == ["C2=5", "H8+7", "H2+3"]
    assert (ruled["sets"][0]["side"], ruled["flaw"]) == ("red", None)


async def test_a_line_is_judged_by_the_terms_of_its_game() -> None:
    node = await a_node()
    ann = await node.guest()

    strict = await ann.ask("judge_line", fen=CHASE, moves=LAP * 2, terms="axf 1 strict")
    asked = f"/api/ruling?fen={CHASE.replace(' ', '%20')}&moves={LAP * 2}&terms="
    by_address = await Program(node).read(f"{asked}axf%201+strict")

    own = await Program(node).read(f"{asked}club%201+strict")

    assert strict["sets"] == by_address["sets"]
    assert [told["rules"] for told in own["sets"]] == ["club"]
    assert (strict["sets"][0]["state"], strict["sets"][0]["side"]) == ("ruled", "red")
    for terms in ("axf", "axf 9", "axf 1 sudden_death", "axf 1 limit=7"):
        refused = await ann.ask("judge_line", moves="h2e2", terms=terms)
        assert refused["code"] == "bad_message", terms


async def test_a_question_that_is_wrong_is_answered_with_its_flaw() -> None:
    node = await a_node()
    ann = await node.guest(language="vi")

    line = await ann.ask("line", fen="9/9 w")
    ruled = await ann.ask("judge_line", fen="9/9 w")

    assert (
        line["flaw"]
        == ruled["flaw"]
        == {"code": "fen_ranks", "text": line["flaw"]["text"], "at": -1}
    )
    assert "mười" in line["flaw"]["text"]


async def test_rules_that_are_unknown_and_shapes_that_are_wrong_are_refused() -> None:
    node = await a_node()
    ann = await node.guest()

    assert (await ann.ask("judge_line", rules="chess"))["code"] == "unknown_rules"
    assert (await ann.ask("judge_line", occurrences=1))["code"] == "bad_message"
    assert (await ann.ask("judge_line", moves="h2e2(b2e2)"))["code"] == "bad_message"
    assert code_of(await Program(node).ask("/api/ruling?rules=axf,wxf,cxa,club")) == "bad_message"


async def test_a_set_that_has_no_answer_says_so_and_the_others_are_told() -> None:
    node = await a_node()
    ann = await node.guest()
    node.worker.has_time = False

    ruled = await ann.ask("judge_line", fen=CHASE, moves=LAP * 3, rules="axf,cxa")

    assert [told["state"] for told in ruled["sets"]] == ["no_time", "no_time"]
    assert (await ann.ask("line"))["code"] == "unavailable"


async def test_a_player_has_only_so_many_lines_judged() -> None:
    node = await a_node()
    ann = await node.guest()

    codes = []
    async with node.running():
        for _ in range(JUDGED.burst + 20):
            await pass_ms(1_000)
            codes.append((await ann.ask("judge_line")).get("code"))

    assert (codes[0], codes[-1]) == (None, "too_fast")
