"""What a Swiss round has thought about off the loop, and how that is answered.

The pairing takes longer than a node may stand still. For a crowd the reason is its size, for ten
the rounds to come that are looked at, for any field the pairs that are kept apart. So the question
is the field as the pairing sees it. The answer names the version of the log for which it was found;
for another version it says nothing. Meanwhile the tournament takes commands; they are decided after
the pairing, in the order in which they came.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import (
    FoundPairing,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.pairing import swiss
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.steps import Steps

_QUICK_REACH: Final = 4
_QUICK_CROWD: Final = 300
"""How many players are paired with near partners on the loop."""


class PairingRequest(Struct, frozen=True):
    """The next round of a Swiss tournament.

    Fields:
        players: those that can be paired.
        forbidden: pairs that are kept apart.
        last_points, to_come: see `swiss.paired`.
        version: where the log stands.
        asked_by: the tournament.
    """

    players: list[swiss.SwissPlayer]
    forbidden: list[tuple[str, str]]
    last_points: int | None
    version: int
    asked_by: str
    to_come: int = 0


def may_ask(tournament: Tournament) -> bool:
    """Whether the next thing a tournament does may be to pair more than a few."""
    plan = tournament.plan
    return plan is not None and format_of(plan).may_ask(tournament)


def asks(command: TournamentCommand) -> bool:
    """Whether a command may lead to a pairing."""
    return isinstance(command, WakeTournament)


def question(tournament: Tournament, command: TournamentCommand) -> Steps[PairingRequest | None]:
    """What has to be thought about before a command is decided; None if nothing has."""
    if not (asks(command) and may_ask(tournament)):
        return None
    asked = yield from format_of(tournament.the_plan).question_in_steps(tournament)
    if asked is None:
        return None
    pairs = list(tournament.forbidden)
    return PairingRequest(
        asked.players,
        pairs,
        asked.last_points,
        tournament.version,
        tournament.id,
        asked.to_come,
    )


def with_answer(command: TournamentCommand, found: FoundPairing) -> TournamentCommand:
    """The command with the answer to its question."""
    return replace(command, found=found) if isinstance(command, WakeTournament) else command


def answer(asked: PairingRequest) -> FoundPairing:
    """The pairing."""
    forbidden = frozenset(map(frozenset, asked.forbidden))
    return _found(asked, swiss.paired(asked.players, forbidden, asked.last_points, asked.to_come))


def timed_out(asked: PairingRequest) -> FoundPairing | None:
    """A pairing with nearer partners, found at once, where no worker had the time to think.

    None for a crowd, and where near partners leave a player over: to look further takes longer
    than a node may stand still.
    """
    if len(asked.players) > _QUICK_CROWD:
        return None
    forbidden = frozenset(map(frozenset, asked.forbidden))
    quick = swiss.paired_near(asked.players, forbidden, asked.last_points, _QUICK_REACH)
    return None if quick is None else _found(asked, quick)


def _found(asked: PairingRequest, round_: swiss.SwissRound | None) -> FoundPairing:
    if round_ is None:
        return FoundPairing(asked.version, is_possible=False)
    return FoundPairing(asked.version, tuple(round_.pairs), round_.byes)
