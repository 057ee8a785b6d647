"""Pictures of positions: PNG files of the right size, with each piece on its point."""

import asyncio

from xiangqi_server.api.views.previews import DrawnPosition
from xiangqi_server.node.pictures import HEIGHT, KEPT, ORIGIN, UNIT, WIDTH, BoardPictures, read_png

EMPTY = "/".join(["9"] * 10)


def points_that_differ(one: bytes, other: bytes) -> set[tuple[int, int]]:
    """The points, by file and row from above, around whose middle two pictures differ."""
    first, second = read_png(one)[1], read_png(other)[1]
    return {
        (x, y)
        for x in range(9)
        for y in range(10)
        for left, row in [(ORIGIN[0] + UNIT * x - 9, ORIGIN[1] + UNIT * y)]
        if first[row][left : left + 18] != second[row][left : left + 18]
    }


async def test_a_picture_shows_each_piece_on_its_point() -> None:
    pictures = BoardPictures()

    board = await pictures.of(DrawnPosition(EMPTY, None))
    some = await pictures.of(DrawnPosition("3k5/9/9/9/9/9/4P4/9/9/R7K", None))

    assert points_that_differ(board, some) == {(3, 0), (4, 6), (0, 9), (8, 9)}


async def test_a_picture_is_a_png_of_the_size_that_is_told() -> None:
    picture = await BoardPictures().of(DrawnPosition(EMPTY, None))
    palette, rows = read_png(picture)

    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert (len(rows), {len(row) for row in rows}) == (HEIGHT, {WIDTH})
    assert len(palette) <= 3 * 256


async def test_different_pieces_look_different_and_the_same_alike() -> None:
    pictures = BoardPictures()
    boards = [f"{piece}8{EMPTY[1:]}" for piece in "KABNRCPkabnrcp"]

    drawn = [await pictures.of(DrawnPosition(board, None)) for board in boards]

    assert len(set(drawn)) == len(boards)
    assert [await BoardPictures().of(DrawnPosition(board, None)) for board in boards] == drawn


async def test_so_many_pictures_are_kept() -> None:
    pictures = BoardPictures()
    boards = [
        f"{x or ''}K{8 - x or ''}/" + "/".join(["9"] * y + ["4k4"] + ["9"] * (8 - y))
        for x in range(9)
        for y in range(9)
    ]

    first = await pictures.of(DrawnPosition(boards[0], None))
    again = await pictures.of(DrawnPosition(boards[0], None))
    for board in boards:
        await pictures.of(DrawnPosition(board, None))

    assert again is first
    assert len(boards) > KEPT
    assert await pictures.of(DrawnPosition(boards[0], None)) is not first


async def test_a_picture_that_many_ask_for_at_once_is_drawn_once() -> None:
    pictures = BoardPictures()
    boards = [EMPTY, f"K8{EMPTY[1:]}"]

    drawn = await asyncio.gather(*(pictures.of(DrawnPosition(board, None)) for board in boards * 3))

    assert len({id(picture) for picture in drawn}) == len(boards)
    assert drawn[0] != drawn[1]


async def test_the_last_move_is_marked_by_corners_around_both_of_its_points() -> None:
    pictures = BoardPictures()

    plain = read_png(await pictures.of(DrawnPosition(EMPTY, None)))[1]
    marked = read_png(await pictures.of(DrawnPosition(EMPTY, "h2e2")))[1]

    changed = {
        (round((x - ORIGIN[0]) / UNIT), round((y - ORIGIN[1]) / UNIT))
        for y in range(HEIGHT)
        for x in range(WIDTH)
        if plain[y][x] != marked[y][x]
    }
    assert changed >= {(7, 7), (4, 7)}
    assert {y for _, y in changed} <= {6, 7, 8}
