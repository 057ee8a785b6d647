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
    },
)
