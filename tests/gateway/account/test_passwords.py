"""Hashes are made a few at a time, and a name nobody has costs a hash as well."""

import asyncio
from collections.abc import Callable

import pytest
from argon2 import PasswordHasher

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.account.passwords import AT_ONCE, WAITING, Passwords

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def test_a_password_fits_its_hash_and_no_other() -> None:
    async def at_once(work: Callable[[], str | bool]) -> str | bool:
        return work()

    passwords = Passwords(at_once, CHEAP)
    hashed = await passwords.hash("nine dragons")

    fits = [
        await passwords.fits(hashed, "nine dragons"),
        await passwords.fits(hashed, "ten dragons"),
        await passwords.fits(None, "nobody's"),
        await passwords.fits("", "nobody's"),
        await passwords.fits("not a hash", "nine dragons"),
    ]

    assert hashed.startswith("$argon2id$")
    assert fits == [True, False, False, False, False]
    assert passwords.hashed == 6


async def test_only_a_few_are_under_way_and_only_so_many_wait() -> None:
    gate = asyncio.Event()
    under_way: list[int] = []

    async def held(work: Callable[[], str | bool]) -> str | bool:
        under_way.append(1)
        await gate.wait()
        return work()

    passwords = Passwords(held, CHEAP)
    tasks = [asyncio.create_task(passwords.hash(f"password {n}")) for n in range(WAITING)]
    await asyncio.sleep(0)

    with pytest.raises(Refused) as refused:
        await passwords.hash("one more")

    assert (refused.value.code, len(under_way)) == (RefusalCode.TOO_FAST, AT_ONCE)
    gate.set()
    await asyncio.gather(*tasks)
    assert passwords.hashed == WAITING
