"""An arena of many connections on a real node, while node and store are killed; and its laws.

Everybody has an account and a connection, comes to each game, plays a move and gives up on half of
the boards. Kills come at random moments. At the end nobody is paired any more, all games are over,
and what the log says is held against the rooms, the players, and the standings of the page.
"""

import asyncio
import json
import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, cast
from urllib.request import urlopen

from tests.support.command_line import run_command
from tests.support.resilient_players import LOST
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import FIRST_MOVES, announce, sign_up
from tests.support.wire_client import Message, WireClient
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    GameSettled,
    PairedGame,
    TournamentEvent,
)
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.log_lines import read_event

AT_ONCE: Final = 8
"""Who asks for rooms at the end, at a time."""
SIGNED_UP_AT_ONCE: Final = 30
"""Nearly as many as may wait to have a password hashed, so that no core is idle meanwhile."""
START_MS: Final = 5_000
AGAIN_S: Final = 0.5
KILLS: Final = ("both", "server", "store")
PLAN: Final[Message] = {
    "name": "Arena of kills",
    "format": {"type": "arena", "minutes": 120, "berserk": False},
    "terms": {"clock": {"type": "fischer", "main_ms": 600_000, "increment_ms": 1_000}},
}
ANSWERED_LATER: Final = ("unavailable", "not_joined", "too_fast", "return_too_soon")


class Score:
    """What all players have seen together.

    Attributes:
        over: rooms whose game is over.
    """

    def __init__(self) -> None:
        self.over: set[str] = set()
        self._went_on = asyncio.Event()

    def add(self, room: str) -> None:
        """A game is over."""
        self.over.add(room)
        self._went_on.set()

    async def until(self, games: int) -> None:
        """Wait until so many games are over."""
        while len(self.over) < games:
            self._went_on.clear()
            await self._went_on.wait()


class Competitor:
    """One player of an arena, who comes back whatever is killed.

    Attributes:
        rooms: all it was ever sent to.
        has_entered, has_paused: it takes part; it is paired no longer.
        is_here: it is connected, as far as it knows.

    Args:
        team: the number of the team it enters, where there are any.
    """

    def __init__(
        self, client: WireClient, tournament: str, up: asyncio.Event, team: int | None = None
    ) -> None:
        self.client = client
        self.player = str(client.welcome["player"])
        self.rooms: set[str] = set()
        self.has_entered = asyncio.Event()
        self.has_paused = asyncio.Event()
        self.is_here = asyncio.Event()
        self.is_here.set()
        self._is_leaving = False
        self._tournament = tournament
        self._up = up
        self._team = {} if team is None else {"team": team}
        self._room: str | None = None

    async def play(self, score: Score) -> None:
        """Take part until cancelled."""
        while True:
            try:
                await self._take(await self.client.receive(), score)
            except LOST:
                self.is_here.clear()
                await self._come_back()
                self.is_here.set()

    async def ask(self, what: str) -> None:
        """Send `enter`, `pause` or `return_to`; the answer is heard while it plays."""
        message = {"type": f"{what}_tournament", "id": what, "tournament": self._tournament}
        await self.client.send(message | (self._team if what == "enter" else {}))

    async def leave(self) -> None:
        """Be paired no longer; one whose connection is lost says so once it is back."""
        self._is_leaving = True
        await self.is_here.wait()
        with suppress(*LOST):
            await self.ask("pause")
        await self.has_paused.wait()

    async def _return(self) -> None:
        """Be paired again, if the server has paused it."""
        await self.ask("pause" if self._is_leaving else "return_to")

    async def _take(self, message: Message, score: Score) -> None:
        match message["type"]:
            case "game_opened":
                await self._go_to(message["room"])
            case "room" | "resumed":
                await self._look(message, score)
            case "readied" | "moved" | "ended":
                await self._join()
            case "done" if message["id"] == "enter":
                self.has_entered.set()
            case "done" if message["id"] == "pause":
                self.has_paused.set()
            case "refused" if message["code"] in ANSWERED_LATER:
                await asyncio.sleep(max(AGAIN_S, (message["retry_ms"] or 0) / 1_000))
                if message["id"] == "enter":
                    await self.ask("enter")
                elif message["id"] in ("pause", "return_to"):
                    await self._return()
                await self._join()

            case "refused" if message["id"] == "enter":
                raise AssertionError(message)

    async def _look(self, room: Message, score: Score) -> None:
        if room["type"] == "resumed":
            await self._join()
        elif room["outcome"] is not None:
            score.add(room["room"])
            if room["room"] == self._room:
                self._room = None
            await self.client.send({"type": "leave", "room": room["room"]})
            if room["outcome"]["winner"] is None:  # who did not come in time was paused
                await self._return()
        else:
            await self._act(room)

    async def _act(self, room: Message) -> None:
        side, ply, id_ = room["you"], len(room["moves"]), room["room"]
        if room["ready"] is not None:
            await self.client.send({"type": "ready", "room": id_})
        elif ply < len(FIRST_MOVES) and side == ("red", "black")[ply]:
            move = {"type": "move", "room": id_, "ply": ply, "text": FIRST_MOVES[ply]}
            await self.client.send(move)
        elif ply >= len(FIRST_MOVES) and side == ("red", "black")[ord(id_[0]) % 2]:
            await self.client.send({"type": "resign", "room": id_})

    async def _go_to(self, room: str) -> None:
        self.rooms.add(room)
        self._room = room
        await self._join()

    async def _join(self) -> None:
        if self._room is not None:
            await self.client.send({"type": "join", "room": self._room})

    async def _come_back(self) -> None:
        """Connect anew by the token, and go where one's game is, be it one never heard of."""
        while True:
            await self._up.wait()
            try:
                await self.client.close()
                await self.client.open()
                for game in self.client.welcome["games"]:
                    await self._go_to(game["room"])
                await self._join()
                await self._return()
            except LOST:
                await asyncio.sleep(AGAIN_S)
            else:
                return


