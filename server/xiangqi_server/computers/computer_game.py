"""A game of a computer player, from where it stands to the rematch it may have.

What it does follows from the state of the game alone. It moves when it is to move, and answers what
is offered. It offers a draw where neither is better for long, and claims a game that its opponent
has left for good. It never chats.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, get_args

from xiangqi_client import Game, Refused, Session, commands
from xiangqi_client.commands import OfferName
from xiangqi_client.parts import Absence, NoClock, OpenOffer
from xiangqi_server.computers.decisions import agrees_to_draw, is_lost, offers_draw, yields_place
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import SearchFailed
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

log = logging.getLogger(__name__)

LEFT_MS: Final = 15 * MINUTE_MS
"""How long after a game can first be claimed the computer claims it."""
IDLE_MS: Final = 60 * MINUTE_MS
"""In a game without a clock an opponent that does not move is not waited for longer than this, even
if present: the computer gives the game up."""
LOOK_S: Final = 30.0
REMATCH_S: Final = 120.0
AGAIN_S: Final = 1.0
OFFERS: Final[Mapping[str, OfferName]] = {name: name for name in get_args(OfferName)}
"""The offers that are answered; a later server may know more."""
REFUSALS: Final = 5
"""After this many refused moves the game is given up: we have not understood its rules."""


class ComputerGame:
    """One game; `play` ends when it is over."""

    def __init__(self, session: Session, game: Game, chooser: MoveChooser) -> None:
        self._session = session
        self._game = game
        self._chooser = chooser
        self._scores: list[int] = []
        self._refusals = 0
        self._offered_ply: int | None = None
        self._left_alone: set[OpenOffer] = set()

    @property
    def opponent(self) -> str:
        """The id of the player on the other side, empty while the seat is free."""
        state = self._game.state
        seat = state.black if self._game.side == "red" else state.red
        return "" if seat is None else seat.player

    @property
    def is_idle(self) -> bool:
        """It has waited for its opponent for long, and may for much longer."""
        is_own_turn, is_left = self._game.is_my_turn, self._opponents_absence is not None
        return yields_place(self._waited_ms, is_own_turn=is_own_turn, is_left=is_left)

    @property
    def _opponents_absence(self) -> Absence | None:
        """Since when the opponent has been gone; None if it is there."""
        absences, own = self._game.state.absences, self._game.side
        gone = [absence for absence in absences if absence.side != own]
        return gone[0] if gone else None

    @property
    def _waited_ms(self) -> int:
        """How long ago the clocks came last: at the last move, in a game without one too."""
        return self._session.now_ms - self._game.state.at_ms

    async def play(self) -> None:
        """Play until the game is over."""
        while not self._game.is_over:
            await self._answer_offers()
            if self._game.is_my_turn and self._game.legal is not None:
                await self._move()
            else:
                await self._wait()

    async def play_again(self) -> None:
        """Wait a while for the opponent to propose a rematch, and agree."""
        try:
            async with asyncio.timeout(REMATCH_S):
                while self._game.state.next is None:
                    await self._answer_offers()
                    await self._game.changed()
        except TimeoutError:
            return

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(LOOK_S):
                await self._game.changed()
        except TimeoutError:
            await self._end_if_left()

    async def _move(self) -> None:
        before = self._game.moves
        try:
            chosen = await self._chooser.choose(self._game)
        except SearchFailed:
            log.warning("no engine found a move", extra={"room": self._game.room})
            await self._give_up()
            return
        if chosen.score_cp is not None:
            self._scores.append(chosen.score_cp)
        await self._answer_offers()
        if self._game.is_over or self._game.moves != before:
            return
        if is_lost(self._scores, self._chooser.level.hopeless):
            await self._give_up()
            return
        try:
            await self._game.play(chosen.move, ply=len(before))
        except Refused as refused:
            await self._refused(refused)
        else:
            await self._offer_draw()

    async def _offer_draw(self) -> None:
        """Offer a draw where there is one, behind the own move."""
        game = self._game
        if not offers_draw(self._scores, game.state.fen, game.ply, self._offered_ply):
            return
        self._offered_ply = game.ply
        with suppress(Refused):  # it is over, was offered from the other side, or must not be
            await game.offer("draw")

    async def _refused(self, refused: Refused) -> None:
        """A move was refused: the game has moved on, or we are wrong about its rules."""
        facts = {"room": self._game.room, "code": refused.code}
        log.info("move refused", extra=facts)
        self._refusals += 1
        if self._refusals >= REFUSALS:
            await self._give_up()
        else:
            await asyncio.sleep(AGAIN_S)

    async def _give_up(self) -> None:
        try:
            await self._game.resign()
        except Refused:  # it is over, or has not begun
            await asyncio.sleep(AGAIN_S)

    async def _answer_offers(self) -> None:
        """Answer what the other side offers, until nothing is left to answer."""
        while (offer := self._open_offer()) is not None:
            try:
                if self._agrees(offer):
                    await self._game.accept(OFFERS[offer.what])
                else:
                    await self._game.decline(OFFERS[offer.what])
            except Refused:  # it was taken back meanwhile
                self._left_alone.add(offer)

    def _open_offer(self) -> OpenOffer | None:
        for offer in self._game.state.offers:
            is_known = offer.what in OFFERS and offer not in self._left_alone
            if offer.side != self._game.side and is_known:
                return offer
        return None

    def _agrees(self, offer: OpenOffer) -> bool:
        """Whether an offer is accepted: anything friendly, and a draw where there is one."""
        match offer.what:
            case "draw":
                return agrees_to_draw(self._scores, self._game.state.fen, self._game.ply)
            case "takeback":
                return not self._game.state.terms.rated
            case _:
                return True

    async def _end_if_left(self) -> None:
        """Claim the game if the opponent has left it, give it up if it never goes on."""
        state, now_ms = self._game.state, self._session.now_ms
        if self._game.is_my_turn:
            return
        gone = self._opponents_absence
        is_endless = isinstance(state.terms.clock, NoClock) and self._waited_ms >= IDLE_MS
        try:
            if gone is not None and now_ms >= gone.claimable_at_ms + LEFT_MS:
                await self._session.ask(commands.Claim(room=self._game.room, what="win"))
            elif is_endless and state.status == "playing":
                await self._game.resign()
        except Refused as refused:
            facts = {"room": self._game.room, "code": refused.code}
            log.info("game not ended", extra=facts)
