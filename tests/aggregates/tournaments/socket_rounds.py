"""Tournaments of every format of rounds on one real node, while node and store are killed.

Everybody has an account and a connection, and plays as in `sockets`. Kills come at random moments:
between a pairing and its rooms, between rooms and results, between the last result and the end of a
round, and in the break. At the end the log of each tournament is held against the rooms, the rounds
and the standings of the page.
"""

import asyncio
import random
import secrets
from collections import Counter
from contextlib import suppress
from typing import Final
from urllib.error import HTTPError

from tests.aggregates.tournaments.sockets import (
    AGAIN_S,
    KILLS,
    Competitor,
    Score,
    events_in,
    file_of,
    hold_room,
    hold_standings,
    kill,
)
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import announce, sign_up
from tests.support.wire_client import Message, WireClient
from xiangqi_server.aggregates.tournaments.messages import (
    GameSettled,
    MatchesPaired,
    PairedGame,
    RoundOver,
    RoundPaired,
    TournamentFinished,
)
from xiangqi_server.aggregates.tournaments.plan import RESERVES

BREAK_S: Final = 5
START_MS: Final = 4_000
ENTER_MS: Final = 50
"""How long everybody may take to enter; before that all have their accounts."""
MOST_WAIT_S: Final = 2.0
FORMATS: Final[tuple[Message, ...]] = (
    {"type": "robin", "double": False, "break_s": BREAK_S},
    {"type": "swiss", "rounds": 3, "break_s": BREAK_S},
    {"type": "knockout", "games": 1, "third_place": True},
    {
        "type": "team_robin",
        "teams": ["East", "West", "North"],
        "double": False,
        "break_s": BREAK_S,
    },
)


class SocketRounds:
    """A tournament of each format, of so many players each, on a server of its own."""

    def __init__(self, server: ServerProcess, count: int, seed: int) -> None:
        self._server = server
        self._count = count
        self._chance = random.Random(seed)
        self._score = Score()
        self._up = asyncio.Event()
        self._up.set()

    async def run(self, kills: int) -> dict[str, int]:
        """Play them, with so many kills, and hold each to its laws; the figures."""
        crowds = [await self._signed_up() for _ in FORMATS]
        both = zip(FORMATS, crowds, strict=True)
        cups = [await self._announced(format_, clients) for format_, clients in both]
        everybody = [player for _, players in cups for player in players]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play(self._score)) for player in everybody]
            for player in everybody:
                await player.ask("enter")
            for player in everybody:
                await player.has_entered.wait()
            await self._kill(kills, games=len(FORMATS) * self._count // 2)
            logs = [await self._finished(cup) for cup, _ in cups]
            for task in tasks:
                task.cancel()
        figures: Counter[str] = Counter(kills=kills, players=len(everybody))
        for (cup, players), log in zip(cups, logs, strict=True):
            figures.update(await self._held(cup, log, {one.player: one for one in players}))
        for player in everybody:
            await player.client.close()
        return dict(figures)

    async def _signed_up(self) -> list[WireClient]:
        """The connections of players with accounts."""
        suffix = secrets.token_hex(2)
        names = [f"p{suffix}{number}" for number in range(self._count)]
        clients = [await sign_up(self._server.socket_url, name) for name in names]
        for client in clients:
            await client.expect("account")
        return clients

    async def _announced(
        self, format_: Message, clients: list[WireClient]
    ) -> tuple[str, list[Competitor]]:
        """A tournament, and those who will enter it."""
        terms = {"clock": {"type": "fischer", "main_ms": 120_000, "increment_ms": 1_000}}
        teams = len(format_.get("teams", ()))
        boards = {"boards": -(-self._count // (RESERVES * teams))} if teams else {}
        plan = {"name": "Rounds of kills", "format": format_ | boards, "terms": terms}
        in_ms = START_MS + ENTER_MS * len(FORMATS) * self._count
        cup = await announce(clients[0], plan, in_ms=in_ms)
        return cup, [
            Competitor(client, cup, self._up, number % teams if teams else None)
            for number, client in enumerate(clients)
        ]

    async def _kill(self, kills: int, games: int) -> None:
        """Kill -9 at random moments, as games of the first rounds end and in the breaks."""
        for number in range(kills):
            await self._score.until(number * games // kills)
            await asyncio.sleep(self._chance.uniform(0.0, MOST_WAIT_S))
            await kill(self._server, KILLS[number % len(KILLS)], self._up)

    async def _finished(self, cup: str) -> bytes:
        """The log of a tournament that is over."""
        while True:
            with suppress(HTTPError):  # the store was killed just now
                log = await asyncio.to_thread(file_of, self._server, cup, "log")
                if any(isinstance(one, TournamentFinished) for one in events_in(log)):
                    return log
            await asyncio.sleep(AGAIN_S)

    async def _held(self, cup: str, log: bytes, players: dict[str, Competitor]) -> dict[str, int]:
        """Every pair has one room, every result and every round is there once."""
        events = list(events_in(log))
        paired = [
            PairedGame(game.room, game.red, game.black)
            for event in events
            if isinstance(event, RoundPaired | MatchesPaired)
            for game in event.games
        ]
        settled = [event for event in events if isinstance(event, GameSettled)]
        results = {event.room: event for event in settled}
        assert len(results) == len(settled)
        assert [game.room for game in paired] == list(dict.fromkeys(game.room for game in paired))
        assert {game.room for game in paired} == results.keys()
        rounds = [event.round for event in events if isinstance(event, RoundPaired)]
        over = [event.round for event in events if isinstance(event, RoundOver)]
        assert rounds == list(range(1, len(rounds) + 1))
        assert over == rounds[:-1]
        assert isinstance(events[-1], TournamentFinished)
        played = 0
        for game in paired:
            assert results[game.room].opened
            played += await hold_room(self._server, players[game.red], game, results[game.room])
        for player, competitor in players.items():
            own = {game.room for game in paired if player in (game.red, game.black)}
            assert competitor.rooms <= own, "it was sent to a room that the log does not know"
        await hold_standings(self._server, cup, log)
        return {"games": len(paired), "results": len(settled), "played": played}


async def play_rounds(
    server: ServerProcess, count: int, *, kills: int, seed: int, patience_s: float
) -> dict[str, int]:
    """Play a tournament of each format of rounds, of so many players each; the figures.

    Raises:
        AssertionError: a law does not hold.
        TimeoutError: it did not come to its end in time.
    """
    async with asyncio.timeout(patience_s):
        return await SocketRounds(server, count, seed).run(kills)
