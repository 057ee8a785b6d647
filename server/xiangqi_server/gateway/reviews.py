"""Reviews at this node: which players may ask, which programs work, and what is shown."""

from collections.abc import Callable, Sequence
from typing import Final

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.reviews.decide import QUEUE, REVIEWS, waiting_list
from xiangqi_server.aggregates.reviews.kind import REVIEW
from xiangqi_server.aggregates.reviews.messages import AskReview, GiveFindings, LeaseReview
from xiangqi_server.aggregates.reviews.refusals import ReviewRefusal
from xiangqi_server.aggregates.reviews.state import Review
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.names.name_rules import COMPUTERS
from xiangqi_server.api.reviews import (
    found_in,
    is_lost,
    is_reviewable,
    job_view,
    may_be_seen_by_player_of,
    review_view,
)
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.rate_limits import Buckets
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import (
    OPEN_REVIEWS,
    REVIEWS_OF_ADDRESS,
    REVIEWS_OF_GUEST,
    WAITING_REVIEWS,
)
from xiangqi_server.limits import REVIEWS as REVIEWS_OF_PLAYER
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server
from xiangqi_server.wire.terms import ReviewersName

REVIEWERS: Final = AggregateId("reviewers", "all")
"""What every program that looks at games holds."""
HOLD_MS: Final = 600_000
"""A program that works on the longest game asks for the next one after some minutes."""
RETRY_MS: Final = 3_000
LOOKS: Final = 8
"""How many reviews are tried for one that no other program takes at the same moment."""


