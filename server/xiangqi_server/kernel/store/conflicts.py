"""What a refused append means: a lost race, a retry of one accepted before, or another branch.

A pure decision, shared by every store.
"""

from collections.abc import Sequence
from typing import Final

from xiangqi_server.kernel.store.values import Append, Appended, Conflict, StoredEvent, advance

MAX_TAIL_EVENTS: Final = 1_024


def outcome_of(request: Append, tail: Sequence[StoredEvent], digest: bytes) -> Appended | Conflict:
    """The answer to an append whose head was not the log's.

    Args:
        request: the append that was refused.
        tail: the events after the request's version, at most `MAX_TAIL_EVENTS`.
        digest: of the log's last event. A tail that does not lead from the request's head to
            it belongs to another branch, or is incomplete.
    """
    if advance(request.head, tail).digest != digest:
        return Conflict(())
    own = tail[: len(request.events)]
    if tuple((event.event_id, event.body) for event in own) == tuple(
        (request.event_id, body) for body in request.events
    ):
        return Appended(advance(request.head, own))
    return Conflict(tuple(tail))
