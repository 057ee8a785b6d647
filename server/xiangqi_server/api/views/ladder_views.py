"""What the ladder looks like to a reader: names stand for ids."""

from xiangqi_server.aggregates.ladder.state import Ladder, OpenChallenge, Step
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.wire import parts


def rung_view(ladder: Ladder, number: int, names: NameOf) -> parts.LadderRung:
    """A place on the ladder; `number` from 0."""
    rung = ladder.rungs[number]
    is_challenged = ladder.challenge_of(rung.player) is not None
    return parts.LadderRung(
        number + 1, player_ref(rung.player, names), is_challenged, rung.played_ms
    )


def challenge_view(challenge: OpenChallenge, names: NameOf) -> parts.LadderChallengeInfo:
    """A challenge on the ladder."""
    return parts.LadderChallengeInfo(
        by=player_ref(challenge.player, names),
        to=player_ref(challenge.opponent, names),
        until_ms=challenge.until_ms or None,
        room=None if challenge.until_ms else challenge.id,
    )


def step_view(step: Step, names: NameOf) -> parts.LadderChange:
    """What happened on the ladder."""
    other = None if step.other is None else player_ref(step.other, names)
    return parts.LadderChange(
        step.at_ms, step.what, player_ref(step.player, names), other, step.rung + 1
    )
