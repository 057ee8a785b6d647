"""What an event does to a player; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Stamped
from server.players.messages import Engaged, PlayerEvent, Registered, Released
from server.players.state import KEPT_RELEASES, Player
from server.rules.board import Side


def apply(player: Player, stamped: Stamped[PlayerEvent]) -> Player:
    """The player after one accepted event."""
    match stamped.event:
        case Registered(token_hash):
            return replace(player, token_hash=token_hash)
        case Engaged(room, side):
            return replace(player, games={**player.games, room: Side(side)})
        case Released(room):
            games = {other: side for other, side in player.games.items() if other != room}
            released = (*player.released, room)[-KEPT_RELEASES:]
            return replace(player, games=games, released=released)
        case _:
            assert_never(stamped.event)
