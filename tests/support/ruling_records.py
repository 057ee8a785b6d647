"""Rulings read back from their records: a record says everything that was found out.

No program of ours needs a whole ruling again; its readers are people and clients.
"""

from server.rules.board import Side
from server.rules.ledger import (
    Account,
    Chase,
    Doubt,
    Ledger,
    LedgerPly,
    PlyKind,
    Rejected,
    Rejection,
    Why,
)
from server.rules.record_reader import RecordReader
from server.rules.records import Record, RecordError
from server.rules.repetition import ChaseKind, Level
from server.rules.ruling import Ending, Ruling

LEVELS = {level.name.lower(): level for level in Level}
SIDES = {side.name.lower(): side for side in Side}


def from_record(record: Record) -> Ruling:
    """The ruling of a record.

    Raises:
        RecordError: it is none.
    """
    try:
        return RulingReader(record).ruling()
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"not the record of a ruling: {error}") from error


class RulingReader(RecordReader):
    """Reads what only a ruling has."""

    def ruling(self) -> Ruling:
        """The record as a ruling."""
        return Ruling(
            winner=SIDES[self.text("winner")] if "winner" in self._record else None,
            ending=Ending(self.text("ending")),
            clause=self.text("clause"),
            rule_set=self.text("rule_set"),
            version=self.number("version"),
            occurrences=self.number("occurrences"),
            window=self.window(),
            ledger=self.ledger() if "plies" in self._record else None,
        )

    def ledger(self) -> Ledger:
        """The ledger inside a ruling."""
        sides = self.inner("sides")
        return Ledger(
            tuple(reader.ledger_ply() for reader in self.each("plies")),
            (sides.inner("red").account(), sides.inner("black").account()),
            tuple(one.doubt() for one in self.each("doubts")) if "doubts" in self._record else (),
            SIDES[self.text("full_reading")] if "full_reading" in self._record else None,
        )

    def doubt(self) -> Doubt:
        """One reading that rules otherwise."""
        loser = SIDES[self.text("loser")] if "loser" in self._record else None
        return Doubt(self.text("reading"), loser)

    def ledger_ply(self) -> LedgerPly:
        """One ply of a ledger."""
        return LedgerPly(
            ply=self.number("ply"),
            side=SIDES[self.text("side")],
            move=self.move("move"),
            piece=self.piece("piece"),
            kind=PlyKind(self.text("kind")),
            chases=tuple(reader.chase() for reader in self.each("chases")),
            rejected=tuple(reader.rejected() for reader in self.each("rejected")),
            article=self.text("article") if "article" in self._record else "",
            line=self.line(),
            joint="joint" in self._record and self.flag("joint"),
        )

    def chase(self) -> Chase:
        """One chase."""
        return Chase(
            attacker=self.inner("attacker").placed(),
            victim=self.inner("victim").placed(),
            attacker_id=self.square("attacker_id"),
            victim_id=self.square("victim_id"),
            kind=ChaseKind(self.text("kind")),
            why=Why(self.text("why")),
            root=self.optional_placed("root"),
            bar=self.optional_placed("bar"),
            line=self.line(),
        )

    def rejected(self) -> Rejected:
        """One rejected attack."""
        return Rejected(
            attacker=self.inner("attacker").placed(),
            victim=self.inner("victim").placed(),
            reason=Rejection(self.text("reason")),
            witness=self.optional_placed("witness"),
            line=self.line(),
        )

    def account(self) -> Account:
        """One side's account."""
        return Account(
            LEVELS[self.text("level")], tuple(reader.prey() for reader in self.each("victims"))
        )
