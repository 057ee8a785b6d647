"""The words about files: every code has its own, in every language."""

from xiangqi_server.game.records.any_format import BINARY, PACKED, PAGE, PICTURE, UNKNOWN
from xiangqi_server.game.records.record import NoteCode, RecordCode
from xiangqi_server.game.rules.board.fen import FenCode
from xiangqi_server.game.rules.board.validation import Flaw
from xiangqi_server.texts.records import tell_note, tell_refusal
from xiangqi_server.texts.worded import LANGUAGES


def test_every_note_and_every_refusal_has_words() -> None:
    for language in LANGUAGES:
        notes = {tell_note(code, "x", language) for code in NoteCode}
        refusals = {tell_refusal(code, "x", language) for code in (*RecordCode, *FenCode, *Flaw)}

        assert len(notes) == len(NoteCode)
        assert len(refusals) == len(RecordCode) + len(FenCode) + len(Flaw)


def test_the_characters_in_question_stand_in_the_sentence() -> None:
    told = tell_note(NoteCode.ILLEGAL, "h2h9", "en")

    assert told == "h2h9 is not legal here. This line ends before it."


def test_what_a_file_is_instead_is_said_in_the_language_of_the_sentence() -> None:
    for kind in (UNKNOWN, PACKED, PICTURE, BINARY, PAGE):
        told = {tell_refusal(RecordCode.FORMAT, kind, language) for language in LANGUAGES}

        assert len(told) == len(LANGUAGES)
        assert len([text for text in told if kind in text]) == 1
