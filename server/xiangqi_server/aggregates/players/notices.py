"""What a player's events mean for its notices: challenges, and devices that are signed out."""

from collections.abc import Iterable

from xiangqi_server.aggregates.notices.messages import ForgetDevices
from xiangqi_server.aggregates.notices.news import SOON_MS, Happening, Tell, Topic
from xiangqi_server.aggregates.players.challenges import Challenged
from xiangqi_server.aggregates.players.identity import SignedOut
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.kernel.aggregate.decision import Effect


def notice_effects(player: str, events: Iterable[PlayerEvent], now_ms: int) -> tuple[Effect, ...]:
    """The effects of a player's events on its notices."""
    commands: list[Tell | ForgetDevices] = []
    for event in events:
        if isinstance(event, Challenged):
            commands.append(
                Tell(Happening(Topic.CHALLENGES, event.challenge.room, now_ms + SOON_MS))
            )
        elif isinstance(event, SignedOut):
            commands.append(ForgetDevices(event.devices))
    return tuple(Effect("notices", player, command) for command in commands)
