"""Which commands of a player this node has carried out lately, so that a repeat is not refused.

Theory of operation. An aggregate knows the last commands of each player by their ids. But before
it is asked, a message is counted, and its sender's rights are checked; a copy could fail there
although the first one took effect. So each command of a player is remembered here until 32 others
have come after it. A copy of a command that was answered `done` gets the same answer again. A copy
of a command whose outcome is not known yet costs no more than any message on its way to the
aggregate. After a restart, or on another node, only the aggregates know.
"""

from collections import OrderedDict
from typing import Final, NamedTuple

from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Repeat
from xiangqi_server.wire.client import ClientMessage, Request
from xiangqi_server.wire.codec import fingerprint
from xiangqi_server.wire.server import Done

COMMANDS_PER_PLAYER: Final = 32
PLAYERS: Final = 2_048
"""How many players are remembered; those that have been silent for longest are forgotten."""


class Known(NamedTuple):
    """What is known of a copy.

    Fields:
        done: the answer that the command got before, if that was `done`.
        is_free: the copy is counted as a message, whatever its kind costs.
    """

    done: Done | None
    is_free: bool


Commands = dict[str, tuple[str, Done | None]]
"""By id, the oldest first: the fingerprint, and the answer once it was `done`."""
_NEW: Final[tuple[str, Done | None]] = ("", None)
"""The state of a command that has not been seen before."""


class Repeats:
    """The latest commands of the players here. Owned by the gateway."""

    __slots__ = ("_latest", "_players")

    def __init__(self) -> None:
        self._players: OrderedDict[str, Commands] = OrderedDict()
        self._latest: tuple[ClientMessage | None, str] = (None, "")

    def fingerprint(self, message: ClientMessage) -> str:
        """See `codec.fingerprint`; that of a message which is being handled is worked out once."""
        latest, print_ = self._latest
        if latest is not message:
            print_ = fingerprint(message)
            self._latest = (message, print_)
        return print_

    def begin(self, player: str, message: ClientMessage) -> str | None:
        """Remember a command; gives its fingerprint, None if it need not be remembered."""
        if not player or not isinstance(message, Request):
            return None
        if POLICY[type(message)].repeat is Repeat.ALWAYS_NEW:
            return None
        commands = self._players.get(player)
        if commands is None:
            commands = self._players[player] = {}
        self._players.move_to_end(player)
        if len(self._players) > PLAYERS:
            self._players.popitem(last=False)
        print_, (known_print, done) = fingerprint(message), commands.pop(message.id, _NEW)
        self._latest = (message, print_)
        commands[message.id] = (print_, done if known_print == print_ else None)
        if len(commands) > COMMANDS_PER_PLAYER:
            del commands[next(iter(commands))]
        return print_

    def answered(self, player: str, id_: str, print_: str, done: Done | None) -> None:
        """Note how a command came out: None if it was refused."""
        commands = self._players.get(player)
        if commands is None or commands.get(id_, _NEW)[0] != print_:
            return
        if done is None:
            del commands[id_]
        else:
            commands[id_] = (print_, done)

    def known(self, player: str, message: ClientMessage) -> Known | None:
        """What is known of the command that a message is a copy of; None if it is a new one."""
        commands = self._players.get(player)
        if commands is None or not isinstance(message, Request):
            return None
        known = commands.get(message.id)
        if known is None or known[0] != self.fingerprint(message):
            return None
        done = known[1]
        is_known_further_on = POLICY[type(message)].repeat is Repeat.KNOWN_FURTHER_ON
        return Known(done, is_free=done is not None or is_known_further_on)
