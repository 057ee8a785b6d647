"""Takes every message of every connection to where it belongs.

Theory of operation. A payload is decoded by its type, counted against the connection's
buckets and held against the guard table; what passes becomes a command for an aggregate
or a change of what the connection looks at. Answers come from the host when the store has
accepted, so `done` follows the events it acknowledges. Nothing here waits: each step is a
plain call, and what must be loaded calls back. What a connection sends meanwhile is held,
so that its messages are handled in the order they came in.

Many sockets of one player are one player: seats, seeks and queues belong to players.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, cast

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.accounts import Accounts
from server.gateway.allowances import Allowances
from server.gateway.answers import answering, ref_of
from server.gateway.asking import Asking
from server.gateway.client import Client, Clients
from server.gateway.counts import Counts
from server.gateway.errands import Errands, nothing
from server.gateway.exports import Exports
from server.gateway.failover import Failover
from server.gateway.invitations import Invitations
from server.gateway.last_look import LastLook
from server.gateway.letters import Letters
from server.gateway.lobby_desk import LobbyDesk
from server.gateway.names import Names
from server.gateway.nodes import Nodes
from server.gateway.office_desk import OfficeDesk
from server.gateway.passwords import Passwords
from server.gateway.people import PeopleDesk
from server.gateway.player_desk import PlayerDesk
from server.gateway.presence import Presence
from server.gateway.profiles import Profiles
from server.gateway.pulse import BEAT_MS, TICKS_A_BEAT, Pulse
from server.gateway.room_desk import RoomDesk
from server.gateway.rooms import Rooms
from server.gateway.social import Social, SocialMessage
from server.gateway.standing import Standing, StandingMessage
from server.gateway.talk import Talk
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.lobby.state import LOBBY_ID
from server.net.ports import Connection
from server.players.state import Player
from server.rules.rulesets import RULE_SET_NAMES
from server.session.commands import LobbyMessage, lobby_command
from server.session.guard import Role, check
from server.session.ids import ID_BYTES, id_from
from server.session.naming import name_of
from server.session.profiles import settings_view
from server.session.texts import bye_text, paused_text
from server.session.throttle import Verdict, admit, charge_of, count_fault, wait_ms
from server.session.views import side_name
from server.store.base import AggregateId
from server.store.feed import Aside
from server.store.notes import Notes, field_of
from server.store.shelf import Shelf
from server.wire import client as wire
from server.wire.codec import WireError, decode
from server.wire.parts import GameRef
from server.wire.server import Bye, ByeCode, Done, Paused, Resumed, Welcome

log = logging.getLogger(__name__)

LOBBY: Final = AggregateId("lobby", LOBBY_ID)
HELD_MESSAGES: Final = 32
STRANGERS: Final = 4_096
"""So many connections may be open that have not been welcomed; more are turned away."""
RETRY_MS: Final = 1_000
PARTING_S: Final = 0.2
POLICY_CLOSE: Final = 1008
RESTART_CLOSE: Final = 1012
MOVED_AT_ONCE: Final = 100
MOVE_EVERY_S: Final = 0.02
MOVE_WITHIN_MS: Final = 500
"""Those who are sent to other nodes come there spread over so long."""


InTurn = Callable[[Callable[[], None], Replica | None], None]
"""Takes what to call when it is done, and the loaded aggregate (None: there is no store)."""


class Gateway:
    """The one `Handler` of a node's listener. Made by `app`, which runs `pulse`.

    Args:
        notes: what is kept beside the logs.
        shelf: lists derived from the logs.
        operators: names of the accounts that may use the operators' messages.
        random_bytes: gives so many random bytes (tokens, ids, tosses).
        server_name: for `welcome`.
        passwords: makes and checks hashes.

    Attributes:
        refusals: how often each code was given to anybody.
        pulse: what the node does by itself for its connections.
        passwords: makes and checks hashes.
        exports: games as files.
        names: what players are called.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        notes: Notes,
        shelf: Shelf,
        operators: frozenset[str],
        random_bytes: Callable[[int], bytes],
        server_name: str,
        passwords: Passwords,
    ) -> None:
        self._host = host
        self._clock = clock
        self._random_bytes = random_bytes
        self._server_name = server_name
        self.refusals: Counter[str] = Counter()
        self.passwords = passwords
        self._clients = Clients(TICKS_A_BEAT)
        self._allowances = Allowances()
        errands = Errands(host)
        self._errands = errands
        self._is_moving = False
        self._stranger_count = 0
        nodes = self._nodes = Nodes(notes, self._fresh_id())
        counts = Counts(clock, notes, errands, nodes.name)
        self.names = Names(host)
        self._visitors = Visitors(
            host,
            clock,
            random_bytes,
            self._greet,
            self._player_came,
            self._player_left,
            self._sign_out,
            self._player_named,
            self.names,
        )
        self._rooms = Rooms(
            host,
            clock,
            notes,
            errands,
            self._is_here,
            self._fresh_id,
            self.names,
            counts,
            self._said_at,
        )
        self._lobby = LobbyDesk(self.names, counts.of(LOBBY, lambda: self._visitors.count))
        self._presence = Presence(
            host,
            clock,
            notes,
            errands,
            self._visitors,
            self._rooms.desks,
            nodes,
            lambda: self._lobby.lobby.players(),
        )
        self._failover = Failover(
            host, clock, notes, errands, self._visitors, nodes, self._rooms.held
        )
        LastLook(host, notes, self._visitors, nodes)
        self._talk = Talk(clock, notes, errands, self.names)
        self.exports = Exports(host, clock, errands, self.names)
        people = PeopleDesk(shelf, clock, errands, self.names)
        self._social = Social(
            host,
            clock,
            self._visitors,
            people,
            Letters(host, self.names),
            OfficeDesk(host, self.names, operators, self._fresh_id),
        )
        asking = Asking(host, clock)
        self._accounts = Accounts(asking, clock, errands, passwords, random_bytes)
        self._profiles = Profiles(asking, errands, shelf, self._presence, people, self.exports)
        self._invitations = Invitations(host, asking, errands, self._toss, self._profiles.is_online)
        self._standing = Standing(
            host,
            clock,
            shelf,
            errands,
            self.names,
            self.exports,
            self._fresh_id,
            self._toss,
        )
        self.pulse = Pulse(
            host,
            clock,
            self._clients,
            self._visitors,
            self._rooms,
            self._lobby,
            self._presence,
            self._failover,
            errands,
            self._social,
            self._standing,
            self._turn_away,
        )
        host.on_pause(self._pause)

    # The listener calls these.

    def opened(self, connection: Connection) -> None:
        """Expect a `hello`."""
        slot, now_ms = self._random_bytes(1)[0], self._clock.now_ms()
        client = Client(connection, slot, now_ms, self.refusals)
        connection.session = client
        self._clients.add(client)
        self._stranger_count += 1
        if self._stranger_count > STRANGERS:
            self._turn_away(client, ByeCode.FULL)
        if self._is_moving:
            self._move(client)

    def received(self, connection: Connection, payload: bytes) -> None:
        """Take one message to where it belongs, or say why not."""
        client = cast("Client", connection.session)
        now_ms = self._clock.now_ms()
        if client.held is not None:
            self._hold(client, payload, client.held)
            return
        try:
            message = decode(payload, client.form)
        except WireError as error:
            client.throttle, verdict = count_fault(client.throttle, now_ms)
            self._fault(client, verdict, error.id, RefusalCode.BAD_MESSAGE, str(error))
            return
        id_ = getattr(message, "id", None)
        client.throttle, verdict = admit(client.throttle, message, now_ms)
        if verdict is not Verdict.PASS:
            soon_ms = wait_ms(client.throttle, message, now_ms)
            self._fault(client, verdict, id_, RefusalCode.TOO_FAST, retry_ms=soon_ms)
            return
        late_ms = self._allowances.take(client.player, client.address, charge_of(message), now_ms)
        if late_ms:
            client.refuse(id_, RefusalCode.TOO_FAST, retry_ms=late_ms)
            return
        if client.is_out:
            client.refuse(id_, RefusalCode.SIGNED_OUT)
            return
        if self._visitors.is_owed(client) and not isinstance(message, wire.Beat):
            client.refuse(id_, RefusalCode.UNAVAILABLE, retry_ms=RETRY_MS)
            return
        room = getattr(message, "room", None)
        code = check(message, self._role(client, room)) or self._social.check(
            client, message, now_ms
        )
        if code is not None:
            client.refuse(id_, code, room=room, version=self._rooms.version_of(client, room))
            return
        try:
            self._dispatch(client, message, now_ms)
        except Refused as refused:
            version = self._rooms.version_of(client, room)
            client.refuse(id_, refused.code, refused.detail, room=room, version=version)

    def caught_up(self, connection: Connection) -> None:
        """Show a spectator who fell behind what it looks at, as it is now."""
        client = cast("Client", connection.session)
        for room in client.rooms:
            self._rooms.desk(room).show(client)
        if client in self._lobby:
            self._lobby.show(client)

    def closed(self, connection: Connection) -> None:
        """Forget the connection; its player keeps seats, and seeks for a while."""
        client = cast("Client", connection.session)
        client.is_gone = True
        self._clients.discard(client)
        for room in client.rooms:
            self._rooms.leave(client, room)
        self._lobby.discard(client)
        self._visitors.forget(client)
        self._social.gone(client)
        self._standing.gone(client)
        if not client.is_greeted:
            self._stranger_count -= 1
        else:
            lasted_ms = self._clock.now_ms() - client.opened_ms
            facts = {"player": client.player, "lasted_ms": lasted_ms, "rtt_ms": client.rtt_ms}
            log.info("session ended", extra=facts)

    # What `app` calls.

    @property
    def connection_count(self) -> int:
        """How many connections are open."""
        return len(self._clients)

    def say_bye(self) -> None:
        """Tell everybody that the node stops and that one may come back soon."""
        for client in self._clients:
            text = bye_text(ByeCode.STOPPING, client.language)
            client.send(Bye(ByeCode.STOPPING, text, RETRY_MS))
        self._errands.start(self._nodes.leave(), failed=nothing)

    async def move_on(self) -> None:
        """Send everybody to the other nodes, a few at a time; whoever still comes goes at once."""
        self._is_moving = True
        left = list(self._clients)
        for start in range(0, len(left), MOVED_AT_ONCE):
            for client in left[start : start + MOVED_AT_ONCE]:
                self._move(client)
            await asyncio.sleep(MOVE_EVERY_S)

    def _move(self, client: Client) -> None:
        if not client.is_gone:
            retry_ms = MOVE_WITHIN_MS * self._random_bytes(1)[0] // 255
            client.send(Bye(ByeCode.MOVING, bye_text(ByeCode.MOVING, client.language), retry_ms))
            client.connection.close(RESTART_CLOSE, "moving")

    # One message.

    def _role(self, client: Client, room: str | None) -> Role:
        if not client.player:
            return Role.NEW
        return Role.GREETED if room is None else self._rooms.role_in(client, room)

    def _dispatch(self, client: Client, message: wire.AnyClientMessage, now_ms: int) -> None:
        if isinstance(message, SocialMessage):
            self._social.take(client, message, now_ms)
            return
        if isinstance(message, StandingMessage):
            self._standing.take(client, message)
            return
        match message:
            case wire.Beat():
                client.answered_beat(message.n, now_ms)
            case wire.Hello():
                self._hello(client, message)
            case wire.Join():
                room = AggregateId("room", message.room)
                self._in_turn(client, room, partial(self._rooms.join, client, message))
            case wire.Premove():
                self._rooms.premove(client, message, now_ms)
            case wire.CancelPremove():
                self._rooms.cancel_premove(client, message)
            case wire.Chat():
                ref = ref_of(client, message, message.id)
                self._talk.say(client, message, ref.id, self._rooms.desk(message.room))
            case wire.Export():
                self.exports.send(client, message)
            case wire.Log():
                self.exports.send_log(client, message)
            case wire.Leave():
                self._rooms.leave(client, message.room)
                client.send(Done(message.id, message.room))
            case wire.WatchLobby():
                self._in_turn(client, LOBBY, partial(self._show_lobby, client, message))
            case wire.LeaveLobby():
                self._lobby.discard(client)
                client.send(Done(message.id))
            case wire.Invite():
                self._when_registered(
                    client,
                    message.id,
                    lambda player: self._invitations.invite(client, message, player, now_ms),
                )
            case wire.ChallengePlayer():
                self._when_registered(
                    client,
                    message.id,
                    lambda player: self._invitations.challenge(client, message, player, now_ms),
                )
            case wire.Sit() | wire.AcceptChallenge():
                self._when_registered(
                    client,
                    message.id,
                    lambda player: self._rooms.command(
                        client, message, now_ms, has_account=player.identity.has_account
                    ),
                )
            case wire.Seek() | wire.Take() | wire.Match() | wire.Unseek() | wire.Unmatch():
                self._when_registered(
                    client,
                    message.id,
                    lambda player: self._lobby_command(client, message, player, now_ms),
                )
            case wire.Profile() | wire.FindPlayers() | wire.MyData():
                self._profiles.answer(client, message)
            case wire.SignUp() | wire.SetSettings():
                self._visitors.when_registered(
                    client, message.id, lambda: self._accounts.answer(client, message)
                )
            case (
                wire.SignIn()
                | wire.SignOut()
                | wire.Devices()
                | wire.ChangePassword()
                | wire.Rename()
                | wire.CheckName()
                | wire.SetAbout()
                | wire.DeleteAccount()
            ):
                self._accounts.answer(client, message)
            case _:
                self._rooms.command(client, message, now_ms)

    def _hello(self, client: Client, message: wire.Hello) -> None:
        client.held = []
        try:
            self._visitors.hello(client, message, self._welcomed, self._go_on)
        except Refused:
            client.held = None
            raise

    def _welcomed(self, client: Client) -> None:
        log.debug("client greeted", extra={"player": client.player})
        client.is_greeted = True
        self._stranger_count -= 1
        if self._host.is_paused:
            client.send(Paused(paused_text(client.language)))
        self._social.greeted(client)
        self._visitors.show_challenges(client)
        self._go_on(client)

    def _in_turn(self, client: Client, aggregate: AggregateId, then: InTurn) -> None:
        """Have `then` called with the loaded aggregate, before anything the client sends now.

        It gets a call to make when it is done.
        """
        client.held = []

        def seen(replica: Replica | None) -> None:
            if not client.is_gone:
                then(lambda: self._go_on(client), replica)

        self._host.look(aggregate, seen)

    def _go_on(self, client: Client) -> None:
        """Handle what was held; one of these may have the rest held again."""
        if client.is_gone:
            return
        held, client.held = client.held or [], None
        for payload in held:
            self.received(client.connection, payload)

    def _hold(self, client: Client, payload: bytes, held: list[bytes]) -> None:
        if len(held) < HELD_MESSAGES:
            held.append(payload)
        else:
            client.connection.close(POLICY_CLOSE, "too much at once")

    def _fault(
        self,
        client: Client,
        verdict: Verdict,
        id_: str | None,
        code: RefusalCode,
        detail: str = "",
        *,
        retry_ms: int | None = None,
    ) -> None:
        """Refuse what cannot be taken; one fault too many ends the connection."""
        if verdict is Verdict.CLOSE:
            text = bye_text(ByeCode.TOO_FAST, client.language)
            client.send(Bye(ByeCode.TOO_FAST, text, RETRY_MS))
            client.connection.close(POLICY_CLOSE, "too fast")
        else:
            client.refuse(id_, code, detail, retry_ms=retry_ms)

    def _when_registered(self, client: Client, id_: str, act: Callable[[Player], None]) -> None:
        """Do what only a player whom the store knows may do; `act` may refuse."""

        def known() -> None:
            try:
                act(self._visitors.known(client))
            except Refused as refused:
                client.refuse(id_, refused.code, refused.detail)

        self._visitors.when_registered(client, id_, known)

    def _lobby_command(
        self, client: Client, message: LobbyMessage, player: Player, now_ms: int
    ) -> None:
        """Have a message decided by the lobby, which this node follows from then on."""
        if self._lobby.replica is None:
            self._host.look(
                LOBBY,
                lambda replica: self._lobby_seen(client, message, player, now_ms, replica),
            )
            return
        command = lobby_command(
            message, player, self._lobby.lobby, self._fresh_id(), self._toss(), now_ms
        )
        self._host.submit(
            LOBBY,
            command,
            arrived_ms=now_ms,
            ref=ref_of(client, message, message.id),
            answer=answering(client, message.id),
        )

    def _lobby_seen(
        self,
        client: Client,
        message: LobbyMessage,
        player: Player,
        now_ms: int,
        replica: Replica | None,
    ) -> None:
        if replica is None:
            client.refuse(message.id, RefusalCode.UNAVAILABLE)
            return
        self._lobby.follow(replica, self._host)
        try:
            self._lobby_command(client, message, player, now_ms)
        except Refused as refused:
            client.refuse(message.id, refused.code, refused.detail)

    def _show_lobby(
        self,
        client: Client,
        message: wire.WatchLobby,
        shown: Callable[[], None],
        replica: Replica | None,
    ) -> None:
        if replica is None:
            client.refuse(message.id, RefusalCode.UNAVAILABLE)
        else:
            self._lobby.follow(replica, self._host)
            self._enter_lobby(client, message, shown)
            return
        shown()

    def _enter_lobby(
        self, client: Client, message: wire.WatchLobby, shown: Callable[[], None]
    ) -> None:
        """Show the lobby once those who wait in it are known by name."""

        def known() -> None:
            if not client.is_gone:
                self._lobby.add(client)
                client.send(Done(message.id))
            shown()

        owners = {seek.player for seek in self._lobby.lobby.seeks.values()}
        self.names.when_known(owners, known)

    # The rest.

    def _greet(self, id_: str, client: Client, desk: PlayerDesk, token: str | None) -> None:
        player = Player.empty(client.player) if desk.replica is None else desk.player
        name, guest = name_of(player)
        games = player.engagement.games.items()
        welcome = Welcome(
            id=id_,
            player=client.player,
            name=name,
            guest=guest,
            settings=settings_view(player),
            token=token,
            games=[GameRef(room, side_name(side)) for room, side in games],
            now_ms=self._clock.now_ms(),
            beat_ms=BEAT_MS,
            rules=list(RULE_SET_NAMES),
            server=self._server_name,
            operator=self._social.is_operator(self._visitors.player(client.player)),
        )
        client.send(welcome)

    def _sign_out(self, client: Client) -> None:
        """Close a connection whose device was signed out, once it has heard what it asked for.

        It asks for nothing more meanwhile.
        """
        client.is_out = True

        def close() -> None:
            if not client.is_gone:
                text = bye_text(ByeCode.SIGNED_OUT, client.language)
                client.send(Bye(ByeCode.SIGNED_OUT, text, RETRY_MS))
                client.connection.close(POLICY_CLOSE, "signed out")

        asyncio.get_running_loop().call_later(PARTING_S, close)

    def _pause(self, paused: bool) -> None:
        for client in self._clients:
            if client.is_greeted:
                client.send(Paused(paused_text(client.language)) if paused else Resumed())
        if not paused:
            self._visitors.resumed()
            self.pulse.resumed()

    def _turn_away(self, client: Client, code: ByeCode = ByeCode.NO_HELLO) -> None:
        client.send(Bye(code, bye_text(code, client.language), RETRY_MS))
        client.connection.close(POLICY_CLOSE, code.value.replace("_", " "))

    # What the parts tell each other.

    def _is_here(self, player: str) -> bool:
        return self._presence.is_here(player)

    def _player_came(self, player: str, games: Iterable[str]) -> None:
        rooms = tuple(games)
        self._presence.came(player, rooms)
        self._failover.came(player, rooms)

    def _player_named(self, client: Client) -> None:
        """A guest has an account now, or an account another name."""
        if client.is_greeted:
            self._social.met(client)

    def _player_left(self, player: str, games: Iterable[str]) -> None:
        self._presence.left(player)
        self._failover.left(player, games)

    def _said_at(self, desk: RoomDesk, aside: Aside) -> None:
        player = field_of(aside.topic)
        if player is not None:
            self._rooms.premoves.heard(desk.replica, player, aside.body)
        self._talk.heard(desk, aside)

    def _fresh_id(self) -> str:
        return id_from(self._random_bytes(ID_BYTES))

    def _toss(self) -> int:
        return self._random_bytes(1)[0] & 1
