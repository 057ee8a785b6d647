"""How the package is laid out: few rooms, in floors of which each imports only those below it."""

from functools import cache
from typing import Final

from tests.support.layout import arrows, crowded, floors, read, rooms

MOST_ROOMS: Final = 16
MOST_FLOORS: Final = 8
MOST_ARROWS: Final = 70
MOST_FILES: Final = 25


@cache
def imports() -> dict[str, set[str]]:
    """Those of all modules; read by the first test, not by every process that collects it."""
    return read()


def test_the_top_floor_has_few_rooms_and_few_arrows() -> None:
    assert len(rooms(imports())) <= MOST_ROOMS
    assert sum(len(below) for below in arrows(imports()).values()) <= MOST_ARROWS


def test_the_rooms_stand_in_few_floors() -> None:
    found = floors(imports())

    assert {room for floor in found for room in floor} == rooms(imports())
    assert len(found) <= MOST_FLOORS


def test_no_folder_has_many_files_side_by_side() -> None:
    assert crowded(imports(), MOST_FILES) == {}


def test_rooms_that_import_each_other_are_on_no_floor() -> None:
    circle = {"a/x.py": {"xiangqi_server.b.y"}, "b/y.py": {"xiangqi_server.a.x"}, "c.py": set()}

    assert floors(circle) == [{"c"}]
