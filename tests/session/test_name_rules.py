"""Which names may be taken, and which look alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.aggregate.refusal import RefusalCode, Refused
from server.session.name_rules import name_id, new_name, skeleton


@pytest.mark.parametrize(
    "name",
    [
        "Lan",
        "Nguyễn Văn Ân",
        "Đức",
        "山",
        "山水客",
        "棋王Lee",
        "ひろし",
        "김철수",
        "Иван",
        "mei_lin",
        "ho-99",
        "O'Brien",
        "阿·强",
        "x2",
    ],
)
def test_people_may_be_called_so(name: str) -> None:
    assert new_name(f"  {name} ") == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "1234",
        "a" * 21,
        "two  -spaces",
        "-dash",
        "dash-",
        "a..b",
        "Lаn",  # with a Cyrillic а
        "Ωmega",
        "zero\u200bwidth",
        "turn\u202eed",
        "tab\there\x00",
        "❤❤❤",
        "\U0001f409\U0001f409",
        "a̷̸̵̶b",
        "e-mail@home",
        "<b>x</b>",
        "\ud800x",
        "ﷺﷺ",
        "\u3164\u3164",
        "La\u034fn",
        "Lan\ufe0f",
        "林\U000e0101",
    ],
    ids=ascii,
)
def test_and_not_so(name: str) -> None:
    with pytest.raises(Refused) as refused:
        new_name(name)

    assert refused.value.code is RefusalCode.BAD_NAME


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "ADM1N",
        "the-admin-2",
        "管理员",
        "官方裁判",
        "Quản trị",
        "Hệ thống",
        "guest",
        "游客",
        "Deleted player",
        "Guest 4k2m",
        "GUEST-4K2M",
        "Khách 4k2m",
    ],
)
def test_some_words_are_reserved_in_every_language(name: str) -> None:
    with pytest.raises(Refused) as refused:
        new_name(name)

    assert refused.value.code is RefusalCode.NAME_RESERVED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lan", "LAN"),
        ("Lan", "1an"),
        ("an nan", "an.nan"),
        ("oracle", "0racle"),
        ("modern", "modem"),
        ("coco", "сосо"),  # Cyrillic
        ("Ｌａｎ", "lan"),
        ("Ân", "A\u0302n"),
        ("自己人", "自已人"),
        ("力士", "カ士"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert name_id(one) == name_id(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Lan", "Lân"), ("Duc", "Đức"), ("山水", "水山"), ("An", "Ann")]
)
def test_these_do_not(one: str, other: str) -> None:
    assert name_id(one) != name_id(other)


@given(st.text(max_size=40))
def test_whatever_is_sent_is_a_name_or_refused_and_looks_like_itself(text: str) -> None:
    try:
        name = new_name(text)
    except Refused:
        return

    assert new_name(name) == name
    assert skeleton(name) == skeleton(name.upper()) == skeleton(skeleton(name))
