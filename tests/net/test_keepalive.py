from dataclasses import dataclass

from xiangqi_server.net.keepalive import Keepalive, Newcomers


@dataclass(eq=False)
class Beating:
    """A listed connection that counts its beats."""

    beats: int = 0

    def beat(self) -> None:
        self.beats += 1

    def go_away(self) -> None:
        """Stay."""

    def abort(self) -> None:
        """Stay."""


def test_everyone_beats_once_in_as_many_ticks_as_there_are_parts() -> None:
    roster, listed = Keepalive(part_count=4), [Beating() for _ in range(100)]
    for connection in listed:
        roster.add(connection)

    most = 0
    for _ in range(4):
        before = sum(connection.beats for connection in listed)
        roster.beat()
        most = max(most, sum(connection.beats for connection in listed) - before)

    assert {connection.beats for connection in listed} == {1}
    assert most < 50


def test_who_has_left_is_not_visited() -> None:
    roster, connection = Keepalive(part_count=2), Beating()
    roster.add(connection)
    roster.discard(connection)
    roster.discard(connection)

    roster.beat()
    roster.beat()

    assert (connection.beats, len(roster), list(roster)) == (0, 0, [])


def test_emptiness_is_told_when_the_last_one_leaves_or_at_once() -> None:
    roster, connection, told = Keepalive(part_count=2), Beating(), list[str]()
    roster.add(connection)

    roster.when_empty(lambda: told.append("later"))
    before = list(told)
    roster.discard(connection)
    roster.when_empty(lambda: told.append("at once"))

    assert before == []
    assert told == ["later", "at once"]


@dataclass(eq=False)
class Coming(Beating):
    """A newcomer that gives way to nobody."""

    def give_way(self) -> None:
        """Stay."""


def test_that_no_newcomer_is_left_is_told_when_the_last_one_leaves_or_at_once() -> None:
    newcomers, connection, told = Newcomers(), Coming(), list[str]()
    newcomers.add(connection)

    newcomers.when_empty(lambda: told.append("later"))
    before = (list(newcomers), list(told))
    newcomers.discard(connection)
    newcomers.when_empty(lambda: told.append("at once"))

    assert before == ([connection], [])
    assert told == ["later", "at once"]
