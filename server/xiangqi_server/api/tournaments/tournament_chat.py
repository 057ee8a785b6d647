"""Chat at a tournament: its writers and readers, and how long it is kept.

Everybody who looks at the tournament talks there. A player whose game there is under way neither
reads nor writes until it ends, as at a room, so that nobody advises that player. A game by days
goes on for months, and keeps nobody away.
"""

from typing import Final

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.api.room.chat import AFTER_GAME_MS, ChatMessage, line_text
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.wire import client

OPEN_MS: Final = 90 * DAY_MS
"""How long it is kept while the tournament lasts, from its start or the last visit."""


def is_open(tournament: Tournament) -> bool:
    """Whether a tournament is still to be played: each visit keeps what was said."""
    return tournament.phase in (Phase.ANNOUNCED, Phase.RUNNING)


def kept_ms(tournament: Tournament, now_ms: int) -> int:
    """How long what is said is kept from now, unless more is said or somebody comes."""
    if not is_open(tournament):
        return AFTER_GAME_MS
    return max(0, tournament.the_plan.starts_ms - now_ms) + OPEN_MS


def can_read(tournament: Tournament, player: str) -> bool:
    """Whether a player hears what is said now."""
    entrant = tournament.entrants.get(player)
    is_slow = isinstance(tournament.the_plan.terms.clock, CorrespondenceClock)
    return entrant is None or not entrant.room or is_slow


def tournament_line(
    tournament: Tournament, player: str, message: client.TournamentChat
) -> ChatMessage:
    """The line of a message, fit to be kept and shown.

    Raises:
        Refused: the sender may not say it now, or it says nothing, or too much.
    """
    require(can_read(tournament, player), RoomRefusal.GAME_NOT_OVER)
    return ChatMessage(player, None, line_text(message.text), None)
