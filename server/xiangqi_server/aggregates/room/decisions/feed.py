"""What a room tells the feed: that its game began, and how it ended."""

from typing import Final

from xiangqi_server.aggregates.room.messages import Ended, GameBegan, GameOver
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import GameTerms, Seats
from xiangqi_server.kernel.aggregate.decision import Effect

FEED: Final = "game_feed"


def began(room: str, seats: Seats, terms: GameTerms, tournament: str | None) -> tuple[Effect, ...]:
    """A game that begins when both seats are taken."""
    if seats.red is None or seats.black is None:
        return ()
    speed = speed_of(terms.clock).value
    rules = terms.rules.name
    game = GameBegan(room, seats.red, seats.black, rules, speed, terms.rated, tournament)
    return (Effect(FEED, "main", game),)


def over(room: Room, event: Ended, plies: int) -> tuple[Effect, ...]:
    """The end of a game that had both its players."""
    red, black = room.seats.red, room.seats.black
    if red is None or black is None:
        return ()
    winner = None if event.winner is None else int(event.winner)
    tournament = room.series.tournament
    game = GameOver(room.id, red, black, winner, event.ending, plies, tournament)
    return (Effect(FEED, "main", game),)
