"""What the feed takes, which rooms tell it by effects, and what becomes of it."""

from msgspec import Struct

from xiangqi_server.aggregates.room.messages import GameBegan, GameOver

FeedCommand = GameBegan | GameOver


class Told(Struct, frozen=True, gc=False, tag="told"):
    """A game began or ended; the entry got this number."""

    number: int
    news: GameBegan | GameOver


FeedEvent = Told
