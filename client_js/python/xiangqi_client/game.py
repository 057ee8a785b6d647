"""A game that a session follows: what it looks like now, and what may be done in it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from xiangqi_client import commands
from xiangqi_client.clocks import ClockFace, clock_face
from xiangqi_client.commands import Answer, Command, OfferName
from xiangqi_client.errors import Refused
from xiangqi_client.fen import cells_of
from xiangqi_client.messages import Legal, Room
from xiangqi_client.parts import Outcome, SideName
from xiangqi_client.room_state import Followed, side_at


class Asker(Protocol):
    """What a game needs of its session."""

    @property
    def now_ms(self) -> int:
        """The server's time."""

    async def ask(self, command: Command[Answer]) -> Answer:
        """Ask, and wait for the answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in which the own side is to move.

    Fields:
        game: the game.
        ply: number of the move to be played, from 0.
        moves: all that may be played, such as `h2e2`.
        safe_moves: those of them that do not lose by the rules of repetition, or all if each does.
        fen: the position.
        cells: the position: 90 squares, `a0` first, then along the ranks; empty ones are `.`.
        legal: what the server says of the moves: those that lose, or are banned, and why.
        left_ms: what the own clock shows when the turn begins; None without a clock.
    """

    game: "Game"
    ply: int
    moves: list[str]
    safe_moves: list[str]
    fen: str
    cells: str
    legal: Legal
    left_ms: int | None

    async def play(self, move: str) -> None:
        """Play a move here; see `Game.play`."""
        await self.game.play(move, ply=self.ply)


class Game:
    """A game, as its player or as a spectator sees it; `Session.join` makes it.

    It is always as the last event left it. Whatever it tells of the room is read from `state`.
    """

    def __init__(self, room_id: str, asker: Asker) -> None:
        self._asker = asker
        self._followed = Followed(room_id)
        self._changed = asyncio.Event()
        self._error: Exception | None = None

    @property
    def room(self) -> str:
        """The room's id."""
        return self._followed.room_id

    @property
    def state(self) -> Room:
        """The whole room: seats, terms, moves, clocks, offers, outcome."""
        if self._followed.room is None:
            raise RuntimeError("`Session.join` gives games that were told")
        return self._followed.room

    @property
    def legal(self) -> Legal | None:
        """What the own side may play now; None while it is not to move."""
        return self._followed.legal

    @property
    def moves(self) -> list[str]:
        """The moves played, such as `h2e2`, oldest first."""
        return [line.uci for line in self.state.moves]

    @property
    def ply(self) -> int:
        """How many moves are played."""
        return len(self.state.moves)

    @property
    def fen(self) -> str:
        """The position."""
        return self.state.fen

    @property
    def cells(self) -> str:
        """The position: 90 squares, `a0` first, then along the ranks; empty ones are `.`."""
        return cells_of(self.fen)

    @property
    def side(self) -> SideName | None:
        """The own side; None for a spectator."""
        return self.state.you

    @property
    def to_move(self) -> SideName:
        """The side to move, or the one that would be if the game ran."""
        return side_at(self.state, self.ply)

    @property
    def is_my_turn(self) -> bool:
        """The game runs, and the own side is to move."""
        return self.state.status == "playing" and self.side == self.to_move

    @property
    def is_over(self) -> bool:
        """The game has ended; `outcome` tells how."""
        return self.state.status == "over"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until it has."""
        return self.state.outcome

    def clock(self, side: SideName) -> ClockFace | None:
        """What the clock of a side shows now; None in a game without a clock."""
        return clock_face(self.state, side, self._asker.now_ms)

    async def turns(self) -> AsyncGenerator[Turn, None]:
        """Each position in which the own side is to move, once, until the game is over.

        They come with what may be played, so the session must not have named the feature `rules`,
        by which a program says that it needs no `legal`.

        Raises:
            Exception: what ended the session, or `Refused` where the room cannot be joined again.
        """
        last = -1
        while not self.is_over:
            legal, version = self.legal, self._followed.position_version
            if legal is not None and version != last and self.is_my_turn:
                last = version
                yield self._turn(legal)
            else:
                await self.changed()

    def _turn(self, legal: Legal) -> Turn:
        losing = {marked.move for marked in legal.losing}
        moves = legal.moves.split()
        safe = [move for move in moves if move not in losing]
        clock = self.clock(self.to_move)
        left_ms = None if clock is None else clock.left_ms
        return Turn(self, legal.ply, moves, safe or moves, self.fen, self.cells, legal, left_ms)

    async def changed(self) -> None:
        """Wait until there is something new in `state` or `legal`.

        Look at both just before: what was new before this was called is not waited for.

        Raises:
            Exception: what ended the session, or `Refused` where the room cannot be joined again.
        """
        self._changed.clear()
        if self._error is None:
            await self._changed.wait()
        if self._error is not None:
            raise self._error

    async def over(self) -> Outcome:
        """Wait until the game is over; how it ended."""
        while (outcome := self.outcome) is None:
            await self.changed()
        return outcome

    async def play(self, move: str, *, ply: int | None = None) -> None:
        """Play a move, and wait until it is stored.

        Args:
            move: squares ("h2e2"), WXF ("C2=5") or Chinese ("炮二平五").
            ply: for which it is meant; by default the next one.

        Raises:
            Refused: it was not played.
        """
        at = self.ply if ply is None else ply
        command = commands.Move(room=self.room, ply=at, text=move)
        try:
            await self._asker.ask(command)
        except Refused:
            # A second copy may be refused although the first took effect: the board tells.
            if self.moves[at : at + 1] != [move] or side_at(self.state, at) != self.side:
                raise

    async def resign(self) -> None:
        """Give the game up."""
        await self._asker.ask(commands.Resign(room=self.room))

    async def offer(self, what: OfferName) -> None:
        """Propose something to the other player; what they propose is in `state.offers`."""
        await self._asker.ask(commands.Offer(room=self.room, what=what, ply=self.ply))

    async def accept(self, what: OfferName) -> None:
        """Agree to an offer of the other player."""
        await self._asker.ask(commands.Accept(room=self.room, what=what))

    async def decline(self, what: OfferName) -> None:
        """Turn an offer of the other player down, or take one's own back."""
        await self._asker.ask(commands.Decline(room=self.room, what=what))

    # What follows is the session's to call.

    @property
    def followed(self) -> Followed:
        """What the session knows of the room."""
        return self._followed

    def become(self, followed: Followed) -> None:
        """The room is another one now."""
        if followed != self._followed:
            self._followed = followed
            self._changed.set()

    def fail(self, error: Exception) -> None:
        """No more messages of this game will come."""
        self._error = error
        self._changed.set()
