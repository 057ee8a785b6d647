"""What the ladder decides: a command becomes events, or is refused.

A challenge goes up by at most `REACH` rungs, and everybody has a part in one at a time. Its game is
a normal, rated room, opened by an effect; the room tells how it ended, and a win of the challenger
swaps the two. A player that does not answer in time, or declines, gives the place up. So does one
that accepts and does not come to the game, or calls it off.
"""

from typing import assert_never

from xiangqi_server.aggregates.ladder.messages import (
    Accepted,
    AnswerRungChallenge,
    ChallengeRung,
    Closed,
    Join,
    Joined,
    LadderBarred,
    LadderEvent,
    LeftLadder,
    Quit,
    RungChallenged,
    Sank,
    Wake,
    WithdrawRungChallenge,
)
from xiangqi_server.aggregates.ladder.refusals import LadderRefusal
from xiangqi_server.aggregates.ladder.state import (
    ANSWER_MS,
    MAX_RUNGS,
    OFF_MS,
    REACH,
    TERMS,
    Ladder,
    OpenChallenge,
    due_at_ms,
    sinks_at_ms,
)
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.bars import is_barred, is_late
from xiangqi_server.aggregates.room.messages import Bar, Open, Settle
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require

LadderCommand = (
    Join | Quit | ChallengeRung | AnswerRungChallenge | WithdrawRungChallenge | Wake | Settle | Bar
)
LadderDecision = Decision[LadderEvent]


def decide(ladder: Ladder, command: LadderCommand, now_ms: int) -> LadderDecision:
    """What `command` does to `ladder`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Join(by):
            if ladder.rung_of(by) is not None:
                return Decision()
            require(not is_barred(ladder.bars, by, now_ms), CommonRefusal.BANNED)
            require(len(ladder.rungs) < MAX_RUNGS, SharedRefusal.LOBBY_FULL)
            return Decision((Joined(by),))
        case Quit(by):
            return Decision(_left(ladder, by))
        case Bar():
            return _bar(ladder, command)
        case ChallengeRung():
            return _challenge(ladder, command, now_ms)
        case AnswerRungChallenge():
            return _answer(ladder, command)
        case WithdrawRungChallenge(by):
            return _withdraw(ladder, by)
        case Settle():
            return _settle(ladder, command)
        case Wake():
            return _wake(ladder, now_ms)
        case _:
            assert_never(command)


def _bar(ladder: Ladder, bar: Bar) -> LadderDecision:
    """Take a banned player off, and keep it off; or let one come back."""
    if is_late(ladder.bars, bar):
        return Decision()
    return Decision((*(_left(ladder, bar.by) if bar.until_ms else ()), LadderBarred(bar)))


def _challenge(ladder: Ladder, command: ChallengeRung, now_ms: int) -> LadderDecision:
    lower, upper = ladder.rung_of(command.by), ladder.rung_of(command.player)
    if lower is None or upper is None:
        raise Refused(LadderRefusal.NOT_ON_LADDER)
    require(0 < lower - upper <= REACH, LadderRefusal.RUNG_OUT_OF_REACH)
    for player in (command.by, command.player):
        require(ladder.challenge_of(player) is None, LadderRefusal.CHALLENGE_OPEN)
    until_ms = now_ms + ANSWER_MS
    return Decision((RungChallenged(command.fresh_id, command.by, command.player, until_ms),))


def _answer(ladder: Ladder, command: AnswerRungChallenge) -> LadderDecision:
    challenge = ladder.challenge_of(command.by)
    if challenge is None or challenge.opponent != command.by or not challenge.until_ms:
        raise Refused(LadderRefusal.NOT_CHALLENGED)
    if not command.accept:
        return Decision((Closed(challenge.id, swapped=True),))
    pair = (
        (challenge.player, challenge.opponent)
        if command.toss == 0
        else (challenge.opponent, challenge.player)
    )
    opened = Effect("room", challenge.id, Open(TERMS, Seats(*pair), origin="ladder"))
    return Decision((Accepted(challenge.id),), (opened,))


def _withdraw(ladder: Ladder, player: str) -> LadderDecision:
    challenge = ladder.challenge_of(player)
    if challenge is None or challenge.player != player or not challenge.until_ms:
        raise Refused(LadderRefusal.NOT_CHALLENGED)
    return Decision((Closed(challenge.id, swapped=False),))


def _settle(ladder: Ladder, command: Settle) -> LadderDecision:
    """A game is over; one that was settled before, or whose player left, changes nothing."""
    challenge = ladder.challenges.get(command.room)
    if challenge is None:
        return Decision()
    is_yielded = challenge.opponent in command.absent and challenge.player not in command.absent
    swapped = is_yielded or command.winner == challenge.player
    return Decision((Closed(challenge.id, swapped=swapped, played=command.counts),))


def _left(ladder: Ladder, player: str, *, idle: bool = False) -> tuple[LadderEvent, ...]:
    if ladder.rung_of(player) is None:
        return ()
    challenge = ladder.challenge_of(player)
    closed = () if challenge is None else (Closed(challenge.id, swapped=False),)
    return (*closed, LeftLadder(player, idle))


def _wake(ladder: Ladder, now_ms: int) -> LadderDecision:
    """Close what was not answered; else sink, or take off, the lowest player that does not play."""
    due_ms = due_at_ms(ladder)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    overdue = [
        challenge for challenge in ladder.challenges.values() if 0 < challenge.until_ms <= now_ms
    ]
    closed: list[LadderEvent] = [Closed(challenge.id, swapped=True) for challenge in overdue]
    if closed:
        return Decision(tuple(closed), not_before_ms=due_ms)
    idle = next(rung for rung in reversed(ladder.rungs) if sinks_at_ms(rung) <= now_ms)
    is_off = now_ms - idle.played_ms >= OFF_MS and not _plays(ladder.challenge_of(idle.player))
    events = _left(ladder, idle.player, idle=True) if is_off else (Sank(idle.player),)
    return Decision(events, not_before_ms=due_ms)


def _plays(challenge: OpenChallenge | None) -> bool:
    return challenge is not None and not challenge.until_ms
