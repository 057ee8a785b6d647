"""Entries of the feed as programs read them."""

from typing import Final

from xiangqi_server.aggregates.feed.state import GameFeed, ToldGame
from xiangqi_server.aggregates.room.messages import GameBegan
from xiangqi_server.aggregates.room.results import result_of
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.wire.parts import FeedEntry

ROWS: Final = 100
"""How many entries one answer has at most."""


def has_lost(feed: GameFeed, since: int, room: str | None) -> bool:
    """Whether what follows on an entry that a reader has is not what the feed tells next."""
    if not feed.forgotten <= since <= feed.last:
        return True
    found = feed.after(since - 1, 1) if since > feed.forgotten else []
    return bool(room is not None and found and found[0].told.room != room)


def entry_view(entry: ToldGame, names: NameOf) -> FeedEntry:
    """One entry."""
    told = entry.told
    red, black = player_ref(told.red, names), player_ref(told.black, names)
    shared = (told.room, red, black, told.tournament)
    if isinstance(told, GameBegan):
        speed = Speed(told.speed)
        return FeedEntry(entry.number, entry.at_ms, "began", *shared, told.rules, speed, told.rated)
    winner = None if told.winner is None else Side(told.winner)
    return FeedEntry(
        entry.number,
        entry.at_ms,
        "over",
        *shared,
        result=result_of(told.ending, winner),
        ending=told.ending,
        plies=told.plies,
    )
