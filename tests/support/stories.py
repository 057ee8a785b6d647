"""Whole games as text: what people did, and below each line what happened in the room.

A line that is not indented is an act; indented lines are what it led to::

    open ann ben 60s+1s         both sit down; `-` is a free seat; at the end, if so:
                                `no-takebacks`, `no-compensation`
    +1500                       time passes, in ms
    ann h2e2                    a move in any notation; `lag 200` was measured, in ms
    ann premoves h2e2           a move that was waiting
    ben offers draw             also: accepts, declines; draw, takeback, abort, rematch
    ben resigns                 also: aborts, sits, leaves, returns; gives time; claims win
    outage 5000                 no node serves, in ms, and the room is told; `again` once more
    alarm                       the room is woken; `due?` asks when it wants to be
    clocks?                     what the clocks show
    restart                     the room is written down and read back

Clocks: ``60s+1s`` Fischer, ``60s+3x10s`` byo-yomi, ``60s/20s/10s`` game, move and counted
time, ``30s`` a move, ``2d`` days, ``none``.

A story is true if telling its acts again gives the same text.
"""

import re
from collections.abc import Iterator
from typing import assert_never

import msgspec

from tests.support.laws import audit
from tests.support.rooms import Story
from xiangqi_server.aggregates.room.clock.control import SideClock
from xiangqi_server.aggregates.room.decisions.alarm import due_at_ms
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Absent,
    AcceptOffer,
    Alarm,
    AwayUntil,
    Berserk,
    Berserked,
    Claim,
    ClaimKind,
    Continued,
    DeclineChallenge,
    Declined,
    DeclineOffer,
    DeclineReason,
    Disconnected,
    Ended,
    GiveTime,
    MakeOffer,
    Moved,
    Offered,
    OfferKind,
    Open,
    Opened,
    PlayMove,
    Present,
    RatingChanged,
    RatingKnown,
    Readied,
    Ready,
    Reconnected,
    RematchOpened,
    Resign,
    RoomCommand,
    RoomEvent,
    Seated,
    Sit,
    Suspended,
    TakeOutage,
    TimeCredited,
    TimeGiven,
    TookBack,
    Warned,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.records import RoomRecord, from_record, to_record
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    Seats,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import Refused

SIDES = ("red", "black")


def retold(text: str) -> str:
    """The story with what happens in the room today below each of its acts."""
    story, lines = Story(), []
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            lines.extend(f"  {outcome}" for outcome in _outcomes(story, line.split()))
    audit(story.log)
    return "\n".join(lines) + "\n"


def _outcomes(story: Story, words: list[str]) -> Iterator[str]:
    """Carry out one act and tell what came of it."""
    match words:
        case [duration] if duration.startswith("+"):
            story.wait(int(duration))
        case ["due?"]:
            due_ms = due_at_ms(story.room)
            yield "never" if due_ms is None else f"in {due_ms - story.now_ms} ms"
        case ["clocks?"]:
            faces = story.room.faces(story.now_ms)
            yield f"{_shown(faces.sides.red)} - {_shown(faces.sides.black)}"
        case ["restart"]:
            body = msgspec.msgpack.encode(to_record(story.room))
            story.room = from_record(story.room.id, msgspec.msgpack.decode(body, type=RoomRecord))
        case _:
            try:
                told = story.tell(_command(story, words))
                yield from (_told(event, story.now_ms) for event in told)
            except Refused as refused:
                retry = "" if refused.retry_ms is None else f", try again in {refused.retry_ms} ms"
                yield f"refused {refused.code}{retry}"


def _command(story: Story, words: list[str]) -> RoomCommand:
    match words:
        case ["open", red, black, clock, *options]:
            terms = GameTerms(
                _clock(clock),
                takebacks="no-takebacks" not in options,
                compensation="no-compensation" not in options,
            )
            for_whom = [word.removeprefix("for:") for word in options if word.startswith("for:")]
            return Open(
                terms,
                Seats(_player(red), _player(black)),
                ready_ms=READY_MS if "ready-check" in options else 0,
                invited=for_whom[0] if for_whom else None,
            )
        case ["alarm"]:
            return Alarm()
        case ["outage", duration, *again]:
            story.wait(0 if again else int(duration))
            return TakeOutage(story.now_ms - int(duration), story.now_ms)
        case [who, "leaves"]:
            return Absent(_side(story.room, who))
        case [who, "returns"]:
            return Present(_side(story.room, who))
        case [who, "goes", "berserk"]:
            return Berserk(who)
        case [who, "gives", "time"]:
            return GiveTime(who)
        case [who, "claims", what]:
            return Claim(who, ClaimKind(what))
        case [who, "sits"]:
            return Sit(who)
        case [who, "resigns"]:
            return Resign(who)
        case [who, "aborts"]:
            return Abort(who)
        case [who, "ready"]:
            return Ready(who)
        case [who, "withdraws"]:
            return WithdrawChallenge(who)
        case [who, "declines", "challenge", reason]:
            return DeclineChallenge(who, DeclineReason(reason))
        case [who, "offers", what]:
            return MakeOffer(who, OfferKind(what), story.room.game.ply, "fresh")
        case [who, "accepts", what]:
            return AcceptOffer(who, OfferKind(what), "fresh")
        case [who, "declines", what]:
            return DeclineOffer(who, OfferKind(what))
        case [who, "premoves", move]:
            return PlayMove(who, story.room.game.ply, move, premove=True)
        case [who, move, "lag", lag]:
            return PlayMove(who, story.room.game.ply, move, lag_ms=int(lag))
        case [who, move]:
            return PlayMove(who, story.room.game.ply, move)
        case _:
            raise ValueError(f"no act: {words}")


