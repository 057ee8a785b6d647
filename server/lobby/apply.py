"""What an event does to the lobby; live play, rebuild and replay share it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from server.aggregate.decision import Stamped
from server.lobby.messages import LobbyEvent, Paired, Queued, SeekClosed, SeekOpened, Unqueued
from server.lobby.state import Lobby

V = TypeVar("V")


def apply(lobby: Lobby, stamped: Stamped[LobbyEvent]) -> Lobby:
    """The lobby after one accepted event."""
    match stamped.event:
        case SeekOpened(seek):
            return replace(lobby, seeks={**lobby.seeks, seek.id: seek})
        case SeekClosed(seek_id):
            return replace(lobby, seeks=_without(lobby.seeks, seek_id))
        case Queued(player, pool):
            return replace(lobby, waiting={**lobby.waiting, pool: player})
        case Unqueued(_, pool):
            return replace(lobby, waiting=_without(lobby.waiting, pool))
        case Paired():
            return lobby  # both have left by the events before it
        case _:
            assert_never(stamped.event)


def _without(entries: Mapping[str, V], key: str) -> dict[str, V]:
    return {other: value for other, value in entries.items() if other != key}
