"""How the parts of the gateway hang together: made here, in the order in which they need others.

Where two need each other, the earlier one is given a call that looks for the later one.
"""

from collections.abc import Callable, Iterable

from server.gateway.accounts import Accounts
from server.gateway.asking import Asking
from server.gateway.client import Client, Clients
from server.gateway.counts import Counts
from server.gateway.errands import Errands
from server.gateway.exports import Exports
from server.gateway.failover import Failover
from server.gateway.greeting import Greeting
from server.gateway.invitations import Invitations
from server.gateway.last_look import LastLook
from server.gateway.letters import Letters
from server.gateway.lobby_desk import LobbyDesk
from server.gateway.lobby_door import LOBBY, LobbyDoor
from server.gateway.names import Names
from server.gateway.nodes import Nodes
from server.gateway.office_desk import OfficeDesk
from server.gateway.passwords import Passwords
from server.gateway.people import PeopleDesk
from server.gateway.player_door import PlayerDoor
from server.gateway.presence import Presence
from server.gateway.profiles import Profiles
from server.gateway.pulse import Pulse
from server.gateway.room_desk import RoomDesk
from server.gateway.room_door import RoomDoor
from server.gateway.rooms import Rooms
from server.gateway.social_door import SocialDoor
from server.gateway.standing_door import StandingDoor
from server.gateway.talk import Talk
from server.gateway.turns import Turns
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.session.ids import ID_BYTES, id_from
from server.store.feed import Aside
from server.store.notes import Notes, field_of
from server.store.shelf import Shelf


class Parts:
    """Everything behind one gateway. The doors take messages by topic; the rest they share.

    Args:
        clients: everybody with a connection.
        turns: holds what comes while an earlier message waits.
        welcomed: hears of a connection that has been welcomed.

    The others are those of `Gateway`.
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
        clients: Clients,
        turns: Turns,
        welcomed: Callable[[Client], None],
    ) -> None:
        def fresh_id() -> str:
            return id_from(random_bytes(ID_BYTES))

        def toss() -> int:
            return random_bytes(1)[0] & 1

        self.errands = errands = Errands(host)
        self.nodes = nodes = Nodes(notes, fresh_id())
        self.names = names = Names(host)
        counts = Counts(clock, notes, errands, nodes.name)
        asking = Asking(host, clock)

        # Who is here, and what they look at.
        self.visitors = visitors = Visitors(
            host, clock, names, self._came, self._left, self._named, self._engaged
        )
        self.rooms = rooms = Rooms(
            host,
            clock,
            notes,
            errands,
            lambda player: self._presence.is_here(player),
            fresh_id,
            names,
            counts,
            self._said_at,
        )
        self.lobby = lobby = LobbyDesk(names, counts.of(LOBBY, lambda: visitors.count))
        self._presence = presence = Presence(
            host,
            clock,
            notes,
            errands,
            visitors,
            rooms.desks,
            nodes,
            lambda: lobby.lobby.players(),
        )
        self.failover = Failover(host, clock, notes, errands, visitors, nodes, rooms.held)
        LastLook(host, notes, visitors, nodes)
        self._talk = Talk(clock, notes, errands, names)
        self.exports = Exports(host, clock, errands, names)
        people = PeopleDesk(shelf, clock, errands, names)

        # The doors.
        self.standing_door = StandingDoor(
            host, clock, shelf, errands, names, self.exports, fresh_id, toss
        )
        self.social_door = SocialDoor(
            host,
            clock,
            visitors,
            people,
            Letters(host, names),
            OfficeDesk(host, names, operators, fresh_id),
            self.standing_door.met,
        )
        profiles = Profiles(asking, errands, shelf, presence, people, self.exports)
        accounts = Accounts(asking, clock, errands, passwords, random_bytes)
        self.player_door = PlayerDoor(visitors, accounts, profiles)
        self.lobby_door = LobbyDoor(host, turns, visitors, lobby, names, fresh_id, toss)
        invitations = Invitations(host, asking, errands, toss, profiles.is_online)
        self.room_door = RoomDoor(turns, visitors, rooms, self._talk, invitations, self.exports)
        self.greeting = Greeting(
            host,
            clock,
            turns,
            visitors,
            random_bytes,
            server_name,
            self.social_door.is_operator,
            welcomed,
        )
        self.pulse = Pulse(
            host,
            clock,
            clients,
            visitors,
            rooms,
            lobby,
            presence,
            self.failover,
            errands,
            self.social_door,
            self.standing_door,
        )

    def _came(self, player: str, games: Iterable[str]) -> None:
        rooms = tuple(games)
        self._presence.came(player, rooms)
        self.failover.came(player, rooms)

    def _engaged(self, player: str) -> None:
        self._presence.engaged(player)

    def _left(self, player: str, games: Iterable[str]) -> None:
        self._presence.left(player)
        self.failover.left(player, games)

    def _named(self, client: Client) -> None:
        """A guest has an account now, or an account another name."""
        if client.is_greeted:
            self.social_door.met(client)

    def _said_at(self, desk: RoomDesk, aside: Aside) -> None:
        player = field_of(aside.topic)
        if player is not None:
            self.rooms.premoves.heard(desk.replica, player, aside.body)
        self._talk.heard(desk, aside)
