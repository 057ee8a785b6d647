"""Traditional Chinese."""

from typing import Final

from server.rules.board.encoding import Move
from server.rules.board.position import Position
from server.rules.game.notation import Notation, write_move
from server.texts.rulings.grammar import Grammar


def _move(position: Position, move: Move) -> str:
    """In Chinese notation."""
    return write_move(position, move, Notation.CHINESE_TRAD)


TRADITIONAL_CHINESE: Final = Grammar(
    language="zh-Hant",
    sides=("紅方", "黑方"),
    pieces=(
        ("", "帥", "仕", "相", "傌", "俥", "炮", "兵"),
        ("", "將", "士", "象", "馬", "車", "砲", "卒"),
    ),
    piece="{side}{piece}",
    adjectives=("紅", "黑"),
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
