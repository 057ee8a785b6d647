"""Simplified Chinese."""

from typing import Final

from server.rules.board import Move
from server.rules.notation import Notation, write_move
from server.rules.position import Position
from server.rules.words.keys import Text
from server.rules.words.language import Language


def _move(position: Position, move: Move) -> str:
    """In Chinese notation."""
    return write_move(position, move, Notation.CHINESE)


SIMPLIFIED_CHINESE: Final = Language(
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
    rule_sets={
        "axf": "亚洲规则",
        "wxf": "世界规则",
        "itsyourturn": "ItsYourTurn规则",
        "chessvariants": "chessvariants.com规则",
        "loop3": "cchess.rul规则",
        "club": "俱乐部规则",
    },
    move=_move,
    gap="",
    texts={
        Text.CHECKMATE: "{loser}被将死，{winner}胜。",
        Text.STALEMATE: "{loser}困毙，无着可走，{winner}胜。",
        Text.BARE_MATERIAL: "双方均无车、马、炮、兵（卒）可供取胜，判和。",
        Text.NATURAL_LIMIT: "无吃子着数已满自然限着，判和。",
        Text.CHECK_COUNT: "{loser}连续将军{count}次，超过限数，判负，{winner}胜。",
        Text.BAN_STALEMATE: "{loser}的所有着法均属禁着，无着可走，判负，{winner}胜。",
        Text.BAN_STALEMATE_DRAW: "所有着法均属禁着，循环无法打破，判和。",
        Text.REPETITION: "局面第{ordinal}次出现，双方责任相当，不变判和。",
        Text.PERPETUAL: "局面第{ordinal}次出现。{deed}，{loser}应变着而未变，判负，{winner}胜。",
        Text.BY_CLAUSE: "（{rules}第{clause}条：{text}）",
        Text.SIDE_DID: "{side}{deed}。",
        Text.DEED_CHECK: "{pieces}{where}长将",
        Text.DEED_CHASE: "{pieces}{where}长捉{victim}",
        Text.DEED_UNROOT: "{pieces}{where}攻击{victim}，着着使其失根，属于长捉",
        Text.DEED_CHECKS_AND_CHASES: "将捉交替",
        Text.DEED_SOME_CHECKS: "有将有闲",
        Text.DEED_CHASES_SEVERAL: "着着皆捉，但所捉非同一子",
        Text.DEED_SOME_CHASES: "有捉有闲",
        Text.DEED_IDLE: "不将不捉",
        Text.FILE: "{n}路",
        Text.BETWEEN_FILES: "在{files}之间",
        Text.ON_FILE: "在{file}",
        Text.PLACED: "{file}{piece}",
        Text.VICTIM: "{piece}",
        Text.VICTIM_UNPROTECTED: "无根{role}",
        Text.VICTIM_FALSE_ROOT: "假根{role}",
        Text.WHY_FALSE_ROOT: "（{root}看似有根，如回吃则己方将帅被{bar}所制）",
        Text.WHY_HORSE_TAKES_CHARIOT: "（马捉车，车虽有根亦不得长捉）",
        Text.WHY_CANNON_TAKES_CHARIOT: "（炮捉车，车虽有根亦不得长捉）",
        Text.WARN_LOSS: ("请变着！局面第{times}次出现，{deed}。若第{ordinal}次出现，您将被判负。"),
        Text.WARN_BAN: (
            "请变着！局面第{times}次出现，{deed}。至迟到第{ordinal}次时，您不得继续循环。"
        ),
        Text.WARN_BAN_NOW: "现在必须变着！局面第{times}次出现，{deed}。您不得继续循环。",
        Text.WARN_DRAW: ("局面第{times}次出现，双方责任相当；若第{ordinal}次出现，双方不变判和。"),
        Text.NOTICE_LOSS: (
            "局面第{times}次出现，{deed}。{side}须变着，若第{ordinal}次出现则判负。"
        ),
        Text.NOTICE_BAN: (
            "局面第{times}次出现，{deed}。{side}须变着，至迟到第{ordinal}次时不得继续循环。"
        ),
        Text.NOTICE_BAN_NOW: ("局面第{times}次出现，{deed}。{side}现在必须变着，不得继续循环。"),
        Text.NEED_NOT: "您不必变着。",
        Text.MOVES_LOSE: "走后立即判负：{moves}。",
        Text.MOVES_LOSE_AFTER_REPLY: "对方照旧应着即判负：{moves}。",
        Text.MOVES_BANNED: "禁着：{moves}（{reason}）。",
        Text.MOVES_BANNED_SOON: "如继续循环，您下一着不得走：{moves}（{reason}）。",
        Text.MOVES_RESTRICTING: "走{moves}后，对方照旧应着，您即不得继续循环。",
        Text.MOVES_BREAK: "另有{count}种着法可打破循环。",
        Text.OPPONENT_RESTRAINED: "{side}禁着：{moves}（{reason}）。",
        Text.LOSES_AT_ONCE: "走此着立即判负：{ending}。",
        Text.LOSES_AFTER_REPLY: "走此着后，对方照旧应着即判负：{ending}。",
        Text.NAME_PERPETUAL_CHECK: "长将",
        Text.NAME_PERPETUAL_CHASE: "长捉",
        Text.NAME_CHECK_COUNT: "连将超限",
        Text.NAME_REPETITION: "循环反复",
        Text.BAN_FOURTH_CHECK: "同一子不得连续第四次将军",
        Text.BAN_REPEATED_CHECK: "连将三次后，同一子不得再将成其中相同的局面",
        Text.BAN_RETURN_CHASE: "捉子者不得退回第一点继续捉无根子",
        Text.BAN_DRIVEN_PIECE: "不得迫使一子在两点之间无休止地往返",
        Text.BAN_ENDLESS_LOOP: "循环已满三次，进攻方必须变着",
        Text.BAN_PERPETUAL_CHECK: "将构成长将",
        Text.BAN_PERPETUAL_CHASE: "将构成长捉",
        Text.BAN_CHECK_COUNT: "连续将军将超过限数",
        Text.BAN_SENTENCE: "{move}为禁着：{reason}（第{clause}条）。",
    },
)
