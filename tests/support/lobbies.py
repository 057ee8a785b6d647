"""A lobby as it happens, and those who look for games in it."""

from dataclasses import dataclass, field

from xiangqi_server.aggregates.lobby.apply import apply
from xiangqi_server.aggregates.lobby.decide import decide
from xiangqi_server.aggregates.lobby.messages import Enqueue, LobbyCommand, LobbyEvent, Seeker, Tick
from xiangqi_server.aggregates.lobby.state import Lobby, QueueEntry
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped

NOW_MS = 1_700_000_000_000


def a_wait(player: str, **fields: object) -> QueueEntry:
    """A place in a queue, taken at `NOW_MS` by a player of 1500 unless `fields` say otherwise."""
    usual = QueueEntry(player, NOW_MS, 1_500, 0, None, (), f"room-{player}", 0)
    return usual._replace(**fields)  # type: ignore[arg-type]


def seeker(player: str, **fields: object) -> Seeker:
    """A player with an account who looks for a game."""
    usual: dict[str, object] = {"has_account": True}
    return Seeker(player, **(usual | fields))  # type: ignore[arg-type]


@dataclass
class RunningLobby:
    """A lobby; every command is decided and applied."""

    lobby: Lobby = field(default_factory=Lobby)
    effects: list[Effect] = field(default_factory=list)
    now_ms: int = NOW_MS
    version: int = 0

    def tell(self, *commands: LobbyCommand) -> tuple[LobbyEvent, ...]:
        """Decide commands in turn; the events of the last one."""
        decision: Decision[LobbyEvent] = Decision()
        for command in commands:
            decision = decide(self.lobby, command, self.now_ms)
            for event in decision.events:
                self.version += 1
                self.lobby = apply(self.lobby, Stamped(self.version, self.now_ms, event))
            self.effects.extend(decision.effects)
        return decision.events

    def enqueue(self, player: str, pool: str = "5+3", **fields: object) -> tuple[LobbyEvent, ...]:
        """A player waits in a pool for a casual game, in the room named after both."""
        return self.tell(
            Enqueue(
                seeker(player, **fields), pool, rated=False, fresh_id=f"{player}-{pool}", toss=0
            )
        )

    def wait(self, ms: int) -> "RunningLobby":
        """Let time pass."""
        self.now_ms += ms
        return self

    def tick(self) -> tuple[LobbyEvent, ...]:
        """Ring the lobby's alarm when it is due."""
        assert self.lobby.tick_at_ms is not None
        self.now_ms = max(self.now_ms, self.lobby.tick_at_ms)
        return self.tell(Tick())
