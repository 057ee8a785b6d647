"""The sentences that rulings and warnings are told with, by name.

This module hides which sentences there are; each language words all of them. Names in
braces are filled in by `telling`; a language may leave one out and may order them freely.
"""

from enum import StrEnum


class Text(StrEnum):
    """A sentence, or a part of one."""

    CHECKMATE = "checkmate"  # {loser} {winner}
    STALEMATE = "stalemate"
    BARE_MATERIAL = "bare_material"
    NATURAL_LIMIT = "natural_limit"
    CHECK_COUNT = "check_count"  # {loser} {plies}
    BAN_STALEMATE = "ban_stalemate"
    BAN_STALEMATE_DRAW = "ban_stalemate_draw"
    REPETITION = "repetition"  # {times}
    PERPETUAL = "perpetual"  # {times} {deed} {loser} {winner}
    BY_CLAUSE = "by_clause"  # {rules} {clause} {text}

    SIDE_DID = "side_did"  # {side} {deed}
    DEED_CHECK = "deed_check"  # {pieces} {where}
    DEED_CHASE = "deed_chase"  # {pieces} {where} {victim}
    DEED_UNROOT = "deed_unroot"  # {pieces} {victim}
    DEED_CHECKS_AND_CHASES = "deed_checks_and_chases"
    DEED_SOME_CHECKS = "deed_some_checks"
    DEED_CHASES_SEVERAL = "deed_chases_several"
    DEED_SOME_CHASES = "deed_some_chases"
    DEED_IDLE = "deed_idle"

    FILE = "file"  # {n}
    BETWEEN_FILES = "between_files"  # {files}
    ON_FILE = "on_file"  # {file}
    PLACED = "placed"  # {piece} {file}
    VICTIM = "victim"  # {piece}
    VICTIM_UNPROTECTED = "victim_unprotected"
    VICTIM_FALSE_ROOT = "victim_false_root"
    WHY_FALSE_ROOT = "why_false_root"  # {root} {bar}
    WHY_HORSE_TAKES_CHARIOT = "why_horse_takes_chariot"
    WHY_CANNON_TAKES_CHARIOT = "why_cannon_takes_chariot"

    WARN_LOSS = "warn_loss"  # {times} {deed} {left} {ordinal}
    WARN_BAN = "warn_ban"
    WARN_BAN_NOW = "warn_ban_now"
    WARN_DRAW = "warn_draw"  # {times} {ordinal}
    NOTICE_LOSS = "notice_loss"  # {side} {deed} {times} {ordinal}
    NOTICE_BAN = "notice_ban"
    NOTICE_BAN_NOW = "notice_ban_now"
    NEED_NOT = "need_not"
    MOVES_LOSE = "moves_lose"  # {moves}
    MOVES_LOSE_AFTER_REPLY = "moves_lose_after_reply"
    MOVES_BANNED = "moves_banned"  # {moves} {reason}
    MOVES_BANNED_SOON = "moves_banned_soon"
    MOVES_RESTRICTING = "moves_restricting"
    MOVES_BREAK = "moves_break"  # {moves} {count}
    OPPONENT_RESTRAINED = "opponent_restrained"  # {moves}

    LOSES_AT_ONCE = "loses_at_once"  # {ending}
    LOSES_AFTER_REPLY = "loses_after_reply"
    NAME_PERPETUAL_CHECK = "perpetual_check"
    NAME_PERPETUAL_CHASE = "perpetual_chase"
    NAME_CHECK_COUNT = "check_count_name"
    NAME_REPETITION = "repetition_name"

    BAN_FOURTH_CHECK = "fourth_check"
    BAN_REPEATED_CHECK = "repeated_check"
    BAN_RETURN_CHASE = "return_chase"
    BAN_DRIVEN_PIECE = "driven_piece"
    BAN_ENDLESS_LOOP = "endless_loop"
    BAN_PERPETUAL_CHECK = "ban_perpetual_check"
    BAN_PERPETUAL_CHASE = "ban_perpetual_chase"
    BAN_CHECK_COUNT = "ban_check_count"
    BAN_SENTENCE = "ban_sentence"  # {move} {reason} {clause}

    DEED_KILL = "deed_kill"
    DEED_ATTACKS = "deed_attacks"
    DEED_SOME_ATTACKS = "deed_some_attacks"
    NAME_PERPETUAL_ATTACK = "perpetual_attack_name"
    BAN_PERPETUAL_ATTACK = "ban_perpetual_attack"

    FULL_READING = "full_reading"  # {verdict}
    DOUBT = "doubt"  # {reading} {verdict}
    MUST_CHANGE = "must_change"  # {side}
    WOULD_DRAW = "would_draw"
    READING_SHORTER_LINES = "shorter_lines"
    READING_FEWER_CHECKS = "fewer_checks"
    READING_SHORTER_MATES = "shorter_mates"
    READING_EQUAL_IS_IDLE = "equal_is_idle"
    READING_EQUAL_BY_TAKING_BACK = "equal_by_taking_back"
    READING_BORROWED_GAINS = "borrowed_gains"
    READING_RUNNING_AWAY = "running_away"
    READING_GUARDED_SCREEN = "guarded_screen"
    READING_JOINT_AT_ALL = "joint_at_all"
    READING_TOO_MANY_POSITIONS = "too_many_positions"

    PLY = "ply"  # {move} {what} {article}
    PLY_CHECK = "ply_check"
    PLY_KILL = "ply_kill"
    PLY_CHASE = "ply_chase"  # {attacker} {victim} {why}
    PLY_EXCHANGE = "ply_exchange"
    PLY_IDLE = "ply_idle"
    PLY_UNCLEAR = "ply_unclear"
    PLY_JOINT = "ply_joint"
    PLY_LINE = "ply_line"  # {line}
    PLY_REFUTED = "ply_refuted"  # {line}
    PLY_NOT = "ply_not"  # {attacker} {victim} {reason}
    WON_UNPROTECTED = "won_unprotected"
    WON_FALSE_ROOT = "won_false_root"
    WON_GAINS = "won_gains"
    WON_EQUAL = "won_equal"
    WON_BY_CHECK = "won_by_check"
    NOT_PROTECTED = "not_protected"
    NOT_EXEMPT_ATTACKER = "not_exempt_attacker"
    NOT_UNCROSSED_SOLDIER = "not_uncrossed_soldier"
    NOT_EXISTED_BEFORE = "not_existed_before"
    NOT_EXCHANGE = "not_exchange"
    NOT_PINNED_ATTACKER = "not_pinned_attacker"
    NOT_EXPOSES_GENERAL = "not_exposes_general"
    NOT_NO_GAIN = "not_no_gain"
    NOT_MATED_AT_ONCE = "not_mated_at_once"
    NOT_TAKEN_BACK = "not_taken_back"
    NOT_ANSWERS_CHECK = "not_answers_check"
    NOT_HOLDS_DRAW = "not_holds_draw"
