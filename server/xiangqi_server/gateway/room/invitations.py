"""Rooms that wait for somebody: invitations by a link, and challenges to one player."""

from collections.abc import Awaitable, Callable
from typing import Final

from xiangqi_server.aggregates.players.open_games import MAX_OPEN_GAMES
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Open
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.api.commands import invitation, locked_by
from xiangqi_server.api.names.ids import id_by_command, seat_key_from
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import Reply
from xiangqi_server.gateway.room.computer_shares import ComputerShares, is_computer
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.aggregate.spans import HOUR_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.limits import HOURS_OF_ADDRESS, OPENED, OPENED_OF_ADDRESS
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done
from xiangqi_server.wire.terms import CorrespondenceClock

TRIES: Final = 64
Count = Callable[[Client, Open, str], None]
"""Counts a room that a client opens, or refuses it."""


class Invitations:
    """Opens rooms with a free seat, for stored players. Owned by the gateway.

    Args:
        is_online: tells whether any node sees a player.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        is_online: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._toss = node.toss
        self._online_players = online_players
        self._is_online = is_online
        self._computers = ComputerShares(self._is_over, node.host.sharing.node_count)
        self._clock = node.clock
        self._limits = node.address_limits.senders(OPENED, OPENED_OF_ADDRESS, HOURS_OF_ADDRESS)

    async def _is_over(self, room: str) -> bool:
        """Whether a room that was opened here holds no game, nor will."""
        status = (await self._host.view(key(ROOM, room))).state.status
        return status in (Status.EMPTY, Status.OVER)

    def invite(self, client: Client, message: wire.Invite, arrived_ms: int) -> Coro:
        """Open a room with a free seat for any player with its key.

        Raises:
            Refused: the game needs an account.
        """
        command = self._command(message, self._online_players.own(client))
        return self.open(client, message, command, arrived_ms, self.count)

    def challenge(self, client: Client, message: wire.Challenge, arrived_ms: int) -> Coro:
        """Open a room that waits for one player, if there is such a player to be asked.

        Bots challenge only bots.
        """
        return self._challenge(client, message, self._online_players.own(client), arrived_ms)

    async def _challenge(
        self, client: Client, message: wire.Challenge, host: Player, arrived_ms: int
    ) -> None:
        invited = await self._challenged(message)
        asked = await self._aggregates.player(invited)
        require(asked.identity.is_bot or not host.identity.is_bot, PlayerRefusal.NO_BOTS)
        command = self._command(message, host, invited)
        count: Count = self.count
        if is_computer(asked):
            await self._computers.require_share(client.address)
            count = self._count_with_computer
        await self.open(client, message, command, arrived_ms, count)

    async def _challenged(self, message: wire.Challenge) -> str:
        """The challenged player, by id or by name.

        Raises:
            Refused: there is no such player, or it is away and the game would begin at once.
        """
        player = message.player
        if player is None:
            require(message.name is not None, CommonRefusal.BAD_MESSAGE, "Send a player or a name.")
            player = (await self._aggregates.claim_of(message.name or "")).holder
        is_known = player is not None and (await self._aggregates.player(player)).is_registered
        if player is None or not is_known:
            raise Refused(SharedRefusal.NO_SUCH_PLAYER)
        if not isinstance(message.terms.clock, CorrespondenceClock):
            require(await self._is_online(player), PlayerRefusal.NOT_ONLINE)
        return player

    def _command(
        self, message: wire.Invite | wire.Challenge, host: Player, invited: str | None = None
    ) -> Open:
        has_account = host.identity.has_account
        return invitation(message, host.id, self._toss(), invited, has_account=has_account)

    def count(self, client: Client, command: Open, _: str) -> None:
        """Count a room that is opened, and the hours for which it may fill the store and wait.

        Raises:
            Refused: it is one too many, of its player's or by the clock.
        """
        games = self._online_players.own(client).open_games.games
        require(len(games) < MAX_OPEN_GAMES, PlayerRefusal.TOO_MANY_ROOMS)
        hours, now_ms = -(-command.waits_ms // HOUR_MS), self._clock.now_ms()
        self._limits.count(client.player, client.address, now_ms, amount=hours)

    def _count_with_computer(self, client: Client, command: Open, room: str) -> None:
        """Count a room of a game with a computer, which has few at a time.

        Raises:
            Refused: as `count` does.
        """
        self.count(client, command, room)
        self._computers.note(room, client.address)

    async def open(
        self,
        client: Client,
        message: wire.Request,
        command: Open,
        arrived_ms: int,
        count: Count,
    ) -> None:
        """Open a room, which is counted unless it is there already.

        Its id and its key are made from the player's secret and the command. So a repeat finds the
        room of the first time as long as it waits, whatever was killed in between.

        Raises:
            Refused: every room of this command was taken before, or it is one too many.
        """
        ref = client.ref_of(message)
        for number in range(TRIES):
            room = id_by_command(client.token_hash, ref.id, number)
            seat_key, locked = None, command
            if isinstance(message, wire.Invite):
                seat_key = seat_key_from(client.token_hash, room)
                locked = locked_by(command, seat_key)
            view = await self._host.view(key(ROOM, room))
            if client.is_gone:  # a client that comes back asks again
                return
            if view.head.version == 0:
                count(client, command, room)
                reply = Reply(client, message.id, room, seat_key=seat_key)
                self._host.submit(
                    view.aggregate, locked, arrived_ms=arrived_ms, ref=ref, answer=reply
                )
                return
            if view.state.status is Status.WAITING:
                head = view.head
                client.send(Done(message.id, room, head.version, head.digest.hex(), seat_key))
                return
        raise Refused(CommonRefusal.UNAVAILABLE)
