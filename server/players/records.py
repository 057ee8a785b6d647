"""How a whole player is written into a snapshot, and read back."""

from typing import Final

from msgspec import Struct

from server.players.state import Player
from server.rules.board import Side

FORMAT: Final = 1


class PlayerRecord(Struct, frozen=True, array_like=True):
    """A player at one version; `games` are pairs of room and side (0 Red, 1 Black)."""

    token_hash: bytes | None
    games: list[tuple[str, int]]
    released: list[str] = []


def freeze(player: Player) -> PlayerRecord:
    """The record of a player; its id is the key it is kept under."""
    games = [(room, int(side)) for room, side in player.games.items()]
    return PlayerRecord(player.token_hash, games, list(player.released))


def thaw(player: str, record: PlayerRecord) -> Player:
    """The player a record was made of."""
    games = {room: Side(side) for room, side in record.games}
    return Player(player, record.token_hash, games, tuple(record.released))
