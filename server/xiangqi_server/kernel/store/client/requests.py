"""What is sent to the store: commands, and runs of Lua scripts, as bytes."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Final

from hiredis import pack_command

from xiangqi_server.kernel.store.client.replies import Reply

Argument = str | bytes | int
Ask = Callable[..., Awaitable[Reply]]
"""Sends one command, given as its arguments, and waits for the answer; raises `StoreError`."""

LISTED: Final = 1_000
"""How many keys, of whatever kind, one scan looks at."""
LASTING: Final = frozenset({"append", "heartbeat", "load", "read", "restore"})
"""Scripts whose answers wait for the copies that are asked for."""


class Script:
    """A Lua script and the name the store knows it by.

    It touches no key but those that are named when it is called. Others may be at another server,
    which then has the same keys anew, and a mover meets both.

    Attributes:
        is_lasting: people hear what it answers, so no failover may take it back.
    """

    def __init__(self, text: bytes, *, is_lasting: bool = False) -> None:
        self.text = text
        self.is_lasting = is_lasting
        self.sha = hashlib.sha1(text, usedforsecurity=False).hexdigest()

    @cached_property
    def sharded(self) -> "Script":
        """The same for a cluster: what it publishes stays with the servers of the slot."""
        text = self.text.replace(b"redis.call('PUBLISH',", b"redis.call('SPUBLISH',")
        return self if text == self.text else self._with(text)

    def _with(self, text: bytes) -> "Script":
        return Script(text, is_lasting=self.is_lasting)

    @cached_property
    def _by_count(self) -> dict[int, "Script"]:
        return {}

    def with_keys_as_arguments(self, count: int) -> "Script":
        """The same with `count` keys named, all but the first as arguments.

        It may run where a slot is being moved to. Of several named keys all would have to be there,
        and not every log has all that its scripts look at.
        """
        script = self._by_count.get(count)
        if script is None:
            script = self._by_count[count] = self._with(_KEYS_AS_ARGUMENTS % count + self.text)
        return script

    @classmethod
    def named(cls, name: str) -> "Script":
        """The one of ours with this name."""
        text = (files("xiangqi_server.kernel.store") / "scripts" / f"{name}.lua").read_bytes()
        return cls(text, is_lasting=name in LASTING)


# What is not here while the slot is being moved away is an error, before anything is written.
_KEYS_AS_ARGUMENTS: Final = b"""
local KEYS, ARGV = (function()
  local keys, rest = {KEYS[1]}, {}
  for i, word in ipairs(ARGV) do
    table.insert(i < %d and keys or rest, word)
  end
  for _, key in ipairs(keys) do
    redis.call('EXISTS', key)
  end
  return keys, rest
end)()
"""


def packed_run(script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> bytes:
    """A run of a script, as it is sent."""
    return pack("EVALSHA", script.sha, len(keys), *keys, *arguments)


def pack(*arguments: Argument) -> bytes:
    """A command, as it is sent."""
    packed: bytes = pack_command(arguments)  # type: ignore[arg-type]  # its stub means a 1-tuple
    return packed
