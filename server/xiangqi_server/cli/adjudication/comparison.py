"""The rulings of several rule sets on one game, side by side.

Compared are the verdicts with their clauses, and the plies that the sets class differently.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi_server.game.rules.board.encoding import Move, uci_of
from xiangqi_server.game.rules.repetition.evidence import PlyEvidence
from xiangqi_server.game.rules.repetition.ruling import Ruling


@dataclass(frozen=True, slots=True)
class DifferingPly:
    """A ply that not all rule sets class alike: class and article (or nothing) by set."""

    ply: int
    move: Move
    classes: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rulings by rule set, None where the game goes on, and the plies in dispute."""

    rulings: Mapping[str, Ruling | None]
    plies: tuple[DifferingPly, ...]

    @property
    def is_same_verdict(self) -> bool:
        """Whether all sets come to the same verdict."""
        return len({_verdict(ruling) for ruling in self.rulings.values()}) == 1

    def record(self) -> dict[str, object]:
        """The comparison as plain data."""
        return {
            "same_verdict": self.is_same_verdict,
            "rulings": {
                name: {
                    "verdict": _verdict(ruling),
                    "reason": ruling.ending.value if ruling else None,
                    "clause": ruling.clause if ruling else None,
                }
                for name, ruling in self.rulings.items()
            },
            "plies": [
                {
                    "ply": item.ply,
                    "move": uci_of(item.move),
                    "classes": {
                        name: {"kind": kind} | ({"article": article} if article else {})
                        for name, (kind, article) in item.classes.items()
                    },
                }
                for item in self.plies
            ],
        }

    def table(self) -> str:
        """The comparison for people."""
        same = "the same verdict" if self.is_same_verdict else "different verdicts"
        rows = [f"-- {' and '.join(self.rulings)}: {same} --"]
        for name, ruling in self.rulings.items():
            why = f" ({ruling.ending.value}, clause {ruling.clause})" if ruling else ""
            rows.append(f"{name}: {_verdict(ruling)}{why}")
        for item in self.plies:
            told = [
                f"{name} {kind}" + (f" ({article})" if article else "")
                for name, (kind, article) in item.classes.items()
            ]
            rows.append(f"ply {item.ply} {uci_of(item.move)}: {', '.join(told)}")
        return "\n".join(rows)


def comparison(rulings: Mapping[str, Ruling | None]) -> Comparison:
    """The rulings on one game compared."""
    evidence = {
        name: {ply.ply: ply for ply in ruling.evidence.plies} if ruling and ruling.evidence else {}
        for name, ruling in rulings.items()
    }
    common = set.intersection(*(set(plies) for plies in evidence.values()))
    rows = ({name: plies[number] for name, plies in evidence.items()} for number in sorted(common))
    differing = (_differing(row) for row in rows if len({ply.kind for ply in row.values()}) > 1)
    return Comparison(rulings, tuple(differing))


def _differing(row: Mapping[str, PlyEvidence]) -> DifferingPly:
    first = next(iter(row.values()))
    classes = {name: (ply.kind.value, ply.article) for name, ply in row.items()}
    return DifferingPly(first.ply, first.move, classes)


def _verdict(ruling: Ruling | None) -> str:
    return "none" if ruling is None else ruling.verdict
