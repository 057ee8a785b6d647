"""Lists of people: one's friends, whom one ignores, and who with an account is here now.

Who is here stands on the shelf: each node writes down its own people once a minute, and
takes one off when the last connection here is gone; another node where the same player is
connected writes it down again. An entry nobody has renewed for `HERE_MS` does not count.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from server.aggregate.refusal import RefusalCode, require
from server.gateway.client import Client
from server.gateway.errands import Errands, nothing
from server.gateway.names import Names
from server.host.timebase import StoreClock
from server.players.circle import Circle
from server.session.naming import player_ref
from server.session.social_views import ROWS, SHOWN_GAMES, page_of
from server.store.shelf import Shelf
from server.wire import client as wire
from server.wire.parts import PersonInfo
from server.wire.server import People

HERE: Final = "here"
"""The collection on the shelf, and its one list, by the moment of the last sign."""
HERE_MS: Final = 90_000
RENEW_MS: Final = 30_000


class PeopleDesk:
    """Tells who is who. Owned by the gateway's social part."""

    def __init__(self, shelf: Shelf, clock: StoreClock, errands: Errands, names: Names) -> None:
        self._shelf = shelf
        self._clock = clock
        self._errands = errands
        self._names = names
        self._here: set[str] = set()
        self._renewed_ms = 0

    # Who is here.

    def came(self, player: str) -> None:
        """A player with an account is connected to this node."""
        if player not in self._here:
            self._here.add(player)
            self._write_down(player)

    def left(self, player: str) -> None:
        """Its last connection here is gone."""
        if player in self._here:
            self._here.discard(player)
            taken_off = self._shelf.remove(HERE, player, self._clock.now_ms())
            self._errands.start(taken_off, failed=nothing)

    def renew(self) -> None:
        """Write down again who is here, if it is time to; called often."""
        now_ms = self._clock.now_ms()
        if now_ms - self._renewed_ms >= RENEW_MS:
            self._renewed_ms = now_ms
            for player in self._here:
                self._write_down(player)

    def _write_down(self, player: str) -> None:
        now_ms = self._clock.now_ms()
        body = str(now_ms).encode()
        put = self._shelf.put(HERE, player, now_ms, body, places={HERE: now_ms}, words={})
        self._errands.start(put, failed=nothing)

    # Lists.

    def tell(self, client: Client, message: wire.People, circle: Circle) -> None:
        """Send a page of a list."""
        self._errands.answer(client, message, self._tell(client, message, circle))

    async def _tell(self, client: Client, message: wire.People, circle: Circle) -> None:
        players, next_ = await self._listed(message, circle)
        await self._names.learn(players)
        online = await self.online(players)
        rows = [self._person(player, is_online=player in online) for player in players]
        client.send(People(message.id, message.of, rows, next_))

    async def _listed(
        self, message: wire.People, circle: Circle
    ) -> tuple[Sequence[str], str | None]:
        if message.of == "here":
            since_ms = self._clock.now_ms() - HERE_MS
            page = await self._shelf.page(
                HERE, HERE, limit=ROWS, after=message.after, descending=True, low=since_ms
            )
            return [row.id for row in page.rows], page.next
        listed = circle.friends if message.of == "friends" else circle.ignored
        after = None
        if message.after is not None:
            require(message.after.isdecimal(), RefusalCode.BAD_CURSOR)
            after = int(message.after)
        players, position = page_of(listed[::-1], after)
        return players, None if position is None else str(position)

    async def online(self, players: Iterable[str]) -> set[str]:
        """Those of the players who are here, on any node."""
        asked = tuple(players)
        since_ms = self._clock.now_ms() - HERE_MS
        bodies = await self._shelf.rows(HERE, asked)
        seen = zip(asked, bodies, strict=True)
        return {player for player, body in seen if body is not None and int(body) >= since_ms}

    def _person(self, player: str, *, is_online: bool) -> PersonInfo:
        known = self._names.player(player)
        games = [] if known is None else list(known.engagement.games)[-SHOWN_GAMES:]
        ref = player_ref(player, self._names)
        return PersonInfo(ref.player, ref.name, guest=ref.guest, online=is_online, games=games)
