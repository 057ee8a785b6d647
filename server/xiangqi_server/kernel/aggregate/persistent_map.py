"""A map that never changes: each change gives another map, which shares nearly all of it.

The entries lie in a fixed number of small dictionaries, by the hash of their key. A change copies
one of them and the row of all, so that it costs the same few microseconds in any crowd the lobby
or a tournament admits; reading, and going through everybody, cost about what they cost in a
dictionary.
"""

from collections.abc import Iterable, Iterator, Mapping, ValuesView
from itertools import chain
from typing import Final, Generic, TypeVar

PARTS: Final = 128
"""With 24,000 entries each part holds two hundred: copying a part then costs as much as copying the
row of all parts."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class PersistentMap(Mapping[Key, Value], Generic[Key, Value]):
    """Entries by key, in no order. A new map is empty."""

    __slots__ = ("_count", "_parts")

    def __init__(self) -> None:
        self._parts: tuple[dict[Key, Value], ...] = ({},) * PARTS
        self._count = 0

    def set(self, key: Key, value: Value) -> "PersistentMap[Key, Value]":
        """Give the map with this entry, instead of the one of the same key if there is one."""
        parts = list(self._parts)
        at = hash(key) % PARTS
        part = parts[at] = parts[at].copy()
        before = len(part)
        part[key] = value
        return self._with(parts, self._count + len(part) - before)

    def set_all(self, entries: Iterable[tuple[Key, Value]]) -> "PersistentMap[Key, Value]":
        """Give the map with all these entries, as `set` would one after another, in one go."""
        parts, count = list(self._parts), self._count
        copied: set[int] = set()
        for key, value in entries:
            at = hash(key) % PARTS
            if at not in copied:
                copied.add(at)
                parts[at] = parts[at].copy()
            count += key not in parts[at]
            parts[at][key] = value
        return self._with(parts, count)

    def without(self, keys: Iterable[Key]) -> "PersistentMap[Key, Value]":
        """Give the map without the entries of these keys.

        Raises:
            KeyError: there is no such entry.
        """
        parts, count = list(self._parts), self._count
        copied: set[int] = set()
        for key in keys:
            at = hash(key) % PARTS
            if at not in copied:
                copied.add(at)
                parts[at] = parts[at].copy()
            del parts[at][key]
            count -= 1
        return self._with(parts, count)

    def _with(self, parts: list[dict[Key, Value]], count: int) -> "PersistentMap[Key, Value]":
        other: PersistentMap[Key, Value] = PersistentMap.__new__(PersistentMap)
        other._parts, other._count = tuple(parts), count
        return other

    def __getitem__(self, key: Key) -> Value:
        return self._parts[hash(key) % PARTS][key]

    def __contains__(self, key: object) -> bool:
        return key in self._parts[hash(key) % PARTS]

    def __iter__(self) -> Iterator[Key]:
        return chain.from_iterable(self._parts)

    def values(self) -> ValuesView[Value]:
        """All values, as fast as those of a dictionary."""
        return _Values(self)

    def __len__(self) -> int:
        return self._count


class _Values(ValuesView[Value]):
    _mapping: PersistentMap[object, Value]

    def __iter__(self) -> Iterator[Value]:
        return chain.from_iterable([part.values() for part in self._mapping._parts])
