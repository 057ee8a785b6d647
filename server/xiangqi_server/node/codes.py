"""One-time codes that the server's owner makes, on the store of nodes that serve.

The command prints the code once; the store keeps a hash. A node need not hear of it: it reads the
store as it does when another node has written.
"""

import secrets

from xiangqi_server.aggregates.players.claim import CreateTicket
from xiangqi_server.aggregates.players.recovery import CreateResetCode
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.api.names.name_rules import name_id, new_name
from xiangqi_server.api.names.secret_codes import CODE_BYTES, code_from, code_hash
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.node.aggregates import aggregates_of


async def operator_code(store: RedisStore, name: str) -> str:
    """A code by which somebody signs up under, or takes, the name of an operator.

    Raises:
        Refused: it is no name, or an account has it.
        StoreError: the store cannot be used.
    """
    wanted = name_id(new_name(name))
    async with aggregates_of(store) as (aggregates, _):
        claim = await aggregates.claim_of(name)
        if claim.holder is not None:
            raise Refused(PlayerRefusal.NAME_TAKEN)
        code = _fresh_code()
        await aggregates.tell_claim(wanted, CreateTicket(code_hash(wanted, code)))
    return code


async def reset_code(store: RedisStore, name: str) -> str:
    """A code by which the owner of an account chooses another password.

    Raises:
        Refused: no account has this name.
        StoreError: the store cannot be used.
    """
    async with aggregates_of(store) as (aggregates, _):
        holder = (await aggregates.claim_of(name)).holder
        if holder is None:
            raise Refused(SharedRefusal.NO_SUCH_PLAYER)
        code = _fresh_code()
        await aggregates.tell_player(holder, CreateResetCode(code_hash(holder, code)))
    return code


def _fresh_code() -> str:
    return code_from(secrets.token_bytes(CODE_BYTES))
