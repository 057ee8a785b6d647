"""Whether a store keeps what it acknowledges: its settings, held against what we promise.

They are looked at whenever a connection is made, for a store that was restarted may have come
back with others.
"""

from typing import Final

from xiangqi_server.kernel.store.client.requests import Ask
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

_NEEDED: Final = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
}
_ADVISED: Final = (
    ("min-replicas-to-write", "1", "a primary that is cut off from its replicas takes nothing"),
    (
        "cluster-replica-validity-factor",
        "1",
        "a replica that was cut off for longer is not promoted in place of one that has all",
    ),
    ("cluster-require-full-coverage", "no", "the games of other primaries go on while one is away"),
    ("cluster-allow-replica-migration", "no", "no primary loses its replica to another one"),
)
_PRIORITY: Final = "replica-priority"
_NEVER_ELECTED: Final = "0"
_EVICTION: Final = ("maxmemory-policy", "noeviction")


async def require_durable(call: Ask) -> None:
    """Go on if an answer of the store means that its disk has it, and that it evicts nothing.

    Raises:
        StoreUnavailable: it does not, or its settings cannot be read; the text is one line that
            names the settings and the remedy.
    """
    await _require_reader_with_rights(call)
    found = {name: await _setting(call, name) for name in (*_NEEDED, "maxmemory", _EVICTION[0])}
    needed = dict(_NEEDED)
    if found["maxmemory"] != "0":
        needed |= (_EVICTION,)
    wrong = {name: value for name, value in needed.items() if found[name] != value}
    if wrong:
        are = ", ".join(f"{name} is {found[name] or 'empty'}" for name in wrong)
        cure = ", ".join(f"{name} {value}" for name, value in wrong.items())
        raise StoreUnavailable(
            f"it may lose an acknowledged move: {are}; set {cure} in its configuration, "
            "or accept the loss with --acknowledge volatile"
        )


async def _require_reader_with_rights(call: Ask) -> None:
    """Refuse a server that would leave transactions out when it reads its log at a start.

    Redis before 8.4 and Valkey before 9.1 read it with the rights of the user `default`, which is
    often switched off. A server that does not let us ask is believed.

    Raises:
        StoreUnavailable: `default` may not write.
    """
    try:
        answer = await call("ACL", "DRYRUN", "default", "SET", "any", "value")
    except StoreError:
        return
    if answer != b"OK":
        raise StoreUnavailable(
            "it may lose an acknowledged move: its user default may not write, so transactions "
            "may be left out when its log is read; say 'user default off resetpass ~* &* +@all' "
            "in its configuration, or accept the loss with --acknowledge volatile"
        )


async def weaknesses(call: Ask, *, is_cluster: bool) -> tuple[str, ...]:
    """What the settings of a store with replicas take from its promise, in one line each."""
    found = []
    for setting, wanted, why in _ADVISED:
        if setting.startswith("cluster-") and not is_cluster:
            continue
        try:
            value = await _setting(call, setting)
        except StoreUnavailable as error:
            found.append(str(error))
            break
        if value != wanted:
            found.append(f"{setting} is {value}; {wanted} is better: {why}")
    return tuple(found)


async def weakness_of_priority(call: Ask, replica: Ask) -> str:
    """Why Sentinels may prefer a server that lacks something; "" if they go by what each has.

    Args:
        call: asks the primary.
        replica: asks one of its replicas.
    """
    try:
        ours, other = await _setting(call, _PRIORITY), await _setting(replica, _PRIORITY)
    except StoreUnavailable:  # said of the settings that matter more
        return ""
    if other in (ours, _NEVER_ELECTED):
        return ""
    return (
        f"{_PRIORITY} is {other}, and {ours} at the primary; give all the same, or one that "
        "lacks the last moves is elected before one that has them"
    )


async def weakness_of_replica(call: Ask) -> str:
    """Why what a replica has acknowledged may be in its memory alone; "" if its disk has it."""
    try:
        found = {name: await _setting(call, name) for name in _NEEDED}
    except StoreUnavailable as error:
        return str(error)
    wrong = [name for name, needed in _NEEDED.items() if found[name] != needed]
    if not wrong:
        return ""
    are = ", ".join(f"{name} is {found[name]}" for name in wrong)
    cure = ", ".join(f"{name} {_NEEDED[name]}" for name in wrong)
    return f"{are}; set {cure}, or what it acknowledges is in its memory alone"


async def _setting(call: Ask, name: str) -> str:
    try:
        reply = await call("CONFIG", "GET", name)
    except StoreError as error:
        raise _unreadable(name, f"{error}") from error
    match reply:
        case [bytes(), bytes(value)]:
            return value.decode()
    raise _unreadable(name, "the store does not know it")


def _unreadable(name: str, why: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"its setting {name} cannot be read ({why}): allow CONFIG GET, or declare that it keeps "
        "what it acknowledges with --store-durability declared"
    )
