"""The row of a player on the row store, by which people are found.

A row is made from the whole state after an event, so that no part need know what the
others put into it. Only players with a name have a row.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.profile_words import words_of
from xiangqi_server.aggregates.row_effects import PutRow, RemoveRow, row_effect
from xiangqi_server.kernel.aggregate.decision import Effect

PLAYERS: Final = "players"
"""The collection; a row's id is the player's."""
NAMES: Final = "names"
"""The list of names, searched by their beginning as `search_key` writes it."""


def country_list(country: str) -> str:
    """The list of the names of a country's players, searched in the same way."""
    return f"names:{country}"


def word_list(word: str) -> str:
    """The list of the names of the players in whose profiles a word stands."""
    return f"word:{word}"


class PlayerRow(Struct, frozen=True):
    """The content of a row.

    Fields:
        words: those of the profile by which the player is found.
        hides: its ratings are hidden.
    """

    name: str
    country: str = ""
    bot: bool = False
    words: tuple[str, ...] = ()
    hides: bool = False

    def fits(self, country: str, words: Iterable[str]) -> bool:
        """Whether the player is of this country, "" for any, and has all these words."""
        return country in ("", self.country) and set(words) <= set(self.words)


def search_key(text: str) -> str:
    """A name, or its beginning, as it is searched for: case and width do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def row_of(player: Player) -> PutRow | None:
    """The row of a player; None if the player has no row."""
    name = player.naming.name
    if not name:
        return None
    country, words = player.profile.country, words_of(player.profile.bio)
    row = PlayerRow(name, country, player.identity.is_bot, words, player.ratings.is_hidden)
    body = msgspec.msgpack.encode(row)
    lists = [NAMES, *([country_list(country)] if country else []), *map(word_list, words)]
    return PutRow(player.id, body, words=dict.fromkeys(lists, search_key(name)))


def row_effects(before: Player, after: Player) -> tuple[Effect, ...]:
    """What must be done on the row store when a player changes."""
    row = row_of(after)
    if row == row_of(before):
        return ()
    return (row_effect(PLAYERS, RemoveRow(after.id) if row is None else row),)


def read_row(body: bytes) -> PlayerRow:
    """The content of a row on the row store."""
    return msgspec.msgpack.decode(body, type=PlayerRow)
