"""The turns of the loop, by number."""

import asyncio


class Turns:
    """Counts the turns of the loop it was started on."""

    def __init__(self) -> None:
        self.number = 0
        self.begin()

    def begin(self) -> None:
        self.number += 1
        asyncio.get_running_loop().call_soon(self.begin)
