"""What a line of a case file means: its game, and the rule set it names."""

from typing import Final

from xiangqi_server.cli.json_lines import LineCode, LineError, text_field
from xiangqi_server.game.records.record import MAX_PLIES
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import NotationError, read_move
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, UnknownRuleSet

_LABELS: Final = {"cchess.rul": "loop3", "piecepack": "club"}


def rule_set_named(label: str) -> str:
    """The rule set that a label means, by our name or that of a case file; of `a+b` it is `a`.

    Raises:
        UnknownRuleSet: it does not mean any.
    """
    first = label.split("+")[0].strip().lower()
    name = _LABELS.get(first, first)
    if name not in RULE_SET_NAMES:
        raise UnknownRuleSet(f"there is no rule set {label!r}")
    return name


def game_in(content: dict[str, object]) -> Game:
    """The game of a line.

    Raises:
        LineError, FenError, NotationError: it has none, or an impossible one.
    """
    game = Game.start(text_field(content, "fen"), composed=True)
    for ply, text in enumerate(_moves_in(content)):
        try:
            game = game.play(read_move(game.position, text))
        except NotationError as error:
            raise LineError(error.code, f"move {ply + 1}: {error.text}") from error
    return game


def _moves_in(content: dict[str, object]) -> list[str]:
    """The moves of a line: a list of texts, or one text with gaps."""
    moves = content.get("moves", [])
    if isinstance(moves, str):
        moves = moves.split()
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        text = "the line needs 'moves' as a list of texts, or as one text with gaps between them"
        raise LineError(LineCode.FIELD, text)
    if len(moves) > MAX_PLIES:
        raise LineError(LineCode.FIELD, f"a line has at most {MAX_PLIES} moves")
    return moves
