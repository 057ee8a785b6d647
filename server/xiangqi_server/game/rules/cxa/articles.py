"""The paragraphs of the Chinese rules by number.

Every class and every verdict rests on one of these; what each says stands in
`texts.clauses.chinese`, and which module applies it in RULES.md.

Source: Chinese Xiangqi Association, rules of 2020, articles 24 to 26.
"""

from enum import StrEnum


class CxaClause(StrEnum):
    """A paragraph; letters stand for rules that we give without their number."""

    CHECKMATE = "M"
    STALEMATE = "S"
    CHECK = "24.1"
    KILL = "24.2"
    CHASE = "24.3"
    EXCHANGE = "24.4"
    IDLE = "24.8"
    SEVERAL_VICTIMS = "24.11"
    FORBIDDEN_CYCLES = "24.13"
    ROOTS = "24.15"
    JOINT_CHASE = "24.17"
    SELF_DESTRUCTION = "24.18"
    PERPETUAL_CHECK = "25.1"
    PERMITTED = "25.2"
    FORBIDDEN = "25.3"
    EXEMPT_PIECES = "26.1"
    GENERAL_ANSWERS_CHECK = "26.1.3"
    PIECE_ANSWERS_CHECK = "26.1.4"
    LONE_DEFENDER = "26.2"
    HEAVIEST_COUNTS = "26.4"
    EQUAL_OUTCOME = "26.5"
    VALUES = "26.6"
    SOLDIER_OPENS_CHECK = "26.8"
    CHARIOT_AGAINST_JOINT = "26.9.2"
    JOINT = "26.9.3"
    ALIKE = "26.9.4"
    NINE_ROUNDS = "L"
    ARBITER = "R"
    BARE_MATERIAL = "D"
    NATURAL_LIMIT = "N"
