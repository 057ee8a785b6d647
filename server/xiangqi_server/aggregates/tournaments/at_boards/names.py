"""Entrants of a tournament over the board: their ids, and an aggregate with their names.

The log of a tournament is public for ever, and a name is personal. So the log has the number under
which a person was listed, and the names stand here, in a log that no message shows and that is
trimmed. A name that is taken away leaves the tournament's digest as it is.

An entrant's id is ``1``, the id of the tournament and the number in three characters. No player has
such an id, because ``1`` is not one of the characters of theirs.
"""

from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.kind import Kind, Records

MOST_LISTED: Final = 32**3 - 1
"""The last number that an id of an entrant can have."""
_MARK: Final = "1"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_NUMBER_CHARS: Final = 3


def entrant_id(tournament: str, number: int) -> str:
    """The id of the entrant that was listed under a number."""
    digits = (_LETTERS[number >> shift & 31] for shift in (10, 5, 0))
    return f"{_MARK}{tournament}{''.join(digits)}"


def tournament_of(player: str) -> str | None:
    """The tournament in which an entrant was listed; None for a player of this server."""
    return player[1:-_NUMBER_CHARS] if player.startswith(_MARK) else None


def number_of(entrant: str) -> int:
    """The number under which an entrant was listed."""
    number = 0
    for letter in entrant[-_NUMBER_CHARS:]:
        number = number << 5 | max(0, _LETTERS.find(letter))
    return number


class EntrantName(Struct, frozen=True, array_like=True):
    """What an entrant is called.

    Fields:
        name: "" where it was taken away.
        club: "" for none.
        federation: the id at a federation, "" for none.
    """

    name: str
    club: str = ""
    federation: str = ""


NO_NAME: Final = EntrantName("")


class NameEntrants(Struct, frozen=True, tag="name"):
    """Call entrants something; for numbers that were given out."""

    names: dict[int, EntrantName]


class EntrantsNamed(Struct, frozen=True, tag="named"):
    """Entrants are called something."""

    names: dict[int, EntrantName]


@dataclass(frozen=True, slots=True)
class TournamentNames:
    """The names by number.

    Fields:
        is_changed: the latest event took the place of a name, which the log then forgets.
    """

    names: dict[int, EntrantName] = field(default_factory=dict)
    is_changed: bool = False

    def of(self, entrant: str) -> EntrantName:
        """What an entrant is called; `NO_NAME` where that is not known."""
        return self.names.get(number_of(entrant), NO_NAME)


def decide(names: TournamentNames, command: NameEntrants, now_ms: int) -> Decision[EntrantsNamed]:
    """Call them so; what they are called already changes nothing."""
    new = {
        number: name
        for number, name in command.names.items()
        if names.names.get(number, NO_NAME) != name
    }
    return Decision((EntrantsNamed(new),)) if new else Decision()


def apply(names: TournamentNames, stamped: Stamped[EntrantsNamed]) -> TournamentNames:
    """The names after some are new."""
    new = stamped.event.names
    kept = {number: name for number, name in (names.names | new).items() if name.name}
    return TournamentNames(kept, is_changed=not names.names.keys().isdisjoint(new))


TOURNAMENT_NAMES: Final[Kind[TournamentNames, NameEntrants, EntrantsNamed]] = Kind(
    name="tournament_names",
    empty=lambda _: TournamentNames(),
    decide=decide,
    apply=apply,
    commands=NameEntrants,
    events=EntrantsNamed,
    records=Records(TournamentNames, forces_snapshot=lambda names: names.is_changed),
)


def naming_effect(tournament: str, names: dict[int, EntrantName]) -> Effect:
    """The effect by which entrants are called something."""
    return Effect(TOURNAMENT_NAMES.name, tournament, NameEntrants(names))
