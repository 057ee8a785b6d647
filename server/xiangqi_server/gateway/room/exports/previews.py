"""What a program may know of a game to show a preview of its link."""

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.views.previews import LinkPreview, game_preview
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.gateway.connection.display_names import DisplayNames
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire.terms import Language


class GamePreviews:
    """Looks at rooms, joined by a client here or not. Owned by the gateway."""

    def __init__(self, host: AggregateHost, names: DisplayNames) -> None:
        self._host = host
        self._names = names

    async def of(self, room: str, language: Language) -> LinkPreview | None:
        """The preview of a game, None if there is no such game.

        Raises:
            StoreUnavailable: there is no store.
        """
        state = await self._room(room)
        if state is None:
            return None
        await self._names.learn(tuple(state.seats.taken()))
        return game_preview(state, self._names, language)

    async def fen(self, room: str) -> str | None:
        """The public position of a game, None if there is no such game.

        In a game with a delay, it is the position at the start until the game is over.

        Raises:
            StoreUnavailable: there is no store.
        """
        state = await self._room(room)
        if state is None:
            return None
        is_late = state.terms.delay_ms > 0 and state.outcome is None
        return state.game.start_fen if is_late else write_fen(state.game.position)

    async def _room(self, room: str) -> Room | None:
        aggregate = key(ROOM, room)
        head = await self._host.history.head(aggregate)
        return (await self._host.view(aggregate)).state if head.version else None
