"""What the cells of the page's board say to those who listen."""

import re

from tests.support.browser import Guest

BACK_RANK = ("chariot", "horse", "elephant", "advisor", "general")


def first_position() -> set[str]:
    """What the 90 cells say before the first move."""
    names = {f"{file}{rank}": "empty" for file in "abcdefghi" for rank in range(10)}
    for side, back, cannons, soldiers in (("Red", 0, 2, 3), ("Black", 9, 7, 6)):
        for file, piece in zip("abcdefghi", BACK_RANK + BACK_RANK[-2::-1], strict=True):
            names[f"{file}{back}"] = f"{side} {piece}"
        names |= {f"{file}{cannons}": f"{side} cannon" for file in "bh"}
        names |= {f"{file}{soldiers}": f"{side} soldier" for file in "acegi"}
    return {f"{square} {what}" for square, what in names.items()}


async def spoken_cells(guest: Guest) -> list[str]:
    """The names of the cells as the accessibility tree has them."""
    tree = await guest.page.get_by_role("grid", name="Board").aria_snapshot()
    return re.findall(r'gridcell "([^"]+)"', tree)
