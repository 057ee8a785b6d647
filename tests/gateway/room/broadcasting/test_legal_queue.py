import pytest

from tests.support.gateways import a_node
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.room.broadcasting.legal_queue import ROOMS_A_TURN, LegalQueue


class ARoom:
    """A room that owes a list."""

    def __init__(self, served: list[int], number: int) -> None:
        self.served = served
        self.number = number

    def flush(self) -> None:
        """Tell it."""
        if self.number == 1:
            raise ValueError("a bug in this room")
        self.served.append(self.number)


@pytest.mark.makes_faults
async def test_rooms_are_served_in_order_and_one_that_fails_alone_is_not() -> None:
    node = await a_node()
    queue = LegalQueue(BackgroundTasks(node.host), node.host.faults)
    served: list[int] = []
    rooms = [ARoom(served, number) for number in range(ROOMS_A_TURN + 2)]

    for room in (*rooms, rooms[0]):
        queue.add(room)
    assert served == []
    await node.settle()

    assert served == [0, *range(2, ROOMS_A_TURN + 2)]
    assert node.host.faults.counts == {"legal": 1}

    queue.add(rooms[0])
    await node.settle()

    assert served[-1] == 0