def _player(word: str) -> str | None:
    return None if word == "-" else word


def _side(room: Room, who: str) -> Side:
    side = room.seats.side_of(who)
    assert side is not None
    return side


def _clock(word: str) -> ClockTerms:
    """A clock by its word, see the module."""
    shape = re.sub(r"\d+", "#", word)
    numbers = [int(number) for number in re.findall(r"\d+", word)]
    match shape, numbers:
        case "none", []:
            return NoClock()
        case "#s+#s", [main, increment]:
            return FischerClock(main * 1_000, increment * 1_000)
        case "#s+#x#s", [main, periods, period]:
            return ByoyomiClock(main * 1_000, period * 1_000, periods)
        case "#s/#s/#s", [game, move, count]:
            return ThreePartClock(game * 1_000, move * 1_000, count * 1_000)
        case "#s", [move]:
            return PerMoveClock(move * 1_000)
        case "#d", [days]:
            return CorrespondenceClock(days)
        case _:
            raise ValueError(f"no clock: {word}")


def _shown(face: SideClock) -> str:
    """Such as ``900 x3 (turn 900)``: what is left, periods, what is left of the turn."""
    periods = f" x{face.periods}" if face.periods else ""
    turn = "" if face.turn_ms is None else f" (turn {face.turn_ms})"
    return f"{face.left_ms}{periods}{turn}"


def _left(event: Moved | TookBack) -> str:
    red = f"{event.red_left_ms}" + (f" x{event.red_periods}" if event.red_periods else "")
    black = f"{event.black_left_ms}" + (f" x{event.black_periods}" if event.black_periods else "")
    return f"left {red} {black}"


def _told(event: RoomEvent, now_ms: int) -> str:
    """One event as a line."""
    match event:
        case Opened():
            return f"opened under {event.terms.rules.name}"
        case Seated(side, player):
            return f"{player} plays {SIDES[side]}"
        case Moved():
            check = ", check" if event.check else ""
            free = f" but {event.compensated_ms}" if event.compensated_ms else ""
            move = f"{event.uci} {event.wxf} {event.chinese}{check}"
            return f"{move}, {event.spent_ms} ms{free}, {_left(event)}"
        case TookBack(side, plies, spent_ms):
            return f"{SIDES[side]} takes back {plies}, {spent_ms} ms, {_left(event)}"
        case Berserked(side, cost_ms):
            return f"{SIDES[side]} goes berserk, {cost_ms} ms less"
        case TimeGiven(side, gift_ms):
            return f"{SIDES[side]} is given {gift_ms} ms"
        case Disconnected(side, claimable_at_ms):
            return f"{SIDES[side]} is gone, to be claimed in {claimable_at_ms - now_ms} ms"
        case Reconnected(side):
            return f"{SIDES[side]} is back"
        case AwayUntil(side, _, until_ms):
            return f"{SIDES[side]} is away for {until_ms - now_ms} ms"
        case TimeCredited(side, credit_ms):
            return f"{SIDES[side]} is credited {credit_ms} ms"
        case Suspended(until_ms):
            return f"suspended for {until_ms - now_ms} ms"
        case Continued():
            return "continued"
        case Offered(side, what):
            return f"{SIDES[side]} offers {what}"
        case Declined(side, what):
            return f"{SIDES[side]} declines {what}"
        case Warned():
            return f"warned: {event.warning['occurrences']} occurrences"
        case Readied(side):
            return f"{SIDES[side]} is there"
        case Ended(winner, ending):
            return f"ended by {ending}" if winner is None else f"{SIDES[winner]} wins by {ending}"
        case RatingKnown(side, points):
            return f"{SIDES[side]} came with {points:.0f}"
        case RatingChanged(side, points):
            return f"{SIDES[side]} has {points:.0f} now"
        case RematchOpened(room):
            return f"rematch in {room}"
        case _:
            assert_never(event)