class ReviewHandler:
    """Owned by the gateway.

    Args:
        is_operator: says so of a player, who may ask for more.
    """

    def __init__(
        self, node: Node, options: NodeOptions, is_operator: Callable[[Player], bool]
    ) -> None:
        self._is_operator = is_operator
        self._trusted = options.reviewers.union(COMPUTERS)
        self._own = options.own_reviewer
        self._host = node.host
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._row_store = node.row_store
        self._presence = node.side.presence
        self._fresh_id = node.fresh_id
        limits = node.address_limits
        self._asked = limits.senders(REVIEWS_OF_PLAYER, REVIEWS_OF_ADDRESS)
        self._asked_by_guests = Buckets(REVIEWS_OF_GUEST)

    # Those that want one.

    async def show(self, client: Client, message: wire.Review) -> server.Review:
        """What an engine said of a game.

        Raises:
            Refused: there is no such game, it is not over, or the asker is playing.
            StoreUnavailable: there is no store.
        """
        room = await self._finished(client, message.room)
        review = await self._review(message.room)
        place = await self._place(review)
        reviewers = await self._reviewers()
        now_ms = self._clock.now_ms()
        return review_view(message.id, room, review, reviewers, place, now_ms)

    async def _place(self, review: Review) -> int | None:
        waits = review.is_open and not review.is_worked_on(self._clock.now_ms())
        return await self._row_store.rank(REVIEWS, QUEUE, review.id) if waits else None

    async def ask(self, client: Client, message: wire.AskReview) -> None:
        """Have a game looked at.

        Raises:
            Refused: no program would look at it, there are too many, or the asker may not.
            StoreUnavailable: there is no store.
        """
        room = await self._finished(client, message.room)
        asker = await self._aggregates.player(client.player)
        has_account = asker.identity.has_account
        is_seated = room.seats.side_of(client.player) is not None
        require(has_account or is_seated, CommonRefusal.NO_ACCOUNT)
        require(await self._reviewers() != "none", ReviewRefusal.NO_REVIEWER)
        review = await self._review(room.id)
        lost = is_lost(review, await self._place(review), self._clock.now_ms())
        if lost or not (review.is_open or review.is_done):
            await self._require_a_place()
            if not self._is_operator(asker):  # a reported player has many games
                await self._require_few(client.player, OPEN_REVIEWS.most if has_account else 1)
                self._count(client, is_guest=not has_account)
        command, now_ms = AskReview(client.player, room.game.ply, lost), self._clock.now_ms()
        have_decided(self._host, key(REVIEW, room.id), command, client, message, now_ms)

    async def _require_few(self, player: str, most: int) -> None:
        own = await self._row_store.count(REVIEWS, waiting_list(player))
        require(own < most, ReviewRefusal.TOO_MANY_REVIEWS)

    async def _require_a_place(self) -> None:
        waiting = await self._row_store.count(REVIEWS, QUEUE)
        require(waiting < WAITING_REVIEWS.most, ReviewRefusal.TOO_MANY_REVIEWS)

    def _count(self, client: Client, *, is_guest: bool) -> None:
        now_ms = self._clock.now_ms()
        code = CommonRefusal.LIMIT_REACHED
        wait_ms = self._asked_by_guests.take(client.player, now_ms) if is_guest else 0
        if wait_ms:
            raise Refused(code, retry_ms=wait_ms)
        self._asked.count(client.player, client.address, now_ms, code)

    async def _finished(self, client: Client, room: str) -> Room:
        """The game, if its review may be shown to a client now.

        Raises:
            Refused: there is no such game, it is not over, or the asker is playing.
        """
        state = await self._room(room)
        require(state.status is not Status.EMPTY, RoomRefusal.NO_SUCH_ROOM)
        require(is_reviewable(state), RoomRefusal.GAME_NOT_OVER)
        if client.player:
            games = (await self._aggregates.player(client.player)).open_games.games
            running = [await self._room(game) for game in games]
            may_see = may_be_seen_by_player_of(state, running)
            require(may_see, ReviewRefusal.REVIEW_WHILE_PLAYING)
        return state

    # Those that work.

    async def take(self, client: Client, message: wire.TakeReview) -> server.ReviewJob:
        """Give the next game to a program of the server's.

        Raises:
            Refused: this program is not of the server.
            StoreUnavailable: there is no store.
        """
        await self._require_reviewer(client)
        holder = f"{'quick' if message.quick else 'full'}:{client.player}"
        await self._presence.add([REVIEWERS], holder, HOLD_MS)
        now_ms = self._clock.now_ms()
        page = await self._row_store.page(REVIEWS, QUEUE, limit=LOOKS, high=now_ms)
        lease = LeaseReview(self._fresh_id(), message.engine, message.quick)
        for row in page.rows:
            try:
                await self._aggregates.decided(key(REVIEW, row.id), lease)
            except Refused:
                continue
            review = await self._review(row.id)
            if review.lease.id == lease.lease and review.is_open:
                return job_view(message.id, await self._room(row.id), review)
        return server.ReviewJob(message.id, None, RETRY_MS)

    async def give(self, client: Client, message: wire.GiveReview) -> None:
        """Take what a program has found.

        Raises:
            Refused: this program is not of the server.
            StoreUnavailable: there is no store.
        """
        await self._require_reviewer(client)
        command, now_ms = GiveFindings(message.lease, found_in(message)), self._clock.now_ms()
        have_decided(self._host, key(REVIEW, message.room), command, client, message, now_ms)

    async def _require_reviewer(self, client: Client) -> None:
        player = await self._aggregates.player(client.player)
        is_ours = (
            player.identity.is_bot
            and player.naming.name in self._trusted
            and client.scope >= Scope.PLAY
        )
        require(is_ours, CommonRefusal.NOT_ALLOWED)

    async def _reviewers(self) -> ReviewersName:
        """Which engines look at games, or will once the computers of this node have started."""
        holders = await self._presence.holders(REVIEWERS)
        engines = {self._own, *(holder.partition(":")[0] for holder in holders)}
        best_first: Sequence[ReviewersName] = ("full", "quick")
        return next((engine for engine in best_first if engine in engines), "none")

    async def _room(self, room: str) -> Room:
        return (await self._host.view(key(ROOM, room))).state

    async def _review(self, room: str) -> Review:
        return (await self._host.view(key(REVIEW, room))).state
