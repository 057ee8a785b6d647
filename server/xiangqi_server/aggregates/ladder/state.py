"""The ladder as a value: rungs from the top, open challenges, and the latest changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, assert_never

from msgspec import Struct

from xiangqi_server.aggregates.ladder.messages import (
    Accepted,
    Closed,
    Joined,
    LadderBarred,
    LadderEvent,
    LeftLadder,
    RungChallenged,
    Sank,
)
from xiangqi_server.aggregates.room.bars import Bars, with_bar
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS

LADDER_ID: Final = "main"
"""There is one ladder, and this is its id."""

MAX_RUNGS: Final = 2_000
REACH: Final = 5
"""How many rungs up a player may challenge."""
ANSWER_MS: Final = 3 * DAY_MS
"""How long a challenged player has to answer, or lose the place."""
IDLE_MS: Final = 21 * DAY_MS
"""How long after the last game of the ladder a player sinks by one rung."""
SINK_MS: Final = 7 * DAY_MS
"""How long after that a player that still does not play sinks again."""
OFF_MS: Final = 90 * DAY_MS
"""A player that has not played for this long is off the ladder."""
KEPT_CHANGES: Final = 100
TERMS: Final = GameTerms(
    FischerClock(main_ms=600_000, increment_ms=5_000), takebacks=False, rated=True
)
"""The terms of games of the ladder."""

StepKind = Literal["joined", "left", "idle", "won", "held", "yielded", "sank"]
"""`won` and `held` are of a challenge that was played, `yielded` of one that was not."""


class Rung(Struct, frozen=True, array_like=True):
    """A player on a rung: when they played last, and when they last sank."""

    player: str
    played_ms: int
    sank_ms: int


class OpenChallenge(Struct, frozen=True, array_like=True):
    """A challenge; its id is the room of its game. `until_ms` is 0 once that has begun."""

    id: str
    player: str
    opponent: str
    until_ms: int


class Step(Struct, frozen=True, array_like=True):
    """Something that changed on the ladder.

    Fields:
        player: the one that made the step.
        other: the other player with a part in it, if any.
        rung: where the player came to stand, from 0 at the top.
    """

    at_ms: int
    what: StepKind
    player: str
    other: str | None
    rung: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder.

    Fields:
        rungs: the top first.
        challenges: by id; each player has a part in one at most.
        steps: the latest changes, the last of them last.
        bars: the players that are kept out.
    """

    rungs: tuple[Rung, ...] = ()
    challenges: Mapping[str, OpenChallenge] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    bars: Bars = field(default_factory=dict)

    def rung_of(self, player: str) -> int | None:
        """On which rung a player stands, from 0 at the top."""
        return next((n for n, rung in enumerate(self.rungs) if rung.player == player), None)

    def challenge_of(self, player: str) -> OpenChallenge | None:
        """The challenge a player has given or got."""
        found = (
            challenge
            for challenge in self.challenges.values()
            if player in (challenge.player, challenge.opponent)
        )
        return next(found, None)


def sinks_at_ms(rung: Rung) -> int:
    """When the player of a rung sinks, if nothing is played until then; store time in ms."""
    return max(rung.played_ms + IDLE_MS, rung.sank_ms + SINK_MS)


def due_at_ms(ladder: Ladder) -> int | None:
    """When the ladder wants to be woken, in store time in ms; None if no time is due."""
    unanswered = (
        challenge.until_ms for challenge in ladder.challenges.values() if challenge.until_ms
    )
    return min((*map(sinks_at_ms, ladder.rungs), *unanswered), default=None)


def players_concerned(event: LadderEvent, before: Ladder) -> tuple[str, ...]:
    """The players that an event concerns, by the ladder before it."""
    match event:
        case RungChallenged(_, player, opponent):
            return player, opponent
        case Accepted(id_) | Closed(id_):
            challenge = before.challenges.get(id_)
            return () if challenge is None else (challenge.player, challenge.opponent)
        case LadderBarred(bar):
            return (bar.by,)
        case _:
            return (event.player,)


