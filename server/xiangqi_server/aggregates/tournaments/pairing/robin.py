"""Round robins by Berger's tables: in each round everybody meets another one.

Source: FIDE Handbook C.05, annex 1. The first of a pair has Red. In a field of odd size the player
that would meet the missing number has no opponent.
"""


def berger(count: int, round_: int) -> list[tuple[int, int]]:
    """The pairs of a round (from 1) in a field of even size, by numbers from 1; Red first."""
    last = count - 1
    first = 1 + (round_ - 1) * (count // 2) % last
    pairs = [(first, count) if round_ % 2 else (count, first)]
    steps = range(1, count // 2)
    return pairs + [
        ((first - 1 + step) % last + 1, (first - 1 - step) % last + 1) for step in steps
    ]


def round_count(entrants: int, *, double: bool) -> int:
    """How many rounds a field of that size plays."""
    once = max(0, entrants - 1 + entrants % 2)
    return 2 * once if double else once


def pairs_of(field: tuple[str, ...], round_: int) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The pairs of a round (from 1), Red first, and the players without an opponent.

    In the second half of a double round robin the sides are changed.
    """
    size = len(field) + len(field) % 2
    is_second = round_ > size - 1
    pairs, byes = [], []
    for one, other in berger(size, round_ - (size - 1) * is_second):
        if max(one, other) > len(field):
            byes.append(field[min(one, other) - 1])
        else:
            red, black = (other, one) if is_second else (one, other)
            pairs.append((field[red - 1], field[black - 1]))
    return pairs, tuple(byes)
