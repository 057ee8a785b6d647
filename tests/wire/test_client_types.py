"""`client_js/src/messages.d.ts` tells what the types tell."""

from typing import get_args

from tests.tools.wire_types import PATH
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.server import AnyServerMessage

WRITTEN = PATH.read_text()


def test_every_message_of_both_directions_has_a_type() -> None:
    for message in (*get_args(AnyClientMessage), *get_args(AnyServerMessage)):
        assert f'type: "{message.__struct_config__.tag}"' in WRITTEN


def test_a_client_may_leave_out_what_the_server_always_tells() -> None:
    told, _, asked = WRITTEN.partition("export interface AskedGameTerms {")

    assert "  rated: boolean;" in told
    assert "  rated?: boolean;" in asked
    assert "?:" not in told.partition("export interface WarningDetail {")[0]


def test_the_server_leaves_out_of_a_ruling_what_it_has_no_value_for() -> None:
    assert "  winner?: SideName;" in WRITTEN
    assert "  plies?: RuledPly[];" in WRITTEN
    assert "  chases: Chase[];" in WRITTEN


def test_a_question_is_answered_by_the_message_its_docstring_names() -> None:
    answers = WRITTEN.partition("export interface Answers {")[2]

    assert "  games: Games;" in answers
    assert "  watch_boards: Boards;" in answers
    assert "  move:" not in answers
