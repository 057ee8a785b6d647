"""What must hold when strangers have done what they liked, read from the logs and the nodes."""

from collections import Counter
from typing import Final, NamedTuple

from tests.strangers.world import World
from tests.support.virtual_time import START_MS, store_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Opened, Seated
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.port import Store, all_of
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import STORED_GUESTS

EVENT_BYTES: Final = 100
"""What an event takes besides its record: its stamp, its number, the id of its append."""


async def check(world: World) -> None:
    """Hold every law.

    Raises:
        LawBroken: one does not hold.
    """
    for node in world.nodes:
        world.require(node.is_alive, "no node ends")
        counts = node.host.faults.counts
        world.require(not counts, "nothing fails", dict(counts))
        world.require(not any(node.gateway.held), "everything is let go", node.gateway.held)
    searched = SEARCHED.positions - world.searched_before
    world.require(searched == 0, "no node searches on its loop", searched)
    await _guests_are_counted(world)
    await _bytes_are_counted(world)
    async for room in all_of(world.store, "room"):
        opened, seated = await _entries(world.store, room)
        for at_ms, player in opened.players + seated:
            _may_enter(world, room.id, at_ms, player)
        for _, player in seated:
            has_key = bool(world.faces[player] & world.holders[room.id])
            world.require(has_key or not opened.lock, "a seat needs its key", room.id, player)


def _may_enter(world: World, room: str, at_ms: int, player: str) -> None:
    """A player comes into a game at a time when it is not banned."""
    for from_ms, to_ms in world.bans.get(player, ()):
        is_free = not from_ms < at_ms < to_ms
        world.require(is_free, "who is banned enters no game", room, player, at_ms)


async def _guests_are_counted(world: World) -> None:
    """No address has had more guests stored than its share, and once more for the first moment."""
    minutes = (store_ms() - START_MS) // STORED_GUESTS.every_ms
    allowed = min(2, len(world.nodes)) * (STORED_GUESTS.burst + minutes)
    stored = Counter[str]()
    async for player in all_of(world.store, "player"):
        stored.update({stranger.address for stranger in world.faces[player.id]})
    for address, count in stored.items():
        world.require(count <= allowed, "limits hold by address", address, count, allowed)


async def _bytes_are_counted(world: World) -> None:
    """All that the rooms hold was counted for the addresses of those who played there."""
    held = Counter[str]()
    async for room in all_of(world.store, "room"):
        log = await world.store.logs.read(room, 0)
        size = sum(len(event.body) + EVENT_BYTES for event in log)
        beginning, seated = await _entries(world.store, room)
        players = {player for _, player in beginning.players + seated}
        addresses = {one.address for player in players for one in world.faces[player]}
        for address in addresses:
            held[address] += size // len(addresses)
    for address, size in held.items():
        paid = world.paid[address]
        world.require(size <= paid, "what is stored was counted by address", address, size, paid)


class Beginning(NamedTuple):
    """How a room was opened: for whom and when, and what opens its free seat ("" for nothing)."""

    players: list[tuple[int, str]]
    lock: str


async def _entries(store: Store, room: AggregateId) -> tuple[Beginning, list[tuple[int, str]]]:
    """How a room began, and who has sat down since; each time as store time and player."""
    beginning, seated = Beginning([], ""), list[tuple[int, str]]()
    for event in await store.logs.read(room, 0):
        match read_fact(ROOM, event.body).event:
            case Opened(seats=seats, lock=lock):
                beginning = Beginning([(event.at_ms, one) for one in seats.taken()], lock)
            case Seated(_, player):
                seated.append((event.at_ms, player))
    return beginning, seated
