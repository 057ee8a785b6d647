"""The published and constructed cases of repetition, and their mirror images."""

from dataclasses import dataclass, replace

from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.game.game import Game

RULE_SETS = {
    "AXF": "axf",
    "WXF": "wxf",
    "ItsYourTurn": "itsyourturn",
    "chessvariants": "chessvariants",
    "cchess.rul": "loop3",
    "club": "club",
}
FLIPPED_VERDICTS = {"red_loses": "black_loses", "black_loses": "red_loses"}


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the case file, for one of our rule sets."""

    id: str
    rule_set: str
    fen: str
    moves: tuple[str, ...]
    verdict: str
    forbidden: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    cycle_plies: int = 0

    def game(self) -> Game:
        """The game at the end of the line."""
        return played(self.fen, self.moves)


def played(fen: str, moves: tuple[str, ...] | list[str]) -> Game:
    """A game from any composed position."""
    game = Game.start(fen, composed=True)
    for move in moves:
        game = game.play(move_from_uci(move))
    return game


def all_cases() -> list[Case]:
    """Every case of the rule sets we have."""
    return [
        Case(
            id=row["id"],
            rule_set=RULE_SETS[label],
            fen=row["fen"],
            moves=tuple(row["moves"]),
            verdict=row["verdict"],
            forbidden=frozenset(row.get("expect", {}).get("forbidden", ())),
            allowed=frozenset(row.get("expect", {}).get("allowed", ())),
            cycle_plies=row.get("cycle_plies", 0),
        )
        for row in json_lines("rules/cases.jsonl")
        for label in row["ruleset"].split("+")
        if label in RULE_SETS
    ]


def settled_cases() -> list[Case]:
    """The cases without the contested ones."""
    return [case for case in all_cases() if not case.id.startswith("ct-")]


def mirrored(case: Case) -> Case:
    """The case with left and right exchanged."""
    board, *fields = case.fen.split(" ")
    ranks = "/".join(rank[::-1] for rank in board.split("/"))
    return replace(
        case,
        fen=" ".join([ranks, *fields]),
        moves=tuple(_mapped(move, mirror=True) for move in case.moves),
        forbidden=frozenset(_mapped(move, mirror=True) for move in case.forbidden),
        allowed=frozenset(_mapped(move, mirror=True) for move in case.allowed),
    )


def colour_flipped(case: Case) -> Case:
    """The case with the two sides exchanged."""
    board, side, *fields = case.fen.split(" ")
    ranks = "/".join(reversed(board.swapcase().split("/")))
    return replace(
        case,
        fen=" ".join([ranks, "b" if side == "w" else "w", *fields]),
        moves=tuple(_mapped(move, mirror=False) for move in case.moves),
        verdict=FLIPPED_VERDICTS.get(case.verdict, case.verdict),
        forbidden=frozenset(_mapped(move, mirror=False) for move in case.forbidden),
        allowed=frozenset(_mapped(move, mirror=False) for move in case.allowed),
    )


def _mapped(move: str, *, mirror: bool) -> str:
    if mirror:
        return "".join("abcdefghi"["ihgfedcba".index(c)] if c.isalpha() else c for c in move)
    return "".join(c if c.isalpha() else str(9 - int(c)) for c in move)
