"""What is told of a game to a program that shows a preview of its link."""

from server.api.previews import LinkPreview, game_preview
from server.gateway.connection.display_names import DisplayNames
from server.host.aggregate_host import AggregateHost
from server.host.view import key
from server.room.kind import ROOM
from server.wire.terms import Language


class GamePreviews:
    """Looks at rooms that nobody here need have joined. Owned by the gateway."""

    def __init__(self, host: AggregateHost, names: DisplayNames) -> None:
        self._host = host
        self._names = names

    async def of(self, room: str, language: Language) -> LinkPreview | None:
        """The preview of a game, None if there is no such game.

        Raises:
            StoreUnavailable: there is no store.
        """
        aggregate = key(ROOM, room)
        head = await self._host.history.head(aggregate)
        if not head.version:
            return None
        state = (await self._host.view(aggregate)).state
        await self._names.learn(tuple(state.seats.taken()))
        return game_preview(state, self._names, language)
