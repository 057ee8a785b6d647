"""Whose password is looked at next: every address in turn, and nobody holds up everybody."""

import asyncio
from collections import Counter
from collections.abc import Callable

from argon2 import PasswordHasher

from tests.support.gateways import Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.account.password_line import AT_ONCE, PasswordLine
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.limits import GUESSES, HASHED_OF_ADDRESS, HASHES, HASHES_OF_ADDRESS, with_shares

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Desk:
    """A line whose hashes are made when the test says so."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.served: list[str] = []
        self.gate = asyncio.Semaphore(0)
        self.under_way = 0
        self.line = PasswordLine(Passwords(self._held, CHEAP), node.gateway.address_limits)
        self.tasks: list[asyncio.Task[str | RefusalCode]] = []

    async def _held(self, work: Callable[[], str | bool]) -> str | bool:
        self.under_way += 1
        await self.gate.acquire()
        self.under_way -= 1
        return work()

    async def ask(self, address: str) -> None:
        """Somebody at an address has a password hashed."""
        client = self.node.connect(counted_as=address).session
        assert isinstance(client, Client)
        self.tasks.append(asyncio.create_task(self._hash(client)))
        await asyncio.sleep(0)

    async def _hash(self, client: Client) -> str | RefusalCode:
        try:
            hashed = await self.line.hash(client, "nine dragons")
        except Refused as refused:
            return refused.code
        self.served.append(client.address)
        return hashed

    async def serve(self, count: int) -> None:
        """Let so many hashes be made."""
        for _ in range(count):
            self.gate.release()
            for _ in range(8):
                await asyncio.sleep(0)

    def refused(self) -> int:
        return sum(task.done() and isinstance(task.result(), RefusalCode) for task in self.tasks)


async def test_an_address_that_sends_many_keeps_nobody_from_signing_in() -> None:
    desk = Desk(await a_node())
    for _ in range(3 * HASHES.most):
        await desk.ask("192.0.2.1")

    for number in range(2, 12):
        await desk.ask(f"192.0.2.{number}")
    turned_away = desk.refused()
    await desk.serve(AT_ONCE + 2 * 10)

    assert desk.under_way == AT_ONCE
    assert turned_away == 2 * HASHES.most
    assert {f"192.0.2.{number}" for number in range(2, 12)} <= set(desk.served)
    await desk.serve(3 * HASHES.most)


async def test_while_many_wait_an_address_has_two_places_and_a_school_those_of_its_people() -> None:
    desk = Desk(await a_node())
    for number in range(HASHES.most):
        await desk.ask(f"198.51.100.{number}")

    for _ in range(5):
        await desk.ask("192.0.2.1")
    one = desk.refused()
    for _ in range(60):
        await desk.ask(with_shares("203.0.113.1", 60))

    assert (one, desk.refused()) == (5 - HASHES_OF_ADDRESS.most, one)
    await desk.serve(200)


async def test_right_passwords_count_as_well() -> None:
    desk = Desk(await a_node())

    for _ in range(HASHED_OF_ADDRESS.burst + 1):
        await desk.ask("192.0.2.1")
        await desk.serve(1)
    await desk.ask("192.0.2.2")
    await desk.serve(1)

    assert Counter(desk.served) == {"192.0.2.1": HASHED_OF_ADDRESS.burst, "192.0.2.2": 1}


async def test_a_try_that_nobody_could_look_at_is_no_guess() -> None:
    node = await a_node()
    pupils = [await node.guest(counted_as="192.0.2.1") for _ in range(2)]
    await pupils[0].ask("sign_up", name="Zhang Wei", password="nine dragons fly")
    while await signed_in(pupils[1]) == "signed_in":
        pass
    for _ in range(2 * GUESSES.burst):
        assert await signed_in(pupils[1]) == "too_fast"

    await pass_ms(2 * HASHED_OF_ADDRESS.every_ms)

    assert await signed_in(pupils[1]) == "signed_in"


async def signed_in(peer: Peer) -> str:
    """Sign in with the right password, whatever comes of it, on a connection of its own."""
    tab = await peer.node.guest(counted_as=peer.counted_as)
    answer = await tab.ask("sign_in", name="Zhang Wei", password="nine dragons fly")
    tab.hang_up()
    return str(answer.get("code") or answer["type"])
