"""`protocol/README.md` and its pages tell what the types tell, each message on one of them."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest
from msgspec.structs import fields

from tests.test_architecture import modules
from tests.tools.protocol_doc import (
    END_OF_TEXT,
    FIRST_CLIENT,
    PAGES,
    PARTS,
    QUICKSTART,
    QUICKSTART_JS,
    START,
    anchored,
)
from tests.tools.refusal_remedies import NEVER, WAIT
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Role
from xiangqi_server.game.records.marks import CURVE, LEAST_LOSS, QUICK_LOSS_CP
from xiangqi_server.wire import recorded
from xiangqi_server.wire.client import AnyClientMessage, Pong
from xiangqi_server.wire.codec import Format, decode
from xiangqi_server.wire.parts import rulings
from xiangqi_server.wire.server import AnyServerMessage, boards, room

WRITTEN = {path: path.read_text() for path in (START, *PAGES)}
WHOLE = "\n".join(WRITTEN.values())
SCREEN_LINES: Final = 50


def test_every_field_has_a_meaning() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*)\|$", WHOLE, re.MULTILINE)

    assert rows
    assert [name for name, _, meaning in rows if name != "type" and not meaning.strip()] == []


def test_every_code_that_comes_with_a_time_to_wait_is_one_to_wait_for() -> None:
    sent = re.findall(
        r"Refused\(\s*\w+Refusal\.(\w+),[^()]*retry_ms=",
        "\n".join(module.text for module in modules()),
    )

    assert len(sent) > len(set(sent)) > 3
    assert {name.lower() for name in sent} <= WAIT
    assert not WAIT & NEVER


def test_the_page_on_rooms_says_what_each_message_needs_to_be_there() -> None:
    page = WRITTEN[START.parent / "play.md"]
    rows = re.findall(r"^\| (`\w+`[^|]*) \| to have joined([^|]*)\|", page, re.MULTILINE)
    told = {
        "hold a seat" in needs: set(re.findall(r"`(\w+)`", messages)) for messages, needs in rows
    }
    roles = {
        role: {asks.__struct_config__.tag for asks in POLICY if POLICY[asks].role is role}
        for role in Role
    }

    assert told == {False: roles[Role.SPECTATOR], True: roles[Role.SEATED]}


def test_the_page_on_reviews_says_from_which_loss_on_a_move_is_marked() -> None:
    said = " ".join(WHOLE.split())

    for least, name in LEAST_LOSS:
        assert re.search(rf"\b{name} from {least}\b", said), name
    assert f"(-{CURVE} cp)" in said
    assert f"that lost {QUICK_LOSS_CP} of the score" in said


def test_the_page_on_versions_names_every_event_and_what_it_changes() -> None:
    page = WRITTEN[START.parent / "semantics.md"].partition("\n## Versions")[2]
    named, _, rest = page.partition("Version 1, the opening")
    told, (table, *_) = named.rpartition("(")[2], rest.split("A client that follows these")
    events = {str(one.__struct_config__.tag) for one in room.RoomEvent.__subclasses__()}

    assert set(re.findall(r"`(\w+)`", told)) == events
    assert events <= set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|([^|]+)", table, re.M))))


def test_what_the_page_says_of_lists_by_position_is_what_the_schema_says() -> None:
    page = WRITTEN[START.parent / "semantics.md"]
    (row,) = re.findall(r"^\| list by position .*$", page, re.MULTILINE)
    schema = json.loads((START.parent / "protocol.schema.json").read_text())["$defs"]
    parts = {name for name, part in schema.items() if "prefixItems" in part}
    fields_ = {
        field
        for part in schema.values()
        for field, value in part.get("properties", {}).items()
        if "prefixItems" in json.dumps(value)
    }

    assert fields_
    assert {name for name in parts | fields_ if not re.search(rf"\b{name}\b", row)} == set()


def test_the_cookbook_sends_every_message_of_a_client_but_the_pong() -> None:
    page = WRITTEN[START.parent / "cookbook.md"]
    rows = re.findall(r"^\|[^|]+\| `(\{.*?\})`", page, re.MULTILINE)
    sent = [
        decode(json.dumps(json.loads(row) | {"id": "c1"}).encode(), Format.JSON) for row in rows
    ]

    assert {type(message) for message in sent} == {*get_args(AnyClientMessage)} - {Pong}


def test_the_cookbook_names_only_answers_that_there_are() -> None:
    page = WRITTEN[START.parent / "cookbook.md"]
    answers = re.findall(r"^\|[^|]+\|[^|]+\|(.*)\|$", page, re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(answers)))
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyServerMessage)}

    assert named - tags == {"token", "seat_key"}


def test_the_server_leaves_fields_out_only_where_the_page_says_that_it_does() -> None:
    told = (*PARTS, *get_args(AnyServerMessage))
    leaving_out = {one.__module__ for one in told if one.__struct_config__.omit_defaults}

    assert leaving_out == {rulings.__name__, recorded.__name__, boards.__name__}
    assert "in [`board`](people.md#board) too" in WHOLE
    assert "only in the parts of [warnings and rulings](play.md#parts-rulings)" in WHOLE


def test_every_message_and_every_part_has_one_chapter() -> None:
    chapters = Counter(re.findall(r"^### `(\w+)`$", WHOLE, re.MULTILINE))
    messages = (*get_args(AnyClientMessage), *get_args(AnyServerMessage))

    assert chapters == Counter(message.__struct_config__.tag for message in messages)
    assert [part.__name__ for part in PARTS if WHOLE.count(f"### {part.__name__}\n") != 1] == []


def test_the_start_is_one_screen_before_the_index_of_messages() -> None:
    start, _, index = WRITTEN[START].partition("## All messages")

    assert start.count("\n") < SCREEN_LINES
    assert index.count("\n") < SCREEN_LINES


def test_what_the_start_has_a_client_send_can_be_sent() -> None:
    sent = re.findall(r"^> (\{.*\})$", WRITTEN[START], re.MULTILINE)

    assert [type(decode(line.encode(), Format.JSON)).__name__ for line in sent] == [
        "Hello",
        "Queue",
        "Join",
        "Move",
        "Pong",
    ]


def test_what_the_start_has_the_server_say_is_of_the_types_it_sends() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(AnyServerMessage)}
    told = re.findall(r"^< (\{.*\})$", WRITTEN[START], re.MULTILINE)

    assert told
    for message in map(json.loads, told):
        shapes = {field.name: field.type for field in fields(kinds[message.pop("type")])}
        for name, value in message.items():
            assert msgspec.convert(value, shapes[name]) == value


PROGRAMS: Final = {QUICKSTART: "python", QUICKSTART_JS: "js", FIRST_CLIENT: "python"}


@pytest.mark.parametrize(("path", "language"), PROGRAMS.items(), ids=lambda one: str(one)[-14:])
def test_the_programs_on_the_pages_are_the_files_that_are_run(path: Path, language: str) -> None:
    assert f"```{language}\n{path.read_text().rstrip()}\n```" in WHOLE


def test_patterns_are_told_in_no_dialect_of_ours() -> None:
    assert END_OF_TEXT not in WHOLE
    assert "`^[a-z2-7]{16}$`" in WHOLE


def test_the_changelog_begins_with_what_is_not_released_yet() -> None:
    headings = re.findall(r"^## (.*)$", (START.parent / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert headings[0] == "Unreleased"


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_links_lead_to_what_is_there(path: Path) -> None:
    for page, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", WRITTEN[path]):
        place = (path.parent / page).resolve() if page else path
        headings = {name for _, _, name in anchored(place.read_text())}

        assert not heading or heading in headings, (page, heading)
