"""A client of xiangqi servers: plays, watches and asks, and comes back by itself.

    async with Session("ws://localhost:8080/ws", TokenFile("xiangqi.token")) as session:
        async for game in session.games(pool="5+3"):
            async for turn in game.turns():
                await turn.play(random.choice(turn.safe_moves))
            print(game.outcome.text)

`Reader` reads games, players and lists by plain HTTP, without a session.
`commands` has what can be asked, `messages` what the server tells, `parts` what both are made of.
The package imports nothing of the server; it needs websockets and msgspec.
"""

from xiangqi_client import commands, messages, parts
from xiangqi_client.clocks import ClockFace
from xiangqi_client.codec import Unknown
from xiangqi_client.errors import CannotConnect, FellBehind, NotUnderstood, Refused, SessionClosed
from xiangqi_client.events import Events
from xiangqi_client.fen import cells_of, square_of
from xiangqi_client.game import Game, Turn
from xiangqi_client.reader import Reader
from xiangqi_client.session import Session
from xiangqi_client.tokens import TokenFile, TokenInMemory, Tokens

__all__ = [
    "CannotConnect",
    "ClockFace",
    "Events",
    "FellBehind",
    "Game",
    "NotUnderstood",
    "Reader",
    "Refused",
    "Session",
    "SessionClosed",
    "TokenFile",
    "TokenInMemory",
    "Tokens",
    "Turn",
    "Unknown",
    "cells_of",
    "commands",
    "messages",
    "parts",
    "square_of",
]
