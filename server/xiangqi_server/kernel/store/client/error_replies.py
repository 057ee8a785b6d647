"""The refusals of a server of the store as our errors."""

from typing import Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

from xiangqi_server.kernel.store.port import StoreError, StoreReplaced, StoreUnavailable

# Refusals that pass by themselves or by an operator's hand; any other is a bug of ours.
_PASSING_ERRORS: Final = (
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
)
_PASSING_CODES: Final = ("BUSY", "IOERR", "MISCONF", "NOREPLICAS", "UNKILLABLE")
# What our own scripts answer where the mark of the store is missing.
_REPLACED_CODE: Final = "REPLACED"


class Redirected(StoreUnavailable):
    """Another server of the cluster has the slot; nothing was done.

    Attributes:
        host: of the other server; empty: as of the one that was asked.
        is_asking: only for this call, which has to say ASKING: the slot is being moved.
    """

    def __init__(self, slot: int, host: str, port: int, *, is_asking: bool) -> None:
        super().__init__(f"slot {slot} is at {host}:{port}")
        self.slot, self.host, self.port, self.is_asking = slot, host, port, is_asking


class BeingMoved(StoreUnavailable):
    """Some keys of a call are here and some at another server: in a moment all are there."""


def as_store_error(error: ResponseError) -> StoreError:
    """The error that callers get; only a plain `StoreError` is a bug of ours."""
    if isinstance(error, AskError):  # a MovedError is one too
        is_asking = not isinstance(error, MovedError)
        return Redirected(error.slot_id, error.host, error.port, is_asking=is_asking)
    if isinstance(error, TryAgainError):
        return BeingMoved(f"the store refuses: {error}")
    if str(error).startswith(_REPLACED_CODE):
        return StoreReplaced("the store was emptied, or another one is in its place")
    if isinstance(error, _PASSING_ERRORS) or str(error).startswith(_PASSING_CODES):
        return StoreUnavailable(f"the store refuses: {error}")
    return StoreError(f"the store refuses: {error}")
