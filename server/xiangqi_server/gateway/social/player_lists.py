"""Lists of players: the friends of one, those it ignores, and people and bots online.

Players online are rows in the row store. Each node holds the rows of its own players, each for
`HERE_MS` at a time, and releases a row when the player's last connection is gone. So a player is
online as long as any node says so, and what a killed node said expires.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.friends import Friends
from xiangqi_server.api.views.pages import ROWS
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.positions import page_at
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.rows import Page, Row
from xiangqi_server.read_model.game_rows import GAMES, playing_list
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import ListedPlayer
from xiangqi_server.wire.server import PlayerList

HERE: Final = "here"
"""The collection in the row store, and its list of people, latest arrivals first."""
HERE_BOTS: Final = "here.bots"
"""The same list of bots."""
HERE_MS: Final = 480_000
RENEW_MS: Final = 200_000
SHOWN_GAMES: Final = 3


class _Here(NamedTuple):
    """A player of this node: whether it is a bot, and when that was last stored."""

    is_bot: bool
    written_ms: int


class PlayerLists:
    """The players online. Owned by the gateway.

    Args:
        node_name: the name under which this node holds its rows; each start has a new one.
    """

    def __init__(self, node: Node, node_name: str) -> None:
        self._row_store = node.row_store
        self._clock = node.clock
        self._tasks = node.tasks
        self._names = node.names
        self._node_name = node_name
        self._here: OrderedDict[str, _Here] = OrderedDict()  # written down first comes first

    # The players online.

    def on_account(self, player: str, *, is_bot: bool) -> None:
        """A player with an account is connected to this node."""
        here = self._here.get(player)
        if here is None or here.is_bot is not is_bot:
            self._write_down(player, is_bot=is_bot)

    def on_disconnect(self, player: str) -> None:
        """The last connection of such a player is gone."""
        if self._here.pop(player, None) is not None:
            now_ms = self._clock.now_ms()
            release = self._row_store.release(HERE, player, self._node_name, now_ms=now_ms)
            self._tasks.start(release)

    def renew(self) -> None:
        """Store again which players are here, if that was last done long ago; called often."""
        until_ms = self._clock.now_ms() - RENEW_MS
        due = takewhile(lambda item: item[1].written_ms <= until_ms, self._here.items())
        for player, here in tuple(due):
            self._write_down(player, is_bot=here.is_bot)

    def _write_down(self, player: str, *, is_bot: bool) -> None:
        here = self._here[player] = _Here(is_bot, self._clock.now_ms())
        self._here.move_to_end(player)
        self._tasks.start(self._hold(player, here))

    async def _hold(self, player: str, here: _Here) -> None:
        list_, now_ms = HERE_BOTS if here.is_bot else HERE, here.written_ms
        try:
            await self._row_store.hold(
                HERE, player, self._node_name, list_, now_ms=now_ms, until_ms=now_ms + HERE_MS
            )
        except StoreUnavailable:
            if self._here.get(player) is here:  # the next renewal is its first
                self._here[player] = _Here(here.is_bot, 0)
                self._here.move_to_end(player, last=False)

    # Lists.

    async def show(self, client: Client, message: wire.PlayerList, friends: Friends) -> None:
        """Send a page of a list.

        Raises:
            BadCursor: the page begins nowhere.
            StoreUnavailable: there is no store.
        """
        listed = await self._listed(message, friends)
        await self._names.learn(listed.rows)
        online = await self.online(listed.rows)
        watched = await asyncio.gather(*map(self._playing, listed.rows))
        rows = [
            self._listed_player(player, page.rows, is_online=player in online)
            for player, page in zip(listed.rows, watched, strict=True)
        ]
        is_partial = listed.is_partial or any(page.is_partial for page in watched)
        client.send(PlayerList(message.id, message.of, rows, listed.next, is_partial))

    async def _listed(self, message: wire.PlayerList, friends: Friends) -> Page[str]:
        if message.of in ("online", "bots"):
            list_ = HERE_BOTS if message.of == "bots" else HERE
            page = await self._row_store.page(
                HERE,
                list_,
                limit=ROWS,
                after=message.after,
                descending=True,
                low=self._clock.now_ms(),
                partly=True,
            )
            return Page([row.id for row in page.rows], page.next, page.is_partial)
        listed = friends.friends if message.of == "friends" else friends.ignored
        return Page(*page_at(listed[::-1], message.after, ROWS))

    async def online(self, players: Iterable[str]) -> set[str]:
        """Those of the players that are online on any node, as far as the store tells."""
        asked = tuple(players)
        now_ms = self._clock.now_ms()
        ends = await self._row_store.rows(HERE, asked, partly=True)
        held = zip(asked, ends, strict=True)
        return {player for player, end_ms in held if end_ms is not None and int(end_ms) >= now_ms}

    async def _playing(self, player: str) -> Page[Row]:
        """The rooms in which a player's games are played; where it waits is secret."""
        return await self._row_store.page(
            GAMES, playing_list(player), limit=SHOWN_GAMES, descending=True, partly=True
        )

    def _listed_player(self, player: str, games: Sequence[Row], *, is_online: bool) -> ListedPlayer:
        rooms = [row.id for row in games]
        return ListedPlayer(player, *self._names(player).told, online=is_online, games=rooms)
