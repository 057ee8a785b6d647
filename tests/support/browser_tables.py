"""Games laid out over the wire, for browsers to walk into: two seats, moves already played."""

from dataclasses import dataclass

from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient

NO_CLOCK: Message = {"type": "none"}
TEN_MINUTES: Message = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}


@dataclass(frozen=True, slots=True)
class Laid:
    """A room and the tokens of its two players; `black` is empty while nobody sits there.

    Fields:
        seat_key: what opens the free seat, as long as there is one.
    """

    socket_url: str
    room: str
    red: str
    black: str
    seat_key: str = ""

    @property
    def path(self) -> str:
        """The page of the game, as its players are sent there."""
        return f"/game/{self.room}" + (f"#seat={self.seat_key}" if self.seat_key else "")

    async def play(self, *moves: str) -> None:
        """Play moves, each by the side whose turn it is."""
        async with (
            WireClient(self.socket_url, token=self.red) as red,
            WireClient(self.socket_url, token=self.black) as black,
        ):
            played = (await _joined(red, self.room))["moves"]
            await _joined(black, self.room)
            for ply, text in enumerate(moves, start=len(played)):
                move = {"type": "move", "room": self.room, "ply": ply, "text": text}
                answer = await (black if ply % 2 else red).ask(move)
                assert answer["type"] == "done", answer

    async def moves(self) -> list[str]:
        """The moves played so far, as squares, as a stranger sees them."""
        async with WireClient(self.socket_url) as stranger:
            return [uci for uci, *_ in (await _joined(stranger, self.room))["moves"]]


async def invited(
    server: ServerProcess, clock: Message = TEN_MINUTES, red_token: str | None = None
) -> Laid:
    """A game in which Red, who may be known already, waits for a friend."""
    async with WireClient(server.socket_url, token=red_token) as red:
        terms = {"clock": clock}
        answer = await red.ask({"type": "invite", "terms": terms, "side": "red"})
        key = answer["seat_key"]
        return Laid(server.socket_url, answer["room"], red_token or str(red.token), "", key)


async def seated(laid: Laid) -> Laid:
    """The same game with a friend who took the seat."""
    async with WireClient(laid.socket_url) as black:
        await _joined(black, laid.room)
        sit = {"type": "sit", "room": laid.room, "seat_key": laid.seat_key}
        answer = await black.ask(sit)
        assert answer["type"] == "done", answer
        return Laid(laid.socket_url, laid.room, laid.red, str(black.token))


async def laid_out(
    server: ServerProcess,
    *moves: str,
    clock: Message = TEN_MINUTES,
    red_token: str | None = None,
) -> Laid:
    """A game of two, with these moves played."""
    laid = await seated(await invited(server, clock, red_token))
    await laid.play(*moves)
    return laid


async def _joined(client: WireClient, room: str) -> Message:
    await client.send({"type": "join", "room": room})
    return await client.expect("room", room=room)
