"""The door of a player: a command becomes events, or is refused.

Every command may come twice, for orders are delivered at least once: a repeat is
recognised by the state and changes nothing. They may also come in another order: a game that
is over is not begun any more.
"""

from typing import assert_never

from server.aggregate.decision import Decision
from server.aggregate.refusal import RefusalCode, Refused, require
from server.players.messages import (
    Engaged,
    PlayerCommand,
    PlayerEvent,
    Register,
    Registered,
    Released,
)
from server.players.state import MAX_OPEN_GAMES, Player
from server.room.messages import Engage, Release

PlayerDecision = Decision[PlayerEvent]


def decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    """What `command` does to `player`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Register():
            return _register(player, command)
        case Engage():
            return _engage(player, command)
        case Release():
            return _release(player, command)
        case _:
            assert_never(command)


def _register(player: Player, command: Register) -> PlayerDecision:
    if player.token_hash == command.token_hash:
        return Decision()
    require(player.token_hash is None, RefusalCode.BAD_TOKEN)
    return Decision((Registered(command.token_hash),))


def _engage(player: Player, command: Engage) -> PlayerDecision:
    if command.room in player.games or command.room in player.released:
        return Decision()
    if len(player.games) >= MAX_OPEN_GAMES:
        raise Refused(RefusalCode.TOO_MANY_ROOMS)
    return Decision((Engaged(command.room, command.side),))


def _release(player: Player, command: Release) -> PlayerDecision:
    if command.room in player.released:
        return Decision()
    return Decision((Released(command.room),))