def apply(ladder: Ladder, stamped: Stamped[LadderEvent]) -> Ladder:
    """The ladder after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    match event:
        case Joined(player):
            rungs = (*ladder.rungs, Rung(player, at_ms, at_ms))
            stepped = _stepped(ladder, at_ms, "joined", player, None, len(ladder.rungs))
            return replace(stepped, rungs=rungs)
        case LeftLadder(player, idle):
            what: StepKind = "idle" if idle else "left"
            stepped = _stepped(ladder, at_ms, what, player, None, ladder.rung_of(player) or 0)
            rungs = tuple(rung for rung in ladder.rungs if rung.player != player)
            return replace(stepped, rungs=rungs)
        case RungChallenged(id_, player, opponent, until_ms):
            challenge = OpenChallenge(id_, player, opponent, until_ms)
            return replace(ladder, challenges={**ladder.challenges, id_: challenge})
        case Accepted(id_):
            challenge = ladder.challenges[id_]
            begun = OpenChallenge(id_, challenge.player, challenge.opponent, 0)
            return replace(ladder, challenges={**ladder.challenges, id_: begun})
        case Closed():
            return _closed(ladder, event, at_ms)
        case Sank(player):
            return _sunk(ladder, player, at_ms)
        case LadderBarred(bar):
            return replace(ladder, bars=with_bar(ladder.bars, bar))
        case _:
            assert_never(event)


def _closed(ladder: Ladder, event: Closed, at_ms: int) -> Ladder:
    challenge = ladder.challenges[event.id]
    rest = {id_: other for id_, other in ladder.challenges.items() if id_ != event.id}
    ladder = replace(ladder, challenges=rest)
    lower, upper = ladder.rung_of(challenge.player), ladder.rung_of(challenge.opponent)
    if lower is None or upper is None:
        return ladder
    if event.played:
        active = tuple(
            Rung(rung.player, at_ms, at_ms)
            if rung.player in (challenge.player, challenge.opponent)
            else rung
            for rung in ladder.rungs
        )
        ladder = replace(ladder, rungs=active)
    if not event.swapped:
        what: StepKind = "held"
        return (
            _stepped(ladder, at_ms, what, challenge.opponent, challenge.player, upper)
            if event.played
            else ladder
        )
    what = "won" if event.played else "yielded"
    stepped = _stepped(ladder, at_ms, what, challenge.player, challenge.opponent, upper)
    return stepped if lower < upper else replace(stepped, rungs=_swapped(ladder, upper, lower))


def _sunk(ladder: Ladder, player: str, at_ms: int) -> Ladder:
    """One rung down; on the lowest there is nowhere to go, and no news in it."""
    number = ladder.rung_of(player)
    if number is None:
        return ladder
    rung = Rung(player, ladder.rungs[number].played_ms, at_ms)
    rungs = (*ladder.rungs[:number], rung, *ladder.rungs[number + 1 :])
    ladder = replace(ladder, rungs=rungs)
    if number + 1 == len(rungs):
        return ladder
    stepped = _stepped(ladder, at_ms, "sank", player, rungs[number + 1].player, number + 1)
    return replace(stepped, rungs=_swapped(ladder, number, number + 1))


def _swapped(ladder: Ladder, upper: int, lower: int) -> tuple[Rung, ...]:
    rungs = list(ladder.rungs)
    rungs[upper], rungs[lower] = rungs[lower], rungs[upper]
    return tuple(rungs)


def _stepped(
    ladder: Ladder, at_ms: int, what: StepKind, player: str, other: str | None, rung: int
) -> Ladder:
    steps = (*ladder.steps, Step(at_ms, what, player, other, rung))
    return replace(ladder, steps=steps[-KEPT_CHANGES:])
