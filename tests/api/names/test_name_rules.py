"""Which names may be taken, and which look alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.names.name_rules import imitates, name_id, name_ids, new_name, skeleton
from xiangqi_server.kernel.aggregate.refusal import Refused


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
        "Søren",
        "Łukasz",
        "Güneş",
        "İstanbul",
        "Þór",
        "Hà Thị Ngọc Ơn",
        "Đặng Ưng",
        "Ɓalarabe",
        "Ŋutsu",
        "Юрий Ёлкин",
        "Олександр",
        "Νίκος",
        "สมชาย",
        "ณัฐ",
        "諸葛亮",
        "诸葛亮",
        "サトウ",
        "강아지",
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
        "ʟᴀɴ",  # small capitals
        "Boss Oꞑe",
        "ɐuɐ",
        "laɪ",
        "La\u034fn",
        "Lan\ufe0f",
        "林\U000e0101",
    ],
    ids=ascii,
)
def test_and_not_so(name: str) -> None:
    with pytest.raises(Refused) as refused:
        new_name(name)

    assert refused.value.code is PlayerRefusal.BAD_NAME


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
        "Computer 1",
        "COMPUTER-8",
        "Computer I",
        "Cômputer 12",
        "电脑 3",
        "電腦 三",
        "Máy tính 2",
        "GUEST-4K2M",
        "Khách 4k2m",
        "Ađmin",
        "ADMİN",
        "Ɓoţ",
        "Rooŧ",
        "mødɛrator",
        "Mɔd",
        "Offɩcɩal Ƒigure",
        "GUEŞT",
        "БОТ",
    ],
)
def test_some_words_are_reserved_in_every_language(name: str) -> None:
    with pytest.raises(Refused) as refused:
        new_name(name)

    assert refused.value.code is PlayerRefusal.NAME_RESERVED


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
        ("Balarabe", "Ɓalarabe"),
        ("boss one", "boss oꞑe"),
        ("lan", "ʟᴀɴ"),
        ("sos", "ꜱᴏꜱ"),
        ("noon", "ոօօո"),  # Armenian
        ("Kaer", "Kær"),
        ("値段", "值段"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert name_id(one) == name_id(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Boss One", "boss-one"),
        ("Boss One", "Ɓoss One"),
        ("Boss One", "Bóss Øne"),
        ("Boss One", "ʙᴏss ᴏɴᴇ"),
        ("Boss One", "Boss Oꞑe"),
        ("Hà", "HẠ"),
        ("HAN", "ΗΑΝ"),  # Greek capitals
        ("Zhang Wei", "Żhǎng Wėi"),
    ],
)
def test_these_imitate_each_other(name: str, other: str) -> None:
    assert imitates(name, other)
    assert imitates(other, name)


@pytest.mark.parametrize(
    ("name", "other"), [("Boss One", "Boss Two"), ("張偉", "張三"), ("An", "Ann")]
)
def test_these_imitate_nobody(name: str, other: str) -> None:
    assert not imitates(name, other)


@pytest.mark.parametrize(
    ("name", "first_id"),
    [
        ("Lan", "4buy2oynlpoj5hplc64xa7p7"),
        ("Nguyễn Văn Ân", "h5t6o2u7hehqburgsheqkdoo"),
        ("山水客", "jiicge6ryb4are4kg4stxwra"),
        ("김철수", "s4vzhpgj4bw7yuudux6nn5al"),
        ("Иван", "u4elnkiwaxstwtwjx7jbs3x4"),
        ("Ɓalarabe", "ce5qzsq5awitfszsgmur54re"),
        ("Kær", "qeum4iexfftz6jlnkwf7zcun"),
    ],
)
def test_a_name_claimed_when_fewer_letters_were_known_is_still_found(
    name: str, first_id: str
) -> None:
    assert first_id in name_ids(name)
    assert name_ids(name)[0] == name_id(name)


def test_most_names_have_one_id() -> None:
    for name in ("Lan", "Nguyễn Văn Ân", "Đức", "山水客", "김철수", "ひろし", "Søren", "O'Brien"):
        assert name_ids(name) == (name_id(name),)


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
