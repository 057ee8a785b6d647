"""How the whole lobby is written into a snapshot, and read back."""

from typing import Final

from msgspec import Struct

from server.lobby.messages import Seek
from server.lobby.state import Lobby

FORMAT: Final = 1


class LobbyRecord(Struct, frozen=True, array_like=True):
    """The lobby at one version: seeks, oldest first, and who waits in which pool."""

    seeks: list[Seek]
    waiting: dict[str, str]


def freeze(lobby: Lobby) -> LobbyRecord:
    """The record of the lobby."""
    return LobbyRecord(list(lobby.seeks.values()), dict(lobby.waiting))


def thaw(_lobby: str, record: LobbyRecord) -> Lobby:
    """The lobby a record was made of; being the only one, it does not keep its id."""
    return Lobby({seek.id: seek for seek in record.seeks}, record.waiting)
