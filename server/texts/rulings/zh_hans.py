"""Simplified Chinese."""

from typing import Final

from server.rules.board.encoding import Move
from server.rules.board.position import Position
from server.rules.game.notation import Notation, write_move
from server.texts.rulings.grammar import Grammar


def _move(position: Position, move: Move) -> str:
    """In Chinese notation."""
    return write_move(position, move, Notation.CHINESE)


SIMPLIFIED_CHINESE: Final = Grammar(
    language="zh-Hans",
    sides=("红方", "黑方"),
    pieces=(
        ("", "帅", "仕", "相", "马", "车", "炮", "兵"),
        ("", "将", "士", "象", "马", "车", "炮", "卒"),
    ),
    piece="{side}{piece}",
    adjectives=("红", "黑"),
    comma="、",
    last_comma="和",
    numerals=(
        ("", "一", "二", "三", "四", "五", "六", "七", "八", "九"),
        ("", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    ),
    ordinals=("", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
    later_ordinal="{n}",
    move=_move,
    gap="",
)