class SocketArena:
    """One arena of so many connections, on a server of its own.

    Args:
        games: it goes on until so many are over, and all kills are done.
    """

    def __init__(self, server: ServerProcess, count: int, games: int, seed: int) -> None:
        self._server = server
        self._count = count
        self._chance = random.Random(seed)
        self._games = games
        self._score = Score()
        self._up = asyncio.Event()
        self._up.set()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._entrance = asyncio.Semaphore(SIGNED_UP_AT_ONCE)
        self._tournament = ""

    async def sign_up_all(self) -> list[WireClient]:
        """Make all accounts, which takes far longer than a game: a password is hashed for each."""
        suffix = secrets.token_hex(2)
        names = [f"p{suffix}{number}" for number in range(self._count)]
        return await asyncio.gather(*(self._signed_up(name) for name in names))

    async def run(self, clients: list[WireClient], kills: int) -> dict[str, int]:
        """Play it, with so many kills, and hold it to its laws; the figures."""
        self._tournament = await announce(clients[0], PLAN, in_ms=START_MS)
        players = [Competitor(client, self._tournament, self._up) for client in clients]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play(self._score)) for player in players]
            for player in players:
                await player.ask("enter")
            for player in players:
                await player.has_entered.wait()
            await self._kill(kills)
            await self._score.until(self._games)
            await asyncio.gather(*(player.leave() for player in players))
            log = await self._at_rest()
            for task in tasks:
                task.cancel()
        figures = await self._held(log, {player.player: player for player in players})
        for client in clients:
            await client.close()
        return {"sockets": self._count, "kills": kills} | figures

    async def _signed_up(self, name: str) -> WireClient:
        """A player with an account, whose connection says from now on who it is."""
        async with self._entrance:
            client = await sign_up(self._server.socket_url, name)
            await client.expect("account")
            return client

    async def _kill(self, kills: int) -> None:
        """Kill -9 at random moments of the games, and start again what does not by itself."""
        for number in range(kills):
            await self._score.until((number + 1) * self._count // 4)
            await asyncio.sleep(self._chance.uniform(0.0, 1.0))
            what = KILLS[number % len(KILLS)]
            await kill(self._server, what, self._up)

    async def _at_rest(self) -> bytes:
        """The log, once no game is left; nobody is paired any more."""
        while True:
            log = await asyncio.to_thread(file_of, self._server, self._tournament, "log")
            paired, settled = _games_in(log)
            if len(paired) == len(settled):
                return log
            await asyncio.sleep(AGAIN_S)

    async def _held(self, log: bytes, players: Mapping[str, Competitor]) -> dict[str, int]:
        """Every pair has one room, every result is there once; all tell the same."""
        paired, settled = _games_in(log)
        rooms = {game.room: game for game in paired}
        results = {one.room: one for one in settled}
        assert len(rooms) == len(paired)
        assert len(results) == len(settled)
        assert rooms.keys() == results.keys()
        for player, competitor in players.items():
            own = {game.room for game in paired if player in (game.red, game.black)}
            assert competitor.rooms <= own, "it was sent to a room that the log does not know"
        played = await asyncio.gather(
            *(self._seen(players[game.red], game, results[game.room]) for game in paired)
        )
        rows = await hold_standings(self._server, self._tournament, log)
        assert sum(row["games"] for row in rows) <= 2 * len(settled)
        return {"games": len(paired), "results": len(settled), "played": sum(played)}

    async def _seen(self, red: Competitor, game: PairedGame, result: GameSettled) -> bool:
        """Whether a game was played; its room has the seats and the winner of the log."""
        async with self._gate:
            return await hold_room(self._server, red, game, result)


async def kill(server: ServerProcess, what: str, up: asyncio.Event) -> None:
    """Kill -9 node, store or both, and start again what does not by itself.

    Args:
        up: is set while there is a node to come back to.
    """
    if what != "store":
        up.clear()
        server.kill()
    if what != "server":
        server.kill_store()
    if what != "store":
        await asyncio.to_thread(server.start)
        up.set()


def file_of(server: ServerProcess, tournament: str, form: str) -> bytes:
    """A file of a tournament, as everybody may fetch it."""
    url = f"{server.url.rstrip('/')}/tournament/{tournament}.{form}"
    with urlopen(url) as answer:  # noqa: S310 - our own address
        text: bytes = answer.read()
    return text


async def hold_room(
    server: ServerProcess, red: Competitor, game: PairedGame, result: GameSettled
) -> bool:
    """Whether a game was played; its room has the seats and the winner of the log."""
    async with WireClient(server.socket_url, token=red.client.token) as client:
        await client.send({"type": "join", "room": game.room})
        room = await client.expect("room", room=game.room)
    winner = {"red": game.red, "black": game.black, None: None}[room["outcome"]["winner"]]
    assert room["you"] == "red"
    assert winner == result.winner
    return winner is not None


async def hold_standings(server: ServerProcess, tournament: str, log: bytes) -> list[Message]:
    """The page tells what another program computes from the log, whose chain is whole.

    It gives back the rows that were computed.
    """
    shown = json.loads(await asyncio.to_thread(file_of, server, tournament, "json"))["standings"]
    ran = await asyncio.to_thread(run_command, "verify", "-", stdin=log)
    computed: list[Message] = json.loads(ran.out)["standings"]
    assert ran.code == 0, ran.out
    assert [(row["player"]["player"], row["score"]) for row in shown] == [
        (row["player"], row["points"]) for row in computed
    ]
    return computed


def _games_in(log: bytes) -> tuple[list[PairedGame], list[GameSettled]]:
    """All pairs and all results of a log, in order."""
    events = list(events_in(log))
    paired = [game for one in events if isinstance(one, ArenaPaired) for game in one.games]
    return paired, [one for one in events if isinstance(one, GameSettled)]


def events_in(log: bytes) -> Iterator[TournamentEvent]:
    """All that happened to a tournament, by its log."""
    for line in log.splitlines():
        stored = read_event(json.loads(line)).event
        yield cast("TournamentEvent", read_fact(TOURNAMENT, stored.body).event)


async def play_arena(
    server: ServerProcess, count: int, *, kills: int, games: int, seed: int, patience_s: float
) -> dict[str, int]:
    """Play an arena of so many connections; the figures.

    Args:
        patience_s: from when all have their accounts.

    Raises:
        AssertionError: a law does not hold.
        TimeoutError: it did not come to its end in time.
    """
    arena = SocketArena(server, count, games, seed)
    clients = await arena.sign_up_all()
    async with asyncio.timeout(patience_s):
        return await arena.run(clients, kills)
