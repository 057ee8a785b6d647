"""What a room decides: a command becomes events, or is refused and nothing happens.

Theory of operation. `decide` only says which function knows the command; the rules are in
`opening`, `readiness`, `playing`, `offers`, `give_time`, `presence`, `downtime` and `alarm`, and
only `apply` changes a room. What a game by days does besides is in `by_days` and `leave`. An event
does not know its own time yet: the store gives it. So whatever depends on *now* is taken from
`now_ms`, the store's time at which the command arrived, and is written into the event (what a
move cost). Whatever begins with an event (the next turn) is left to `apply`.

Commands of another room or of the lobby come at least once: a room that exists refuses a second
`Open`, and so its sender knows that the first was done.
"""

from typing import assert_never

from xiangqi_server.aggregates.room.decisions.alarm import ring
from xiangqi_server.aggregates.room.decisions.barring import bar
from xiangqi_server.aggregates.room.decisions.berserk import berserk
from xiangqi_server.aggregates.room.decisions.by_days import with_follow_up
from xiangqi_server.aggregates.room.decisions.downtime import take_failover, take_outage
from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.give_time import give_time
from xiangqi_server.aggregates.room.decisions.leave import set_leave
from xiangqi_server.aggregates.room.decisions.offers import accept_offer, decline_offer, make_offer
from xiangqi_server.aggregates.room.decisions.opening import (
    decline_challenge,
    open_room,
    sit,
    withdraw_challenge,
)
from xiangqi_server.aggregates.room.decisions.playing import abort, overrule, play_move, resign
from xiangqi_server.aggregates.room.decisions.presence import claim, leave
from xiangqi_server.aggregates.room.decisions.ratings import change, introduce
from xiangqi_server.aggregates.room.decisions.readiness import make_ready, turn_away
from xiangqi_server.aggregates.room.decisions.suspension import come_back
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Absent,
    AcceptOffer,
    Alarm,
    Bar,
    Berserk,
    ChangeRating,
    Claim,
    DeclineChallenge,
    DeclineOffer,
    GiveTime,
    Introduce,
    MakeOffer,
    Open,
    Overrule,
    PlayMove,
    Present,
    Ready,
    Resign,
    RoomCommand,
    SetLeave,
    Sit,
    TakeFailover,
    TakeOutage,
    TurnAway,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.kernel.aggregate.refusal import Refused


def decide(room: Room, command: RoomCommand, now_ms: int) -> RoomDecision:
    """What `command`, which arrived at the store's time `now_ms`, does to `room`.

    Raises:
        Refused: nothing happened.
    """
    if isinstance(command, PlayMove) and room.status is not Status.EMPTY:
        decision, clock = play_move(room, command, now_ms), room.terms.clock
    elif isinstance(command, Open):
        decision, clock = open_room(room, command, now_ms), command.terms.clock
    else:
        decision, clock = _other(room, command, now_ms), room.terms.clock
    if isinstance(clock, CorrespondenceClock):
        return with_follow_up(room, decision, now_ms)
    return decision


def _other(room: Room, command: RoomCommand, now_ms: int) -> RoomDecision:
    """What any command but an opening or a move does to `room`.

    Raises:
        Refused: nothing happened.
    """
    if room.status is Status.EMPTY or isinstance(command, Open | PlayMove):
        raise Refused(RoomRefusal.NO_SUCH_ROOM)
    match command:
        case Alarm():
            return ring(room, now_ms)
        case Sit():
            return sit(room, command)
        case Ready():
            return make_ready(room, command)
        case DeclineChallenge():
            return decline_challenge(room, command)
        case WithdrawChallenge():
            return withdraw_challenge(room, command)
        case TurnAway():
            return turn_away(room, command)
        case Bar():
            return bar(room, command)
        case Resign():
            return resign(room, command, now_ms)
        case Overrule():
            return overrule(room)
        case Abort():
            return abort(room, command, now_ms)
        case MakeOffer():
            return make_offer(room, command, now_ms)
        case AcceptOffer():
            return accept_offer(room, command, now_ms)
        case DeclineOffer():
            return decline_offer(room, command)
        case GiveTime():
            return give_time(room, command, now_ms)
        case Berserk():
            return berserk(room, command, now_ms)
        case Claim():
            return claim(room, command, now_ms)
        case Absent():
            return leave(room, command, now_ms)
        case Present():
            return come_back(room, command)
        case Introduce():
            return introduce(room, command)
        case ChangeRating():
            return change(room, command)
        case TakeOutage():
            return take_outage(room, command, now_ms)
        case TakeFailover():
            return take_failover(room, command)
        case SetLeave():
            return set_leave(room, command, now_ms)
        case _:
            assert_never(command)
