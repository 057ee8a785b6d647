"""What people read when something is refused, a game ends or we close: every code, four languages.

This package hides the wording of the fixed texts. What a rule about repetition says in one
game, with pieces and squares, is worded by `rules` and stands in the events.
"""

from server.session.texts.byes import bye_text, paused_text
from server.session.texts.endings import DRAWS, ENDINGS, ending_text
from server.session.texts.refusals import refusal_text
from server.session.texts.worded import Worded

__all__ = [
    "DRAWS",
    "ENDINGS",
    "Worded",
    "bye_text",
    "ending_text",
    "paused_text",
    "refusal_text",
]
