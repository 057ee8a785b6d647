"""What a messenger shows beside a link to a game."""

from typing import NamedTuple

from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.names.naming import NameOf
from xiangqi_server.texts.previews import GAME, INVITED, INVITED_TEXT, OVER_TEXT, PLAYED_TEXT
from xiangqi_server.wire.terms import Language


class LinkPreview(NamedTuple):
    """A title and a sentence, plain text."""

    title: str
    text: str


def game_preview(room: Room, names: NameOf, language: Language) -> LinkPreview:
    """The preview of a game as it stands: an invitation while it waits for somebody."""
    seats = room.seats
    called = [names(player).name for player in (seats.red, seats.black) if player is not None]
    if len(called) < 2 or room.status is Status.WAITING:
        name = called[0] if called else "?"
        title = INVITED.in_language(language).format(name=name)
        return LinkPreview(title, INVITED_TEXT.in_language(language))
    title = GAME.in_language(language).format(red=called[0], black=called[1])
    text = PLAYED_TEXT if room.outcome is None else OVER_TEXT
    return LinkPreview(title, text.in_language(language))
