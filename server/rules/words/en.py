"""English."""

from typing import Final

from server.rules.board import Move, origin_of, role_of, uci_of
from server.rules.position import Position
from server.rules.words.keys import Text
from server.rules.words.language import Language

_ROLES: Final = (
    "",
    "general",
    "advisor",
    "elephant",
    "horse",
    "chariot",
    "cannon",
    "soldier",
)
_FILES: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "9")


def _move(position: Position, move: Move) -> str:
    """By the piece and both squares."""
    squares = uci_of(move)
    role = role_of(position.board[origin_of(move)])
    return f"{_ROLES[role]} {squares[:2]}-{squares[2:]}"


ENGLISH: Final = Language(
    sides=("Red", "Black"),
    pieces=(_ROLES, _ROLES),
    piece="{side} {piece}",
    adjectives=("red", "black"),
    comma=", ",
    last_comma=" and ",
    numerals=(_FILES, _FILES),
    ordinals=(
        "",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    ),
    later_ordinal="{n}th",
    rule_sets={
        "axf": "Asian rules",
        "wxf": "World Xiangqi Rules",
        "cxa": "Chinese rules",
        "itsyourturn": "ItsYourTurn rules",
        "chessvariants": "chessvariants.com rules",
        "loop3": "cchess.rul",
        "club": "club rules",
    },
    move=_move,
    gap=" ",
    texts={
        Text.CHECKMATE: "{loser} is checkmated: {winner} wins.",
        Text.STALEMATE: "{loser} has no legal move and loses: {winner} wins.",
        Text.BARE_MATERIAL: (
            "Neither side has a chariot, horse, cannon or soldier left to win with: a draw."
        ),
        Text.NATURAL_LIMIT: (
            "Nothing has been taken for as many moves as the natural limit allows: a draw."
        ),
        Text.CHECK_COUNT: (
            "{loser} has given more checks in a row than the count allows ({count} checks): "
            "{winner} wins."
        ),
        Text.BAN_STALEMATE: (
            "Every legal move of {loser} is banned, so {loser} has no move and loses: "
            "{winner} wins."
        ),
        Text.BAN_STALEMATE_DRAW: (
            "Every legal move is banned, so the loop cannot be broken: a draw."
        ),
        Text.REPETITION: (
            "The position has occurred for the {ordinal} time and neither side is guiltier: a draw."
        ),
        Text.PERPETUAL: (
            "The position has occurred for the {ordinal} time. {deed}. {loser} had to deviate "
            "and did not: {winner} wins."
        ),
        Text.BY_CLAUSE: "({rules}, clause {clause}: {text})",
        Text.SIDE_DID: "{side}: {deed}.",
        Text.DEED_CHECK: "The {pieces}{where} checked on every move",
        Text.DEED_CHASE: "The {pieces}{where} chased {victim} on every move",
        Text.DEED_UNROOT: (
            "Every move took its protection from {victim}, which the {pieces}{where} attacked"
        ),
        Text.DEED_CHECKS_AND_CHASES: "checks and chases by turns",
        Text.DEED_SOME_CHECKS: "some checks, some other moves",
        Text.DEED_CHASES_SEVERAL: "chases on every move, but not of one piece",
        Text.DEED_SOME_CHASES: "some chases, some idle moves",
        Text.DEED_IDLE: "neither checks nor chases",
        Text.FILE: "{n}",
        Text.BETWEEN_FILES: ", going between files {files},",
        Text.ON_FILE: " on file {file}",
        Text.PLACED: "{piece} on file {file}",
        Text.VICTIM: "the {piece}",
        Text.VICTIM_UNPROTECTED: "the unprotected {piece}",
        Text.VICTIM_FALSE_ROOT: "the {piece}",
        Text.WHY_FALSE_ROOT: (
            " (the {root} only seems to protect it: taking back would expose its general "
            "to the {bar})"
        ),
        Text.WHY_HORSE_TAKES_CHARIOT: (
            " (a horse may not chase a chariot even when it is protected)"
        ),
        Text.WHY_CANNON_TAKES_CHARIOT: (
            " (a cannon may not chase a chariot even when it is protected)"
        ),
        Text.WARN_LOSS: (
            "You must deviate. The position has occurred for the {times} time. {deed}. "
            "If it occurs for the {ordinal} time, you lose."
        ),
        Text.WARN_BAN: (
            "You must deviate. The position has occurred for the {times} time. {deed}. "
            "By the {ordinal} time you may no longer go on."
        ),
        Text.WARN_DRAW: (
            "The position has occurred for the {times} time. Neither side is guiltier; "
            "at the {ordinal} time the game is drawn."
        ),
        Text.NOTICE_LOSS: (
            "The position has occurred for the {times} time. {deed}. {side} must deviate, or "
            "loses when it occurs for the {ordinal} time."
        ),
        Text.NOTICE_BAN: (
            "The position has occurred for the {times} time. {deed}. {side} must deviate: by "
            "the {ordinal} time it may no longer go on."
        ),
        Text.WARN_BAN_NOW: (
            "You must deviate now. The position has occurred for the {times} time. {deed}. "
            "Going on is banned."
        ),
        Text.NOTICE_BAN_NOW: (
            "The position has occurred for the {times} time. {deed}. {side} must deviate now: "
            "going on is banned."
        ),
        Text.NEED_NOT: "You need not deviate.",
        Text.MOVES_LOSE: "Losing at once: {moves}.",
        Text.MOVES_LOSE_AFTER_REPLY: "Losing if answered within the cycle: {moves}.",
        Text.MOVES_BANNED: "Banned: {moves}, because {reason}.",
        Text.MOVES_BANNED_SOON: (
            "If the cycle goes on you may not play {moves} next, because {reason}."
        ),
        Text.MOVES_RESTRICTING: "After {moves} a reply within the cycle bans you from going on.",
        Text.MOVES_BREAK: "{count} other moves leave the cycle.",
        Text.OPPONENT_RESTRAINED: "{side} may not play {moves}, because {reason}.",
        Text.LOSES_AT_ONCE: "This move loses at once: {ending}.",
        Text.LOSES_AFTER_REPLY: "After this move one reply makes you lose: {ending}.",
        Text.NAME_PERPETUAL_CHECK: "perpetual check",
        Text.NAME_PERPETUAL_CHASE: "perpetual chase",
        Text.NAME_CHECK_COUNT: "too many checks in a row",
        Text.NAME_REPETITION: "repetition",
        Text.BAN_FOURTH_CHECK: "the same piece may not check for a fourth turn in a row",
        Text.BAN_REPEATED_CHECK: (
            "after three checks in a row the same piece may not check into one of the same "
            "positions"
        ),
        Text.BAN_RETURN_CHASE: (
            "the chaser may not go back to its first point to chase the unprotected piece on"
        ),
        Text.BAN_DRIVEN_PIECE: (
            "a piece may not be driven to and fro between the same two points for ever"
        ),
        Text.BAN_ENDLESS_LOOP: ("the loop has run three times, and the attacking side must end it"),
        Text.BAN_PERPETUAL_CHECK: "it would be perpetual check",
        Text.BAN_PERPETUAL_CHASE: "it would be perpetual chase",
        Text.BAN_CHECK_COUNT: "it would be one check too many in a row",
        Text.BAN_SENTENCE: "{move} is banned: {reason} (clause {clause}).",
        Text.DEED_KILL: "threatens mate on every move",
        Text.DEED_ATTACKS: "checks, threatens mate or chases on every move",
        Text.DEED_SOME_ATTACKS: "some checks, kills or chases, some idle moves",
        Text.NAME_PERPETUAL_ATTACK: "checks, kills and chases without end",
        Text.BAN_PERPETUAL_ATTACK: "it would go on with a cycle of checks, kills and chases alone",
        Text.FULL_READING: "By the articles as we read them, {verdict}.",
        Text.DOUBT: "But {reading}, {verdict}.",
        Text.MUST_CHANGE: "{side} would have to deviate",
        Text.WOULD_DRAW: "it would be a draw",
        Text.READING_SHORTER_LINES: "with lines of eight plies instead of ten",
        Text.READING_FEWER_CHECKS: "with fewer checks looked at",
        Text.READING_SHORTER_MATES: "with mates of at most five checks",
        Text.READING_EQUAL_IS_IDLE: "if an equal outcome were idle (26.5)",
        Text.READING_EQUAL_BY_TAKING_BACK: "if taking back made no difference (26.5)",
        Text.READING_BORROWED_GAINS: "if another hanging piece counted in",
        Text.READING_RUNNING_AWAY: "if escaping could create a chase (26.1.4)",
        Text.READING_GUARDED_SCREEN: "if a cannon over its own piece were no joint chase (24.17)",
        Text.READING_JOINT_AT_ALL: "if any joint chase weighed as much as many (26.9)",
        Text.READING_TOO_MANY_POSITIONS: "there were more lines to look at than we allow, so",
        Text.PLY: "{move}: {what} ({article}).",
        Text.PLY_CHECK: "check",
        Text.PLY_KILL: "kill, mate is threatened",
        Text.PLY_CHASE: "chase, the {attacker} attacks the {victim}, {why}",
        Text.PLY_EXCHANGE: "offers an exchange, idle",
        Text.PLY_IDLE: "idle",
        Text.PLY_UNCLEAR: "more lines than we look through, not classified",
        Text.PLY_JOINT: "a joint chase or one of an under-rooted piece (24.17)",
        Text.PLY_LINE: "Threat: {line}.",
        Text.PLY_REFUTED: "Then: {line}.",
        Text.PLY_NOT: "Not counted: the {attacker} on the {victim}, {reason}.",
        Text.WON_UNPROTECTED: "which has no root",
        Text.WON_FALSE_ROOT: "whose root is false",
        Text.WON_GAINS: "and is ahead after the captures",
        Text.WON_EQUAL: "and is equal after the captures, each taking his own",
        Text.WON_BY_CHECK: "which is won by checks",
        Text.NOT_PROTECTED: "it is protected",
        Text.NOT_EXEMPT_ATTACKER: "generals and soldiers may chase (26.1)",
        Text.NOT_UNCROSSED_SOLDIER: (
            "a soldier that has not crossed the river is worth nothing (26.6)"
        ),
        Text.NOT_EXISTED_BEFORE: "the threat was there before the move (26.1.4)",
        Text.NOT_EXCHANGE: "it is an exchange (24.4)",
        Text.NOT_PINNED_ATTACKER: "the attacker is pinned",
        Text.NOT_EXPOSES_GENERAL: "the capture would expose the general",
        Text.NOT_NO_GAIN: "it loses by it (26.5)",
        Text.NOT_MATED_AT_ONCE: "it would be mated at once (24.3)",
        Text.NOT_TAKEN_BACK: "it is simply taken back (26.5)",
        Text.NOT_ANSWERS_CHECK: "the general answers a check (26.1.3)",
        Text.NOT_HOLDS_DRAW: "the last attacking piece only holds the draw (26.2)",
    },
)
