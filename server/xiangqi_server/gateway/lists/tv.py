"""What is on TV, while boards here show it; this node makes proposals as long as any does."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.tv import kind
from xiangqi_server.aggregates.tv.state import TV_ID, Switched, Tv
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.lists.tv_games import TvGames
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.view import Change, View, key

TV: Final = key(kind.TV, TV_ID)
_NOTHING: Final[Mapping[str, str]] = {}


class TvChannels:
    """The channels as this node shows them. Part of the boards; watches the aggregate in use.

    Args:
        seen: gives those of some players that any node sees.
        changed: hears of a channel that shows something else.
    """

    def __init__(
        self,
        node: Node,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
        changed: Callable[[str], None],
    ) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._tasks = node.tasks
        self._games = TvGames(node, seen)
        self._tell = changed
        self._used: set[str] = set()
        self._view: View[Tv, Switched] | None = None
        self._opening = asyncio.Lock()

    async def open(self, channel: str) -> None:
        """Know from now on what a channel shows.

        Raises:
            StoreUnavailable: there is no store.
        """
        self._used.add(channel)
        async with self._opening:  # the next one waits until it is known what is on
            if self._view is None:
                self._view = await self._opened()

    async def _opened(self) -> View[Tv, Switched]:
        """The aggregate, watched: tuned first, for TV may have had no viewer for hours."""
        await self._tune((await self._host.view(TV)).state)
        view = await self._host.view(TV)
        self._host.watch(view, self)
        return view

    def close(self, channel: str) -> None:
        """No board shows a channel any more."""
        self._used.discard(channel)
        if not self._used and self._view is not None:
            self._host.unwatch(self._view, self)
            self._view = None

    def room(self, channel: str) -> str | None:
        """The game that a channel shows, None for none."""
        shown = _NOTHING if self._view is None else self._view.state.shown
        return shown.get(channel)

    def propose(self) -> None:
        """Propose what each channel could show; called now and then."""
        if self._view is not None and not self._host.is_paused:
            self._tasks.start(self._tune(self._view.state))

    # The host calls these.

    def changed(self, changes: tuple[Change[Tv, Switched], ...]) -> None:
        """Have the boards show what a channel shows now."""
        for change in changes:
            self._tell(change.stamped.event.channel)

    def replaced(self) -> None:
        """The same, in the other branch."""
        for channel in tuple(self._used):
            self._tell(channel)

    async def _tune(self, tv: Tv) -> None:
        """Propose what each channel could show, and wait until that is decided."""
        proposal = await self._games.tune(tv.shown)
        with suppress(Refused):  # there is no store: the next proposal comes soon
            await self._aggregates.decided(TV, proposal)
