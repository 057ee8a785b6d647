"""Chinese: one grammar, written in simplified or in traditional characters."""

from functools import partial
from typing import Final

from xiangqi_server.game.rules.game.notation import Notation, write_move
from xiangqi_server.texts.rulings.grammar import Grammar

_chinese: Final = partial(
    Grammar,
    piece="{side}{piece}",
    several="{count}{side}{piece}",
    comma="、",
    last_comma="和",
    numerals=(
        ("", "一", "二", "三", "四", "五", "六", "七", "八", "九"),
        ("", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    ),
    ordinals=("", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
    later_ordinal="{n}",
    gap="",
)

SIMPLIFIED_CHINESE: Final = _chinese(
    language="zh-Hans",
    sides=("红方", "黑方"),
    counts=("双", "三", "四", "五"),
    pieces=(
        ("", "帅", "仕", "相", "马", "车", "炮", "兵"),
        ("", "将", "士", "象", "马", "车", "炮", "卒"),
    ),
    adjectives=("红", "黑"),
    move=partial(write_move, notation=Notation.CHINESE),
)

TRADITIONAL_CHINESE: Final = _chinese(
    language="zh-Hant",
    sides=("紅方", "黑方"),
    counts=("雙", "三", "四", "五"),
    pieces=(
        ("", "帥", "仕", "相", "傌", "俥", "炮", "兵"),
        ("", "將", "士", "象", "馬", "車", "砲", "卒"),
    ),
    adjectives=("紅", "黑"),
    move=partial(write_move, notation=Notation.CHINESE_TRAD),
)
