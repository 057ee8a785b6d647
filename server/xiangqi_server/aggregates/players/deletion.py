"""How a player ends: a guest that stays away, an account that is deleted.

A guest without an open game that has not been here for long is forgotten completely, and soon if it
never played. With its token it may come back as a new guest. With its account a player gives up
open games; its id stays in the logs of games, where it is no longer anybody's. What the account
said of itself is then removed from its own log too: a snapshot of what is left replaces everything
before it (see `is_shed`).
"""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from xiangqi_server.aggregates.direct_messages.messages import Empty
from xiangqi_server.aggregates.ladder.messages import Quit
from xiangqi_server.aggregates.notices.messages import CloseNotices
from xiangqi_server.aggregates.players.claim import Retire
from xiangqi_server.aggregates.players.identity import GUEST_IDLE_MS, UNPLAYED_IDLE_MS
from xiangqi_server.aggregates.players.ratings import BOARD
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.messages import Resign
from xiangqi_server.aggregates.row_effects import RemoveRow, row_effect
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import require

if TYPE_CHECKING:
    from xiangqi_server.aggregates.players.state import Player


PRIVATE_NOTES: Final = "private_notes"
"""What takes `ForgetNotes`, by the player's id."""


class Delete(Struct, frozen=True, tag="delete"):
    """Delete the account whose password hashes to `password`."""

    password: str


class ForgetNotes(Struct, frozen=True, tag="forget_notes"):
    """An order of the player: its private notes on games are to go."""


class WakePlayer(Struct, frozen=True, tag="wake_player"):
    """Do what is due."""


class Deleted(Struct, frozen=True, tag="deleted"):
    """The account is deleted, and no client can come in as this player."""


class Expired(Struct, frozen=True, tag="expired"):
    """The guest is forgotten."""


class LogTrimmed(Struct, frozen=True, tag="shed"):
    """What the deleted account had said of itself is gone from its log."""


DeletionCommand = Delete | WakePlayer
DeletionEvent = Deleted | Expired | LogTrimmed


def decide(player: "Player", command: DeletionCommand, now_ms: int) -> Decision[DeletionEvent]:
    """What a command of this module does to a player.

    Raises:
        Refused: nothing happened.
    """
    if isinstance(command, WakePlayer):
        return _wake(player, now_ms)
    identity = player.identity
    if identity.is_deleted:
        return Decision()
    is_owner = identity.has_account and identity.password == command.password
    require(is_owner, PlayerRefusal.WRONG_PASSWORD)
    resigned = tuple(Effect("room", room, Resign(player.id)) for room in player.open_games.games)
    retired = Effect("name", player.naming.name_id, Retire(player.id))
    emptied = Effect("mailbox", player.id, Empty())
    unnoticed = Effect("notices", player.id, CloseNotices())
    off = Effect("ladder", "main", Quit(player.id))
    unshown = row_effect(BOARD, RemoveRow(player.id))
    forgotten = Effect(PRIVATE_NOTES, player.id, ForgetNotes())
    effects = (*resigned, retired, emptied, unnoticed, unshown, off, forgotten)
    return Decision((Deleted(),), effects)


def _wake(player: "Player", now_ms: int) -> Decision[DeletionEvent]:
    due_ms = due_at_ms(player)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    event = LogTrimmed() if player.identity.is_deleted else Expired()
    return Decision((event,), not_before_ms=due_ms)


def due_at_ms(player: "Player") -> int | None:
    """When the player wants to be woken, in store time; None for never."""
    identity = player.identity
    if identity.is_deleted:
        return None if identity.is_shed else 1
    is_idle_guest = identity.used_ms and not identity.has_account and not player.open_games.games
    if not is_idle_guest:
        return None
    has_played = player.open_games.released or player.ratings.by_speed
    return identity.used_ms + (GUEST_IDLE_MS if has_played else UNPLAYED_IDLE_MS)
