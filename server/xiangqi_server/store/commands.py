"""Which commands an engine must have: those that not all who speak the protocol know."""

from typing import Final

from xiangqi_server.store.client.requests import Ask
from xiangqi_server.store.port import StoreError

_EVERYWHERE: Final = ("EVALSHA", "HRANDFIELD", "XTRIM", "WAIT")
_IN_A_CLUSTER: Final = ("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE")


async def require_commands(call: Ask, *, is_cluster: bool) -> None:
    """Go on if the engine has what we use, or does not say so.

    Raises:
        StoreError: it lacks some; the text names them.
    """
    names = _EVERYWHERE + (_IN_A_CLUSTER if is_cluster else ())
    try:
        reply = await call("COMMAND", "INFO", *names)
    except StoreError:  # away, or its operator does not let us ask
        return
    if not isinstance(reply, list) or len(reply) != len(names):
        return
    missing = [name for name, told in zip(names, reply, strict=True) if not told]
    if missing:
        raise StoreError(
            f"this engine lacks {', '.join(missing)}: it must be Valkey, or Redis 7.0 or newer"
        )
