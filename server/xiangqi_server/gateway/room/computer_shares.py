"""How many games with the computer opponents an address may have while they are scarce.

The computers are a client like any other and know no addresses, so their challenges are counted
here. Whether a game is over is checked when the next is asked for. A game that its computer plays
on after the person has left counts, but holds no place among those that are played.
"""

from collections.abc import Awaitable, Callable

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.name_rules import COMPUTERS
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.limits import COMPUTER_GAMES, COMPUTER_GAMES_OF_ADDRESS, shares_of


def is_computer(player: Player) -> bool:
    """Whether a player is one of the computer opponents."""
    return player.identity.is_bot and player.naming.name in COMPUTERS


class ComputerShares:
    """The games with computers that were asked for here. Owned by the invitations.

    Args:
        is_over: tells whether the game of a room is over, or never came about.
        nodes: how many nodes there are.
    """

    def __init__(self, is_over: Callable[[str], Awaitable[bool]], nodes: Callable[[], int]) -> None:
        self._is_over = is_over
        self._nodes = nodes
        self._games: dict[str, str] = {}

    async def require_share(self, address: str) -> None:
        """Go on if an address may have another game.

        Raises:
            Refused: computers are scarce, and it has its share.
        """
        if len(self._games) >= COMPUTER_GAMES.most // self._nodes():
            await self._forget_what_is_over()
        own = sum(address == other for other in self._games.values())
        is_scarce = len(self._games) >= COMPUTER_GAMES.most // self._nodes()
        share = COMPUTER_GAMES_OF_ADDRESS.most * shares_of(address)
        require(not address or not is_scarce or own < share, CommonRefusal.LIMIT_REACHED)

    def note(self, room: str, address: str) -> None:
        """A game was asked for."""
        self._games[room] = address

    async def _forget_what_is_over(self) -> None:
        for room in tuple(self._games):
            if await self._is_over(room):
                self._games.pop(room, None)
