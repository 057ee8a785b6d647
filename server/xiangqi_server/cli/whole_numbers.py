"""Arguments of commands that are whole numbers."""

import argparse
from collections.abc import Callable


def whole_number(least: int, what: str = "a number") -> Callable[[str], int]:
    """What reads an argument that is a whole number, `least` or more, in digits.

    Args:
        what: the argument is, as its error says it.

    Raises:
        ArgumentTypeError: by what is returned: the argument is no such number.
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"{what} from {least} on, not {text!r}")
        return int(text)

    return read
