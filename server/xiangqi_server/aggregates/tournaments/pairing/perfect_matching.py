"""Pairings that leave no player over: found if there is one, and several of them at once.

Theory of operation. A pairing that leaves some over is grown by augmenting paths (Edmonds). A path
leads from one player without a partner to another, along pairs that are undone and others that are
made. So every player that had a partner has one again. All pairs outside the path stay.
An odd cycle of the search, a blossom, is taken as one vertex from then on.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

FREE: Final = -1
Pairs = tuple[tuple[int, int], ...]


def grown(
    count: int, pairs: Iterable[tuple[int, int]], partners: Callable[[int], Sequence[int]]
) -> Pairs:
    """As many pairs of the numbers from 0 to `count` as there can be, from some that there are.

    Args:
        partners: gives the possible partners of each, the best first; asked once of each at most.
    """
    matching = _Matching(count, pairs, partners)
    for root in range(count):
        if matching.mates[root] == FREE:
            matching.augment(root)
    return tuple((vertex, mate) for vertex, mate in enumerate(matching.mates) if vertex < mate)


class _Matching:
    def __init__(
        self,
        count: int,
        pairs: Iterable[tuple[int, int]],
        partners: Callable[[int], Sequence[int]],
    ) -> None:
        self.mates = [FREE] * count
        for one, other in pairs:
            self.mates[one], self.mates[other] = other, one
        self._partners = partners
        self._known: dict[int, Sequence[int]] = {}

    def augment(self, root: int) -> None:
        """Find `root` a partner, if it can have one."""
        search = _Search(self.mates, root)
        while search.queue:
            vertex = search.queue.popleft()
            if vertex not in self._known:
                self._known[vertex] = self._partners(vertex)
            for other in self._known[vertex]:
                if search.meets(vertex, other):
                    self._turn(search.parents, other)
                    return

    def _turn(self, parents: list[int], end: int) -> None:
        """Undo and make pairs along the path that ends there."""
        while end != FREE:
            parent = parents[end]
            before = self.mates[parent]
            self.mates[end], self.mates[parent] = parent, end
            end = before


class _Search:
    """The tree of one search; `parents` are known of those at an odd distance from the root."""

    def __init__(self, mates: Sequence[int], root: int) -> None:
        self._mates = mates
        self._root = root
        self._bases = list(range(len(mates)))
        self._reached = {root}
        self.parents = [FREE] * len(mates)
        self.queue = deque([root])

    def meets(self, vertex: int, other: int) -> bool:
        """Take a possible pair into the tree; whether it ends the path, at one left over."""
        bases, mates, parents = self._bases, self._mates, self.parents
        if bases[vertex] == bases[other] or mates[vertex] == other:
            return False
        mate = mates[other]
        if other == self._root or (mate != FREE and parents[mate] != FREE):
            self._contract(vertex, other)
        elif parents[other] == FREE:
            parents[other] = vertex
            if mate == FREE:
                return True
            self._reach(mate)
        return False

    def _reach(self, vertex: int) -> None:
        if vertex not in self._reached:
            self._reached.add(vertex)
            self.queue.append(vertex)

    def _contract(self, one: int, other: int) -> None:
        """Take the odd cycle that these two close as one vertex."""
        base = self._common_base(one, other)
        blossom = {*self._marked(one, base, other), *self._marked(other, base, one)}
        for vertex, own in enumerate(self._bases):
            if own in blossom:
                self._bases[vertex] = base
                self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        one = self._bases[one]
        seen.add(one)
        while self._mates[one] != FREE:
            one = self._bases[self.parents[self._mates[one]]]
            seen.add(one)
        other = self._bases[other]
        while other not in seen:
            other = self._bases[self.parents[self._mates[other]]]
        return other

    def _marked(self, vertex: int, base: int, child: int) -> Iterator[int]:
        """The vertices of one half of the cycle, whose parents go the other way round now too."""
        while self._bases[vertex] != base:
            mate = self._mates[vertex]
            yield self._bases[vertex]
            yield self._bases[mate]
            self.parents[vertex] = child
            child, vertex = mate, self.parents[mate]


def all_perfect(partners: Mapping[int, frozenset[int]]) -> Iterator[Pairs]:
    """Every pairing in which no one is left over; for a few."""
    if not partners:
        yield ()
        return
    first = min(partners)
    for other in sorted(partners[first] & partners.keys()):
        rest = {vertex: own for vertex, own in partners.items() if vertex not in (first, other)}
        for pairs in all_perfect(rest):
            yield ((first, other), *pairs)


def has_disjoint(
    partners: Mapping[int, frozenset[int]], rounds: int, looks: Iterator[int], after: int = FREE
) -> bool:
    """Whether there are `rounds` perfect pairings in which no two meet twice; for a few.

    Args:
        looks: one is taken for each pairing that is looked at; once they are used up, False.
        after: the first of all meets only later numbers than this one. The order of the rounds
            does not matter, so it meets its opponents in the order of their numbers.
    """
    if rounds == 0 or not partners:
        return True
    first = min(partners)
    ahead = frozenset(other for other in partners[first] if other > after)
    if len(ahead) < rounds or any(len(own) < rounds for own in partners.values()):
        return False
    for pairs in all_perfect({**partners, first: ahead}):
        if next(looks, None) is None:
            return False
        if has_disjoint(without(partners, pairs), rounds - 1, looks, pairs[0][1]):
            return True
    return False


def without(
    partners: Mapping[int, frozenset[int]], pairs: Iterable[tuple[int, int]]
) -> dict[int, frozenset[int]]:
    """The possible partners once these have met."""
    left = dict(partners)
    for one, other in pairs:
        left[one] -= {other}
        left[other] -= {one}
    return left
