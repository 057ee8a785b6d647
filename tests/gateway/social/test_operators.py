"""The names of operators: nobody comes by one but by a code, or by having it already."""

from tests.support.gateways import OPERATORS, Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.claim import REST_MS, TICKET_MS, CreateTicket
from xiangqi_server.aggregates.players.naming import RENAME_MS
from xiangqi_server.api.names.name_rules import name_id
from xiangqi_server.api.names.secret_codes import code_hash
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.store.values import AggregateId

PASSWORD = "nine dragons and a horse"
CODE = "7K2QM-9XFTA-0B4CD-WZ3HN"
(OPERATOR,) = OPERATORS


async def let_in(node: Node, code: str = CODE) -> None:
    """Make a one-time code for the operator's name, as the command does."""
    wanted = name_id(OPERATOR)
    ticket = CreateTicket(code_hash(wanted, code))
    node.host.submit(AggregateId("name", wanted), ticket, arrived_ms=node.clock.now_ms())
    await node.settle()


async def an_operator(node: Node) -> Peer:
    """Who has signed up under the operator's name."""
    await let_in(node)
    peer = await node.guest()
    answer = await peer.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)
    assert answer["type"] == "done", answer
    return peer


async def is_operator(peer: Peer) -> bool:
    """Whether the moderation is open to somebody."""
    return bool((await peer.ask("moderation", of="reports"))["type"] == "moderation")


async def test_who_signs_up_first_under_an_operators_name_is_refused() -> None:
    node = await a_node()
    eve = await node.guest()

    codes = [
        (await eve.ask("sign_up", name=name, password=PASSWORD, **extra))["code"]
        for name, extra in (
            (OPERATOR, {}),
            (OPERATOR.upper(), {}),
            (OPERATOR, {"code": CODE}),
            ("Öp", {}),
            ("Øp", {}),
            ("Ор", {}),  # Cyrillic
        )
    ]
    checked = await eve.ask("check_name", name=OPERATOR)

    assert codes == [
        "operator_code",
        "operator_code",
        "operator_code",
        "name_reserved",
        "name_reserved",
        "operator_code",
    ]
    assert (checked["free"], checked["code"]) == (False, "operator_code")


async def test_a_code_makes_an_operator_once() -> None:
    node = await a_node()
    op = await an_operator(node)
    eve = await node.guest()

    again = await op.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)
    second = await eve.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)

    assert await is_operator(op)
    assert not await is_operator(eve)
    assert again["type"] == "done"
    assert second["code"] == "name_taken"


async def test_a_code_is_good_for_a_day_and_the_latest_alone() -> None:
    node = await a_node()
    await let_in(node)
    await let_in(node, "AAAAA-BBBBB-CCCCC-DDDDD")
    eve = await node.guest()

    earlier = await eve.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)
    await pass_ms(TICKET_MS)
    late = await (await node.guest()).ask(
        "sign_up", name=OPERATOR, password=PASSWORD, code="aaaaa bbbbb ccccc ddddd"
    )

    assert (earlier["code"], late["code"]) == ("operator_code", "operator_code")


async def test_the_name_of_an_account_that_is_gone_is_nobodys_but_by_a_code() -> None:
    node = await a_node()
    op = await an_operator(node)
    await op.ask("delete_account", password=PASSWORD)
    await pass_ms(REST_MS + DAY_MS)
    await node.settle()
    eve, heir = await node.guest(), await node.guest()

    refused = await eve.ask("sign_up", name=OPERATOR, password=PASSWORD)
    await let_in(node)
    done = await heir.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)

    assert refused["code"] == "operator_code"
    assert done["type"] == "done"
    assert await is_operator(heir)


async def test_by_a_code_a_name_need_not_rest() -> None:
    node = await a_node()
    op = await an_operator(node)
    await op.ask("delete_account", password=PASSWORD)
    await node.settle()
    heir = await node.guest()
    await let_in(node)

    done = await heir.ask("sign_up", name=OPERATOR, password=PASSWORD, code=CODE)

    assert done["type"] == "done"
    assert await is_operator(heir)


async def test_nobody_renames_an_account_to_an_operators_but_by_a_code() -> None:
    node = await a_node()
    ann = await node.guest()
    await ann.ask("sign_up", name="An Nan", password=PASSWORD)
    await pass_ms(RENAME_MS)
    ann = await node.guest(token=ann.token)

    refused = await ann.ask("rename", name=OPERATOR)
    await let_in(node)
    done = await ann.ask("rename", name=OPERATOR, code=CODE)

    assert (refused["code"], done["type"]) == ("operator_code", "done")
    assert await is_operator(ann)


async def test_an_account_from_before_keeps_working() -> None:
    """It has the name, whenever the settings named it: it is free to write it as it is."""
    node = await a_node()
    op = await an_operator(node)

    checked = await op.ask("check_name", name=OPERATOR)
    renamed = await op.ask("rename", name=OPERATOR)
    phone = await node.guest()
    signed_in = await phone.ask("sign_in", name=OPERATOR, password=PASSWORD)

    assert (checked["free"], renamed["type"], signed_in["type"]) == (True, "done", "signed_in")


async def test_operators_without_an_account_are_known() -> None:
    node = await a_node()
    await an_operator(node)
    operators = Operators(frozenset({OPERATOR, "Boss"}), AggregateClient(node.host, node.clock))

    missing = await operators.without_account()

    assert missing == ["Boss"]
    assert await node.gateway.operators_without_account() == []
