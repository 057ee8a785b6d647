"""Passwords are told by their hashes, and a name nobody has costs a hash as well."""

from collections.abc import Callable

from argon2 import PasswordHasher

from xiangqi_server.gateway.account.passwords import Passwords

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
