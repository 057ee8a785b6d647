"""A bot's account as a computer plays it: an ordinary client that takes challenges.

One connection hears of challenges and of games that begin; each game has another one of its own.
What is known is what the server tells, so after any kill, of this process, an engine or the
server, it returns to its games as `welcome` lists them.
"""

import asyncio
import logging
from functools import partial
from typing import Final

from xiangqi_client import Events, Refused, Session, TokenInMemory
from xiangqi_client.commands import AcceptChallenge, DeclineChallenge, DeclineName
from xiangqi_client.messages import Challenged, GameOpened, Message, Welcome
from xiangqi_client.parts import ChallengeInfo
from xiangqi_server.computers.capacity import Capacity
from xiangqi_server.computers.computer_game import ComputerGame
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.kernel.faults import Faults

log = logging.getLogger(__name__)

CLIENT: Final = "xiangqi-server bot"


class ComputerPlayer:
    """One account; `run` plays for it.

    Args:
        url: of the server's websocket.
        token: of the account.
        chooser: finds its moves.
        capacity: shared with the other players of this process.
        faults: shared as well; keep a bug in one game from the others.
    """

    def __init__(
        self, url: str, token: str, chooser: MoveChooser, capacity: Capacity, faults: Faults
    ) -> None:
        self._url = url
        self._token = token
        self._chooser = chooser
        self._capacity = capacity
        self._faults = faults
        self._accepted: set[str] = set()
        self._rooms: set[str] = set()
        self._in_line: set[str] = set()

    async def run(self) -> None:
        """Take challenges and play, until cancelled.

        Raises:
            Refused: the server does not take the token.
            CannotConnect: what answers at the address is no such server.
            FellBehind: the server could not store for so long that challenges were missed.
        """
        session = self._session()
        events = session.events(Challenged, GameOpened, Welcome)
        async with session, asyncio.TaskGroup() as games:
            log.debug("computer player is here", extra={"player": session.welcome.name})
            await self._follow(session, events, games)

    async def _follow(
        self, session: Session, events: Events[Message], games: asyncio.TaskGroup
    ) -> None:
        async for message in events:
            match message:
                case Welcome():
                    self._return_to(message, games)
                case GameOpened():
                    self._begin(message.room, games)
                case Challenged():
                    room = message.challenge.room
                    with self._faults.contained("challenge", room) as answering:
                        await self._answer_or_wait(session, message.challenge, games)
                    if answering.has_failed:
                        self._forget({room})

    async def _answer_or_wait(
        self, session: Session, challenge: ChallengeInfo, games: asyncio.TaskGroup
    ) -> None:
        """Answer a challenge at once, or have it wait in line."""
        reason = self._capacity.reason_to_decline(challenge)
        if reason == "later" and self._may_wait(challenge):
            games.create_task(self._answer_in_turn(session, challenge))
        else:
            await self._answer(session, challenge, reason)

    def _may_wait(self, challenge: ChallengeInfo) -> bool:
        is_new = challenge.room not in self._rooms | self._in_line
        return is_new and self._capacity.may_wait(challenge.by.player)

    async def _answer_in_turn(self, session: Session, challenge: ChallengeInfo) -> None:
        """Have a challenge wait in line, and take it when it is its turn."""
        room = challenge.room
        self._in_line.add(room)
        try:
            has_place = await self._capacity.turn(room, challenge.by.player)
        finally:
            self._in_line.discard(room)
        with self._faults.contained("challenge", room) as answering:
            await self._answer(session, challenge, None if has_place else "later")
        if answering.has_failed:
            self._forget({room})

    async def _answer(
        self, session: Session, challenge: ChallengeInfo, reason: DeclineName | None
    ) -> None:
        room = challenge.room
        if reason is None and room not in self._rooms:
            self._accepted.add(room)
            self._capacity.take(room, challenge.by.player)
        try:
            await session.ask(
                AcceptChallenge(room=room)
                if reason is None
                else DeclineChallenge(room=room, reason=reason)
            )
        except Refused as refused:  # it was withdrawn, or answered on an earlier connection
            self._forget({room})
            log.info("challenge not answered", extra={"room": room, "code": refused.code})

    def _forget(self, rooms: set[str]) -> None:
        """Challenges that were accepted have come to nothing."""
        for room in self._accepted & rooms:
            self._capacity.release(room)
        self._accepted -= rooms

    def _return_to(self, welcome: Welcome, games: asyncio.TaskGroup) -> None:
        for game in welcome.games:
            self._begin(game.room, games)
        self._forget(self._accepted - self._rooms)

    def _begin(self, room: str, games: asyncio.TaskGroup) -> None:
        """Play a game, unless it is being played."""
        self._accepted.discard(room)
        if room not in self._rooms:
            self._rooms.add(room)
            games.create_task(self._play(room))

    async def _play(self, room: str) -> None:
        """Play a game to its end; one that breaks off is returned to, and concerns no other."""
        try:
            await self._faults.keep_running("game", partial(self._play_on, room))
        finally:
            self._capacity.release(room)
            self._rooms.discard(room)

    async def _play_on(self, room: str) -> None:
        """Play a game from where it stands."""
        try:
            async with self._session() as session:
                joined = await session.join(room)
                if joined.side is None:
                    return
                game = ComputerGame(session, joined, self._chooser)
                self._capacity.take(room, game.opponent, game)
                await game.play()
                self._capacity.release(room)
                with self._capacity.rematch() as has_room:
                    if has_room:
                        await game.play_again()
        except Refused as refused:
            log.warning("game not joined", extra={"room": room, "code": refused.code})

    def _session(self) -> Session:
        return Session(self._url, TokenInMemory(self._token), client=CLIENT)
