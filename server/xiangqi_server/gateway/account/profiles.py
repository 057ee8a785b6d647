"""What players ask about people: profiles, a search by name, and their own data."""

from collections.abc import Awaitable, Callable
from typing import Final

from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.aggregates.players.index_row import (
    NAMES,
    PLAYERS,
    PlayerRow,
    country_list,
    read_row,
    search_key,
    word_list,
)
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.profile_words import words_asked
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.api.views.account_views import own_conversation, own_data, profile_view
from xiangqi_server.api.views.notice_views import own_notices
from xiangqi_server.gateway.cluster.presence import Presence
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.room.exports.game_texts import GameTexts
from xiangqi_server.gateway.social.player_lists import PlayerLists
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.read_model.game_rows import GAMES, player_list, playing_list
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import PlayerRef
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import MyData, Players

PAGE: Final = 20
LOOKED_THROUGH: Final = 5
"""So many pages of the players with one word are looked through for the rest of what was asked."""
GAMES_PAGE: Final = 10
WATCHED: Final = 5
_CONVERSATIONS: Final = "l-"
_OPEN: Final = "o-"
_FINISHED: Final = "d-"


class Profiles:
    """The players as others may know them, and as they may know themselves. Owned by the gateway.

    Args:
        texts: writes the texts of games.
        note_of: the private note of a player on a game of theirs.
    """

    def __init__(
        self,
        aggregates: AggregateClient,
        row_store: RowStore,
        presence: Presence,
        people: PlayerLists,
        texts: GameTexts,
        note_of: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._aggregates = aggregates
        self._row_store = row_store
        self._presence = presence
        self._people = people
        self._texts = texts
        self._note_of = note_of

    async def show(self, client: Client, message: wire.Profile) -> None:
        """Show a player."""
        player = await self._meant(message)
        seen = await self._presence.whereabouts(player.id)
        online = seen or bool(await self._people.online([player.id]))
        page = await self._row_store.page(
            GAMES, playing_list(player.id), limit=WATCHED, descending=True, partly=True
        )
        watch = [row.id for row in page.rows]
        is_partial = page.is_partial or (seen is None and not online)
        client.send(profile_view(message.id, player, watch, online=online, partial=is_partial))

    async def is_online(self, player: str) -> bool:
        """The player has a connection to any node.

        Raises:
            StoreUnavailable: that is not known now.
        """
        return await self._presence.is_seen(player) or bool(await self._people.online([player]))

    async def _meant(self, message: wire.Profile) -> Player:
        """The player that a message names, by id or by name."""
        id_ = message.player
        if id_ is None:
            require(message.name is not None, CommonRefusal.BAD_MESSAGE, "Send a player or a name.")
            id_ = (await self._aggregates.claim_of(message.name or "")).holder
        player = None if id_ is None else await self._aggregates.player(id_)
        if player is None or not (player.is_registered or player.identity.is_deleted):
            raise Refused(SharedRefusal.NO_SUCH_PLAYER)
        return player

    async def find(self, client: Client, message: wire.FindPlayers) -> None:
        """List the players whose names begin so, of a country and with words if some are named.

        Raises:
            Refused: BAD_MESSAGE, nothing was asked for.
        """
        prefix, country = search_key(message.prefix), message.country
        words = words_asked(message.words)
        is_question = bool(words) if message.words else bool(prefix or country)
        require(is_question, CommonRefusal.BAD_MESSAGE, "Send a prefix, a country or words.")
        names = country_list(country) if country else NAMES
        after, is_partial, found = message.after, False, list[PlayerRef]()
        for _ in range(LOOKED_THROUGH):
            page = await self._row_store.search(
                PLAYERS,
                word_list(words[0]) if words else names,
                prefix,
                limit=PAGE,
                after=after,
                partly=True,
            )
            rows = [(row.id, read_row(row.body)) for row in page.rows]
            found = [_found(id_, row) for id_, row in rows if row.fits(country, words)]
            after, is_partial = page.next, is_partial or page.is_partial
            if found or after is None:
                break
        client.send(Players(message.id, found, after, is_partial))

    async def show_data(self, client: Client, message: wire.MyData) -> None:
        """Hand a player what is kept about them, a page at a time.

        Raises:
            Refused: BAD_CURSOR.
            StoreUnavailable: some of it is away.
        """
        player = await self._aggregates.player(client.player)
        mailbox = await self._aggregates.mailbox(client.player)
        rooms = list(player.open_games.games)
        after = message.after
        following: str | None
        if after is None:
            what, data, following = (
                "player",
                own_data(player) | own_notices(await self._aggregates.notices(player.id)),
                _conversations_cursor(mailbox, "", rooms),
            )
        elif after.startswith(_CONVERSATIONS):
            other = after.removeprefix(_CONVERSATIONS)
            what, data = "conversation", own_conversation(mailbox, other)
            following = _conversations_cursor(mailbox, other, rooms)
        elif after.startswith(_FINISHED):
            what = "games"
            data, following = await self._finished(player.id, after.removeprefix(_FINISHED))
        else:
            require(after.startswith(_OPEN), MessageRefusal.BAD_CURSOR)
            room = after.removeprefix(_OPEN)
            index = rooms.index(room) + 1 if room in rooms else len(rooms)
            what, following = "game", _open_cursor(rooms, index)
            data = {"room": room, "pgn": "", "note": ""}
            if room in rooms:
                data = await self._game(player.id, room, reader=player.id)
        client.send(MyData(message.id, what, data, following))

    async def _finished(self, player: str, cursor: str) -> tuple[dict[str, object], str | None]:
        """A page of finished games, the latest first, and where the next one begins."""
        page = await self._row_store.page(
            GAMES, player_list(player), limit=GAMES_PAGE, after=cursor or None, descending=True
        )
        games = [await self._game(player, row.id) for row in page.rows]
        return {"games": games}, None if page.next is None else _FINISHED + page.next

    async def _game(self, player: str, room: str, reader: str | None = None) -> dict[str, object]:
        """A game of the player's, as `reader` may know it, with the player's own note."""
        pgn = await self._texts.pgn(room, "wxf", reader)
        return {"room": room, "pgn": pgn, "note": await self._note_of(player, room)}


def _found(player: str, row: PlayerRow) -> PlayerRef:
    return PlayerRef(player, row.name, guest=False, bot=row.bot)


def _conversations_cursor(mailbox: Mailbox, other: str, rooms: list[str]) -> str:
    """The cursor of the conversation after `other`; after the last come the open games."""
    later = min((who for who in mailbox.conversations if who > other), default=None)
    return _open_cursor(rooms, 0) if later is None else _CONVERSATIONS + later


def _open_cursor(rooms: list[str], index: int) -> str:
    """The cursor of an open game; after the last one come those that are over."""
    return _OPEN + rooms[index] if index < len(rooms) else _FINISHED
