"""An owner who has lost the password comes in by a code, once."""

from tests.support.gateways import Message, Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.recovery import RESET_MS, CreateResetCode
from xiangqi_server.api.names.secret_codes import code_hash
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import ADDRESS_GUESSES

PASSWORD = "nine dragons and a horse"
OTHER = "a cannon behind the screen"
RESET = "7K2QM-9XFTA-0B4CD-WZ3HN"


async def an_account(node: Node, name: str = "An Nan") -> tuple[Peer, str]:
    """An owner, and the recovery code."""
    owner = await node.guest()
    await owner.ask("sign_up", name=name, password=PASSWORD)
    answer = await owner.ask("create_recovery_code", password=PASSWORD)
    assert answer["type"] == "recovery_code", answer
    return owner, str(answer["code"])


async def recover(node: Node, code: str, name: str = "an nan", **fields: object) -> Message:
    """What a stranger hears who shows a code."""
    stranger = await node.guest()
    return await stranger.ask("recover", **{"name": name, "code": code, "password": OTHER} | fields)


async def security(peer: Peer) -> list[str]:
    """What the owner reads of password and codes."""
    return [event["what"] for event in (await peer.ask("devices"))["security"]]


async def test_a_code_lets_the_owner_in_with_a_new_password_and_nobody_else_stays() -> None:
    node = await a_node()
    owner, code = await an_account(node)

    answer = await recover(node, f" {code.lower().replace('-', ' ')} ", label="Phone")
    await pass_ms(300)

    phone = await node.guest(token=answer["token"])
    assert (answer["type"], answer["player"], answer["name"]) == (
        "recovered",
        owner.player,
        "An Nan",
    )
    assert phone.player == owner.player
    assert owner.closed == (1008, "signed out")
    devices = await phone.ask("devices")
    assert [one["label"] for one in devices["devices"]] == ["Phone"]
    assert devices["recovery"] is True
    assert await security(phone) == [
        "recovery_code_created",
        "recovered",
        "recovery_code_created",
    ]
    stranger = await node.guest()
    old = await stranger.ask("sign_in", name="An Nan", password=PASSWORD)
    new = await stranger.ask("sign_in", name="An Nan", password=OTHER)
    assert (old["code"], new["type"]) == ("wrong_password", "signed_in")


async def test_a_code_is_used_up_and_the_fresh_one_is_good() -> None:
    node = await a_node()
    _, code = await an_account(node)
    first = await recover(node, code)

    again = await recover(node, code)
    fresh = await recover(node, first["code"], password=PASSWORD)

    assert again["code"] == "wrong_code"
    assert fresh["type"] == "recovered"
    assert len({code, first["code"], fresh["code"]}) == 3


async def test_another_code_makes_the_one_before_worthless() -> None:
    node = await a_node()
    owner, code = await an_account(node)

    wrong = await owner.ask("create_recovery_code", password=OTHER)
    other = await owner.ask("create_recovery_code", password=PASSWORD)

    assert wrong["code"] == "wrong_password"
    assert (await recover(node, code))["code"] == "wrong_code"
    assert (await recover(node, other["code"]))["type"] == "recovered"


async def test_a_code_serves_its_own_account_alone() -> None:
    node = await a_node()
    _, code = await an_account(node)
    await an_account(node, "Ben")

    answers = [await recover(node, code, name=name) for name in ("Ben", "Nobody Here")]

    assert [answer["code"] for answer in answers] == ["wrong_code"] * 2


async def test_a_weak_password_does_not_use_the_code_up() -> None:
    node = await a_node()
    _, code = await an_account(node)

    weak = await recover(node, code, password="an nan")
    good = await recover(node, code)

    assert (weak["code"], good["type"]) == ("weak_password", "recovered")


async def test_a_guest_has_no_code() -> None:
    node = await a_node()
    guest = await node.guest()

    answer = await guest.ask("create_recovery_code", password=PASSWORD)

    assert answer["code"] == "no_account"


async def test_trying_codes_is_bounded_by_address_and_holds_up_nobody_elsewhere() -> None:
    node = await a_node()
    _, code = await an_account(node)
    answers: list[Message] = []
    while len(answers) <= ADDRESS_GUESSES.burst:
        eve = await node.guest(counted_as="192.0.2.7")
        answers += [
            await eve.ask("recover", name="An Nan", code="AAAAA", password=OTHER) for _ in range(9)
        ]

    home = await node.guest(counted_as="198.51.100.7")
    good = await home.ask("recover", name="An Nan", code=code, password=OTHER)

    codes = [answer["code"] for answer in answers]
    assert codes[: ADDRESS_GUESSES.burst] == ["wrong_code"] * ADDRESS_GUESSES.burst
    assert codes[-1] == "too_fast"
    assert good["type"] == "recovered"


async def test_an_operators_reset_code_is_good_once_and_for_a_day() -> None:
    node = await a_node()
    owner, _ = await an_account(node)
    late_owner, _ = await an_account(node, "Late")
    for player in (owner.player, late_owner.player):
        command = CreateResetCode(code_hash(player, RESET))
        node.host.submit(AggregateId("player", player), command, arrived_ms=node.clock.now_ms())
    await node.settle()

    seen = await security(owner)
    first = await recover(node, RESET)
    again = await recover(node, RESET)
    await pass_ms(RESET_MS)
    late = await recover(node, RESET, name="Late")

    assert seen == ["recovery_code_created", "reset_code_created"]
    assert (first["type"], again["code"], late["code"]) == (
        "recovered",
        "wrong_code",
        "wrong_code",
    )
    phone = await node.guest(token=first["token"])
    assert (await security(phone))[-2:] == ["reset", "recovery_code_created"]


async def test_another_password_is_remembered_and_keeps_the_code() -> None:
    node = await a_node()
    owner, code = await an_account(node)

    await owner.ask("change_password", old=PASSWORD, password=OTHER)

    assert await security(owner) == ["recovery_code_created", "password_changed"]
    assert (await recover(node, code, password=PASSWORD))["type"] == "recovered"


async def test_nothing_that_lets_in_is_told_or_stored_as_it_is() -> None:
    node = await a_node()
    owner, code = await an_account(node)

    data = await owner.ask("my_data")
    loaded = await node.store.load(AggregateId("player", owner.player))

    kept = b"".join(event.body for event in loaded.tail)
    assert code.encode() not in kept
    assert code_hash(owner.player, code).encode() in kept
    assert code_hash(owner.player, code) not in str(data)
    assert [event["what"] for event in data["data"]["security"]] == ["recovery_code_created"]
