"""Why nothing happened, in words."""

from typing import Final

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.game.rules.adjudication.records import ban_in
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.refusal_tables.common import COMMON
from xiangqi_server.texts.refusal_tables.ladder import LADDER
from xiangqi_server.texts.refusal_tables.lobby import LOBBY
from xiangqi_server.texts.refusal_tables.messages import MESSAGES
from xiangqi_server.texts.refusal_tables.notices import NOTICES
from xiangqi_server.texts.refusal_tables.players import PLAYERS
from xiangqi_server.texts.refusal_tables.reviews import REVIEWS
from xiangqi_server.texts.refusal_tables.room import ROOM
from xiangqi_server.texts.refusal_tables.tournaments import TOURNAMENTS
from xiangqi_server.texts.rulings.telling import GRAMMARS, tell_ban
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

REFUSALS: Final[dict[RefusalCode, Worded]] = {
    **COMMON,
    **MESSAGES,
    **PLAYERS,
    **ROOM,
    **LOBBY,
    **LADDER,
    **NOTICES,
    **TOURNAMENTS,
    **REVIEWS,
}
"""Every code with its words."""


def refusal_text(code: RefusalCode, language: Language, detail: str = "") -> str:
    """Why nothing happened, and what you can do.

    `detail` is English, and only its readers get it; of a banned move it is the record of the ban.
    """
    text = REFUSALS[code].in_language(language)
    if code is RoomRefusal.BANNED_MOVE and detail:
        return GRAMMARS[language].gap.join((text, tell_ban(*ban_in(detail), language)))
    return f"{text} ({detail})" if detail and language == "en" else text
