"""How a room comes to be and gets its players: open, sit, and what a rematch opens."""

from msgspec.structs import replace

from server.aggregate.decision import Decision
from server.aggregate.refusal import RefusalCode, require
from server.aggregate.shelving import to_catalogue
from server.room.agreement import settled
from server.room.endings import RoomDecision
from server.room.messages import Open, Opened, Seated, Sit
from server.room.ratings import engage
from server.room.state import Room, Status
from server.room.terms import Seats
from server.rules.board import Side


def open_room(room: Room, command: Open) -> RoomDecision:
    """Open an empty room; with both seats taken, Red's turn begins.

    A player who waits for a friend is engaged already: the room must be found again.
    """
    require(room.status is Status.EMPTY, RefusalCode.ROOM_EXISTS)
    red, black = command.seats.red, command.seats.black
    require(red is not None or black is not None, RefusalCode.BAD_TERMS, "Nobody is seated.")
    require(red != black, RefusalCode.NOT_ALLOWED, "Nobody plays against oneself.")

    opened = Opened(settled(command.terms), command.seats, command.previous, command.origin)
    seats = ((Side.RED, red), (Side.BLACK, black))
    orders = tuple(
        engage(room, side, player, opened.terms) for side, player in seats if player is not None
    )
    entered = (to_catalogue(room.id),) if len(orders) > 1 else ()
    return Decision((opened,), (*orders, *entered))


def sit(room: Room, command: Sit) -> RoomDecision:
    """Take the free seat, which starts the game; to sit down again changes nothing."""
    require(room.status is not Status.OVER, RefusalCode.GAME_OVER)
    held = room.seats.side_of(command.by)
    if room.status is Status.PLAYING:
        require(held is not None, RefusalCode.SEAT_TAKEN)
        return Decision()
    require(held is None, RefusalCode.NOT_ALLOWED, "Nobody plays against oneself.")

    side = Side.RED if room.seats.red is None else Side.BLACK
    engaged = engage(room, side, command.by, room.terms)
    return Decision((Seated(int(side), command.by),), (engaged, to_catalogue(room.id)))


def rematch_of(room: Room) -> Open:
    """The game after this one: sides changed, under the rule set's version of its own day."""
    rules = replace(room.terms.rules, version=0)
    seats = Seats(red=room.seats.black, black=room.seats.red)
    return Open(replace(room.terms, rules=rules), seats, previous=room.id)
