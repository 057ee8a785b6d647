"""How the store is called: over one connection, or over one to each primary."""

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from typing import Final, Protocol

from xiangqi_server.kernel.store.client.replies import Reply, Told
from xiangqi_server.kernel.store.client.requests import Argument, Script
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

DEADLINE_S: Final = 3.0
"""How long a call waits for its answer, unless it is opened with another deadline."""


class Calls(Protocol):
    """`DirectCalls` to the one server, or `cluster.routed.RoutedCalls` to those there are.

    Every key has a hash tag, except the marks of a single store. Where a call fails, only the
    part of the store that has its key is away.
    """

    async def call(self, *arguments: Argument) -> Reply:
        """The answer to a command whose second word is its key.

        Raises:
            StoreUnavailable: not sent, not answered in time, or refused for now.
            StoreError: the store does not understand or does not permit the command.
        """
        ...

    async def call_at(self, key: str, *arguments: Argument) -> Reply:
        """The answer to a command that names no key, of the server that has `key`."""
        ...

    async def call_each(self, *arguments: Argument) -> list[Reply]:
        """The answers of all primaries to a command that names no key; raises if one fails."""
        ...

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Reply:
        """The answer of a script, whose keys have one hash tag; raises like `call`."""
        ...

    def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> Awaitable[list[Reply | StoreError]]:
        """The answers of runs of a script in its `dialect`, packed by `packed_run`.

        They are sent as one; one that fails is answered by the error that `run` would raise.

        Args:
            script: None: they are commands.
            keys: those of each.
        """
        ...

    def run_soon(self, script: Script, keys: Sequence[str], packed: bytes, told: Told) -> None:
        """Have `told` called once, whatever happens, with the answer to one run as by `run_all`.

        It leaves with all others of this moment.
        """
        ...

    def publish(self, channel: str, payload: bytes) -> None:
        """Publish on a channel, with the next batch; no caller waits for that."""
        ...

    async def scan(self, pattern: str, cursor: str | None) -> tuple[str | None, list[Reply]]:
        """Some keys that match a pattern with a hash tag, and the cursor for more."""
        ...

    def dialect(self, script: Script) -> Script:
        """The script as it is written for this store."""
        ...

    def part_of(self, key: str) -> int:
        """A number for the part of the store that has a key; parts fail each on its own."""
        ...

    def primary_of(self, key: str) -> str:
        """The name of the server that has a key; "" if there is but one address, or none known."""
        ...

    @property
    def is_moving(self) -> bool:
        """Something was done lately where a slot is being moved to: its followers are elsewhere."""
        ...

    @property
    def promotions(self) -> int:
        """How many have given any key another primary, as far as is known."""
        ...

    def promotions_of(self, key: str) -> int:
        """How many have given one key another primary.

        What is called before one is known, and is not done, is not done after it.
        """
        ...

    async def close(self) -> None:
        """Refuse further calls, wait for those that wait, then let all connections go."""
        ...


async def answers_or_errors(calls: Iterable[Awaitable[Reply]]) -> list[Reply | StoreUnavailable]:
    """The answer of each call; of one to a part of the store that is away, its error."""
    answers: list[Reply | StoreUnavailable] = []
    for answer in await asyncio.gather(*calls, return_exceptions=True):
        if isinstance(answer, BaseException) and not isinstance(answer, StoreUnavailable):
            raise answer
        answers.append(answer)
    return answers


async def answers_of_parts(calls: Iterable[Awaitable[Reply]]) -> list[Reply | StoreUnavailable]:
    """The answers of all parts of the store; of one that is away, its error.

    Raises:
        StoreUnavailable: all are away.
    """
    answers = await answers_or_errors(calls)
    away = [answer for answer in answers if isinstance(answer, StoreUnavailable)]
    if away and len(away) == len(answers):
        raise away[0]
    return answers


async def answers_soon(
    calls: Sequence[Awaitable[Reply]], grace_s: float
) -> list[Reply | StoreUnavailable]:
    """As `answers_of_parts`, but the first answer is not held up by a part that gives none.

    A part that takes longer than the first one by `grace_s` counts as away.
    """
    if len(calls) == 1:
        return [await calls[0]]
    asked = [asyncio.ensure_future(call) for call in calls]
    pending = set(asked)
    while pending and not any(map(_has_answered, asked)):
        _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
    if pending:
        _, pending = await asyncio.wait(pending, timeout=grace_s)
    for call in pending:
        call.cancel()
    return await answers_of_parts(map(_or_slow, asked))


def _has_answered(call: asyncio.Future[Reply]) -> bool:
    return call.done() and not call.cancelled() and call.exception() is None


async def _or_slow(call: asyncio.Future[Reply]) -> Reply:
    try:
        return await call
    except asyncio.CancelledError:
        raise StoreUnavailable("slower than the other parts of the store") from None


def answered(answers: Iterable[Reply | StoreUnavailable]) -> Iterator[Reply]:
    """The answers alone, without the errors of parts of the store that are away."""
    return (answer for answer in answers if not isinstance(answer, StoreError))
