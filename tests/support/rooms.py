"""Builders for rooms: a game at any point, made of commands that are decided as in a live one."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

from xiangqi_server.aggregates.room.apply import apply, restamp
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import (
    GameBegan,
    GameOver,
    Open,
    PlayMove,
    RoomCommand,
    RoomEvent,
)
from xiangqi_server.aggregates.room.ruling_request import answer, question, with_answer
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ClockTerms,
    FischerClock,
    GameTerms,
    NoClock,
    RuleTerms,
    Seats,
)
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.row_effects import game_row_effect
from xiangqi_server.kernel.aggregate.decision import Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused

T0_MS = 1_700_000_000_000
"""The store's time at which rooms of tests are opened."""

ANN = "annan"
"""Plays Red unless said otherwise."""
BEN = "benbo"
"""Plays Black unless said otherwise."""
EVE = "eveyu"
"""Watches."""

ROOM = "room1"
ENTERED = game_row_effect(ROOM)
"""The order that shows the game in lists, as it stands."""
BLITZ = checked_terms(GameTerms(FischerClock(main_ms=60_000, increment_ms=1_000)))
NO_CLOCK = NoClock()

MATE = ("h2h5", "d9e8", "h5g5", "a9a8", "g5g9")
"""The cannon takes an elephant and mates: five plies."""

_CHECK_LOOP = ("e8d8", "e4d4", "d8e8", "d4e4")
PERPETUAL_CHECK = ("b2g2", "b7d7", "h2h4", "e9e8", "h4e4", *_CHECK_LOOP * 3)
"""Red checks for ever; after 17 plies the position after the fifth stands for the fourth time."""

IDLE_LOOP = ("a0a1", "a9a8", "a1a0", "a8a9")
"""Both chariots step out and home again."""


EARLIER_MS = 7
"""An event is decided so long before it is stamped."""


def told_began(red: str = ANN, black: str = BEN) -> Effect:
    """The order that tells the feed of a game's beginning."""
    game = GameBegan(ROOM, red, black, "axf", "bullet", rated=False, tournament=None)
    return Effect("game_feed", "main", game)


def told_over(winner: int | None, ending: str, plies: int) -> Effect:
    """The order that tells the feed of its end."""
    return Effect("game_feed", "main", GameOver(ROOM, ANN, BEN, winner, ending, plies, None))


def thought_about(room: Room, command: RoomCommand) -> RoomCommand:
    """A command with the ruling that it needs, as the host brings it."""
    asked = question(room, command)
    return command if asked is None else with_answer(command, answer(asked))


@dataclass
class Story:
    """A room as it happens: every command is decided and applied, and the log is kept.

    Attributes:
        now_ms: the store's time; commands arrive and are stored at it.
    """

    room: Room = field(default_factory=lambda: Room.empty(ROOM))
    now_ms: int = T0_MS
    log: list[Stamped[RoomEvent]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)

    def tell(self, command: RoomCommand) -> tuple[RoomEvent, ...]:
        """Decide a command now and store what it leads to, which is returned.

        Each event is also applied as a host does it, before its stamp is known.

        Raises:
            Refused: nothing happened.
        """
        decision = decide(self.room, thought_about(self.room, command), self.now_ms)
        assert decision.not_before_ms <= self.now_ms
        for event in decision.events:
            stamped = Stamped(len(self.log) + 1, self.now_ms, event)
            self.log.append(stamped)
            before, self.room = self.room, apply(self.room, stamped)
            earlier = apply(before, Stamped(stamped.version, self.now_ms - EARLIER_MS, event))
            assert restamp(earlier, event, self.now_ms) in (None, self.room)
        self.effects.extend(decision.effects)
        return decision.events

    def wait(self, duration_ms: int) -> "Story":
        """Let time pass."""
        self.now_ms += duration_ms
        return self

    def play(self, *texts: str, think_ms: int = 0) -> "Story":
        """Play moves in turn, each `think_ms` after the one before."""
        for text in texts:
            self.wait(think_ms)
            player = self.room.seats.of(self.room.game.to_move)
            assert player is not None
            self.tell(PlayMove(player, self.room.game.ply, text))
        return self


def a_story(
    *moves: str,
    clock: ClockTerms = BLITZ.clock,
    rules: RuleTerms = BLITZ.rules,
    seats: Seats | None = None,
    think_ms: int = 0,
    terms: GameTerms | None = None,
) -> Story:
    """A room opened at `T0_MS` by Ann (Red) and Ben (Black), in which `moves` were played."""
    story = Story()
    story.tell(Open(terms or GameTerms(clock, rules), seats or Seats(ANN, BEN)))
    return story.play(*moves, think_ms=think_ms)


def a_room(
    *moves: str,
    clock: ClockTerms = BLITZ.clock,
    rules: RuleTerms = BLITZ.rules,
    seats: Seats | None = None,
    think_ms: int = 0,
) -> Room:
    """The room of `a_story`."""
    return a_story(*moves, clock=clock, rules=rules, seats=seats, think_ms=think_ms).room


def left_ms(room: Room, at_ms: int) -> tuple[int, int]:
    """What the clocks of Red and Black show at a moment, of main time or what follows it."""
    faces = room.faces(at_ms)
    return faces.sides.red.left_ms, faces.sides.black.left_ms


def replay(room: str, log: Iterable[Stamped[RoomEvent]]) -> Room:
    """The room a log leads to."""
    replayed = Room.empty(room)
    for stamped in log:
        replayed = apply(replayed, stamped)
    return replayed


def refusal_of(story: Story, command: RoomCommand) -> RefusalCode:
    """Why the room of a story refuses `command` now."""
    with pytest.raises(Refused) as refused:
        decide(story.room, thought_about(story.room, command), story.now_ms)
    return refused.value.code
