"""Swiss rounds: players with equal points meet, no two of them twice, and the sides even out.

Theory of operation. Players stand in the order of their points. Within a group of equal points the
first of the upper half is followed by the first of the lower half, and so on. So players that meet
at best stand side by side. The cheapest pairing of neighbours (`matching`) is one in which points
differ least. Of these it is one in which fewest players get a side they should not. Of these it is
one in which players that met more points lately, or fewer, do not so again. Of these it is the one
nearest to upper half against lower half. In an odd field the bye goes to the fewest points, and
among these to the player that has missed the fewest games. If a player is left over, the reach is
widened. Then partners are looked for at any distance (`perfect_matching`), and then the rule of
sides is given up. The rule that no two players meet twice is never given up. A field of ten or
fewer prefers a pairing that leaves the later rounds pairable. Otherwise six players could come to a
fourth round in which all who have not met are two groups of three.

Sources: FIDE C.04.1 (basic rules) and C.04.3 (2026): the floats of the last two rounds, the
unplayed games of a player who gets the bye. For the sides, article 5: absolute, strong and mild
preferences, and the five rules by which the sides of a pair are chosen, in their order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from xiangqi_server.aggregates.tournaments.pairing.matching import nearest
from xiangqi_server.aggregates.tournaments.pairing.perfect_matching import (
    Pairs,
    all_perfect,
    grown,
    has_disjoint,
    without,
)
from xiangqi_server.aggregates.tournaments.results.crosstable import Crosstable, RoundResult
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.steps import Steps

DOWN, LEVEL, UP = -1, 0, 1
"""How an opponent's points were to the player's own: fewer, as many, more. A round that brought
points without a game is a float down."""
ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
"""How much a player should have the side it prefers."""

_POINT: Final = 10_000_000
_UNPLAYED: Final = _POINT // 20
"""A bye for a player with an earlier round without a game: in 19 of them less than a point."""
_CLASH: Final = 10_000
_FLOAT_AGAIN: Final = 3_600
_FLOAT_ONCE_MORE: Final = 900
"""A float like that of the round before, or like that of the round before it; of both players all
together are less than a clash."""
_BYE: Final = 10**16
_BYE_POINT: Final = 10**13
_SECOND_BYE: Final = 10**18
_FLOAT_ROUNDS: Final = 2
REACHES: Final = ((8, 10_000), (12, 60), (16, 16))
"""How far apart partners may stand, and in fields of what size that can be afforded."""
_PLAYERS_A_STEP: Final = 100
FEW: Final = 10
"""In a field of this size every pairing of a round can be looked at."""
_LOOKS: Final = 2_000
"""How many pairings, of this round and of those to come, are looked at to find one."""


class Preference(NamedTuple):
    """The side a player should have, and how much; no side before its first game."""

    side: Side | None
    degree: int


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player as the pairing sees it.

    Fields:
        number: the pairing number, from 1; the lower comes first.
        met: its opponents so far.
        sides: of its games, in order.
        had_bye: it had a win without a game.
        floats: of the last two rounds, the latest last; see `DOWN`.
        unplayed: how many rounds it had no game in.
    """

    player: str
    number: int
    points: int
    met: frozenset[str] = frozenset()
    sides: tuple[Side, ...] = ()
    had_bye: bool = False
    floats: tuple[int, ...] = ()
    unplayed: int = 0

    @property
    def difference(self) -> int:
        """How many more games it had with Red than with Black."""
        return self.sides.count(Side.RED) - self.sides.count(Side.BLACK)

    @property
    def preference(self) -> Preference:
        """Which side it should have."""
        if not self.sides:
            return Preference(None, NONE)
        difference, last = self.difference, self.sides[-1]
        is_run = len(self.sides) > 1 and self.sides[-2] is last
        if abs(difference) > 1:
            return Preference(Side.BLACK if difference > 0 else Side.RED, ABSOLUTE)
        if is_run:
            return Preference(last.opponent, ABSOLUTE)
        if difference:
            return Preference(Side.BLACK if difference > 0 else Side.RED, STRONG)
        return Preference(last.opponent, MILD)


class SwissRound(NamedTuple):
    """The pairs of a round, Red first, and the players without an opponent."""

    pairs: list[tuple[str, str]]
    byes: tuple[str, ...]


class SwissQuestion(NamedTuple):
    """What the pairing of the next round depends on.

    Fields:
        players: those that can be paired.
        last_points, to_come: see `paired`.
    """

    players: list[SwissPlayer]
    last_points: int | None
    to_come: int


def players_in_steps(table: Crosstable, numbers: Mapping[str, int]) -> Steps[list[SwissPlayer]]:
    """The players of a table with a number, as the pairing of the next round sees them.

    A game to which one of the two did not come was no meeting, and gave neither a side.
    """
    found = list[SwissPlayer]()
    for player, number in numbers.items():
        if len(found) % _PLAYERS_A_STEP == 0:
            yield
        row = table[player]
        played = [result for result in row if result.how == "played"]
        found.append(
            SwissPlayer(
                player=player,
                number=number,
                points=sum(result.points for result in row),
                met=frozenset(result.opponent for result in played),
                sides=tuple(result.side for result in played if result.side is not None),
                had_bye=any(result.how != "played" and result.points == 2 for result in row),
                floats=_floats(row, table),
                unplayed=len(row) - len(played),
            )
        )
    return found


def _floats(row: Sequence[RoundResult], table: Crosstable) -> tuple[int, ...]:
    """How a player floated in the last two rounds."""
    latest = range(max(0, len(row) - _FLOAT_ROUNDS), len(row))
    return tuple([_float(row, number, table) for number in latest])


def _float(row: Sequence[RoundResult], number: int, table: Crosstable) -> int:
    result = row[number]
    if result.how != "played":
        return DOWN if result.points else LEVEL
    own, other = _points_before(row, number), _points_before(table[result.opponent], number)
    return (other > own) - (other < own)


def _points_before(row: Sequence[RoundResult], number: int) -> int:
    return sum([result.points for result in row[:number]])


def paired(
    players: list[SwissPlayer],
    forbidden: frozenset[frozenset[str]] = frozenset(),
    last_points: int | None = None,
    to_come: int = 0,
) -> SwissRound | None:
    """The pairs of a round; None if there is no pairing in which no two meet twice.

    Args:
        forbidden: pairs that an arbiter keeps apart.
        last_points: in the last round, a player with more points than these may have any side.
        to_come: how many rounds follow.
    """
    field = _Field(players, forbidden, last_points)
    for is_strict in (True, False):
        found = next(
            (
                pairs
                for reach, most in REACHES
                if len(players) <= most and (pairs := field.near(reach, is_strict=is_strict))
            ),
            None,
        ) or field.at_any_distance(is_strict=is_strict)
        if found is not None:
            return field.round_of(
                field.with_future(found, to_come) if len(players) <= FEW else found
            )
    return None


def paired_near(
    players: list[SwissPlayer],
    forbidden: frozenset[frozenset[str]],
    last_points: int | None,
    reach: int,
) -> SwissRound | None:
    """The pairs of a round by neighbours of that reach; None if these leave somebody over."""
    field = _Field(players, forbidden, last_points)
    found = field.near(reach, is_strict=True) or field.near(reach, is_strict=False)
    return None if found is None else field.round_of(found)


class _Place(NamedTuple):
    player: SwissPlayer
    preference: Preference
    step: int


def _in_groups(players: list[SwissPlayer]) -> list[_Place]:
    """By points; within a group those of the upper and of the lower half in turns."""
    order: list[_Place] = []
    for points in sorted({player.points for player in players}, reverse=True):
        group = sorted(
            (player for player in players if player.points == points),
            key=lambda player: player.number,
        )
        half = len(group) // 2
        upper, lower = group[:half], group[half:]
        for step, player in enumerate(lower):
            if step < half:
                order.append(_Place(upper[step], upper[step].preference, step))
            order.append(_Place(player, player.preference, step))
    return order


class _Field:
    """The players to pair, by their numbers in the order in which they stand, from 0.

    In an odd field the player that is paired with the number after the last has no opponent.
    """

    def __init__(
        self,
        players: list[SwissPlayer],
        forbidden: frozenset[frozenset[str]],
        last_points: int | None,
    ) -> None:
        self._order = _in_groups(players)
        self._forbidden = forbidden
        self._last_points = last_points
        self._even = len(players) + len(players) % 2

    def round_of(self, pairs: Pairs) -> SwissRound:
        """The pairs with their sides."""
        count, order = len(self._order), self._order
        games = [
            seated(order[one].player, order[other].player) for one, other in pairs if other < count
        ]
        return SwissRound(
            games, tuple(order[one].player.player for one, other in pairs if other == count)
        )

    def near(self, reach: int, *, is_strict: bool) -> Pairs | None:
        """The best pairing of that reach; None if it leaves over more than the odd player."""
        pairs = self._nearest(reach, is_strict=is_strict)
        return pairs if 2 * len(pairs) == self._even else None

    def at_any_distance(self, *, is_strict: bool) -> Pairs | None:
        """A pairing made from the best one of neighbours; None if no pairing has all of them."""
        near = self._nearest(REACHES[0][0], is_strict=is_strict)

        def partners(number: int) -> list[int]:
            costs = self._costs_of(number, is_strict=is_strict)
            return sorted(costs, key=costs.__getitem__)

        pairs = grown(self._even, near, partners)
        return pairs if 2 * len(pairs) == self._even else None

    def with_future(self, found: Pairs, to_come: int) -> Pairs:
        """The best pairing after which most of the rounds to come are possible; for a few."""
        numbers, looks = range(self._even), iter(range(_LOOKS))
        future = {number: frozenset(self._costs_of(number, is_strict=False)) for number in numbers}

        def goes_on(pairs: Pairs, rounds: int) -> bool:
            return has_disjoint(without(future, pairs), rounds, looks)

        for rounds in range(min(to_come, self._even - 2), 0, -1):
            if goes_on(found, rounds):
                return found
            for is_strict in (True, False):
                for pairs in self._all(is_strict=is_strict):
                    if next(looks, None) is None:
                        return found
                    if goes_on(pairs, rounds):
                        return pairs
        return found

    def _all(self, *, is_strict: bool) -> list[Pairs]:
        """Every pairing of all, the best first."""
        costs = [self._costs_of(number, is_strict=is_strict) for number in range(self._even)]
        every = all_perfect({number: frozenset(own) for number, own in enumerate(costs)})
        return sorted(every, key=lambda pairs: sum(costs[one][other] for one, other in pairs))

    def _costs_of(self, number: int, *, is_strict: bool) -> dict[int, int]:
        """What each possible partner of a number costs."""
        costs = {
            other: self._cost(min(number, other), max(number, other), is_strict=is_strict)
            for other in range(self._even)
            if other != number
        }
        return {other: cost for other, cost in costs.items() if cost is not None}

    def _nearest(self, reach: int, *, is_strict: bool) -> Pairs:
        """The best pairs of that reach, with all players if that can be."""
        count = len(self._order)

        def alone(number: int) -> int:
            player = self._order[number].player
            return _bye_cost(player) + _SECOND_BYE * player.had_bye

        def cost(one: int, other: int) -> int | None:
            return self._cost(one, other, is_strict=is_strict)

        pairs = nearest(count, cost, reach, alone)
        paired_ = {number for pair in pairs for number in pair}
        left = [
            number
            for number in range(count)
            if number not in paired_ and not self._order[number].player.had_bye
        ]
        byes = [(left[-1], count)] if left and count < self._even else []
        return (*pairs, *byes)

    def _cost(self, one: int, other: int, *, is_strict: bool) -> int | None:
        """What it costs to pair a number with a later one; None forbids it."""
        first = self._order[one]
        if other == len(self._order):
            return None if first.player.had_bye else _bye_cost(first.player)
        second = self._order[other]
        return _cost(first, second, self._forbidden, self._last_points, is_strict=is_strict)


def _bye_cost(player: SwissPlayer) -> int:
    return _BYE + _BYE_POINT * player.points + _UNPLAYED * player.unplayed


def _cost(
    first: _Place,
    second: _Place,
    forbidden: frozenset[frozenset[str]],
    last_points: int | None,
    *,
    is_strict: bool,
) -> int | None:
    one, other = first.player, second.player
    if other.player in one.met or (forbidden and {one.player, other.player} in forbidden):
        return None
    (side, degree), (other_side, other_degree) = first.preference, second.preference
    clash = 0
    if side is not None and side is other_side:
        least = min(degree, other_degree)
        is_top = last_points is not None and max(one.points, other.points) > last_points
        if least == ABSOLUTE and is_strict and not is_top:
            return None
        clash = 1 + (least >= STRONG)
    apart = abs(one.points - other.points)
    ideal = abs(first.step - second.step) if not apart else _float_cost(one, other)
    return apart * (100 + max(one.points, other.points)) * (_POINT // 100) + clash * _CLASH + ideal


def _float_cost(one: SwissPlayer, other: SwissPlayer) -> int:
    """What floats cost that are like the latest ones of these players."""
    higher, lower = (one, other) if one.points > other.points else (other, one)
    return _again(higher, DOWN) + _again(lower, UP)


def _again(player: SwissPlayer, float_: int) -> int:
    latest = player.floats[::-1]
    return sum(
        cost
        for known, cost in zip(latest, (_FLOAT_AGAIN, _FLOAT_ONCE_MORE), strict=False)
        if known == float_
    )


def seated(one: SwissPlayer, other: SwissPlayer) -> tuple[str, str]:
    """The pair with Red first. The rules are numbered as in C.04.3, article 5.2."""
    first, second = (
        (one, other) if (-one.points, one.number) < (-other.points, other.number) else (other, one)
    )
    side = _side_of_first(first, second)
    return (first.player, second.player) if side is Side.RED else (second.player, first.player)


def _side_of_first(first: SwissPlayer, second: SwissPlayer) -> Side:
    """The side of the player that stands higher."""
    mine, theirs = first.preference, second.preference
    if mine.side is not None and mine.side is not theirs.side:
        return mine.side  # 5.2.1: both preferences
    if mine.side is None and theirs.side is not None:
        return theirs.side.opponent
    if mine.side is None:  # 5.2.5: by the number of the higher one
        return Side.RED if first.number % 2 else Side.BLACK
    if mine.degree != theirs.degree:  # 5.2.2: the stronger preference
        return mine.side if mine.degree > theirs.degree else mine.side.opponent
    if mine.degree == ABSOLUTE and abs(first.difference) != abs(second.difference):
        wider = abs(first.difference) > abs(second.difference)
        return mine.side if wider else mine.side.opponent
    for own, other in zip(reversed(first.sides), reversed(second.sides), strict=False):
        if own is not other:  # 5.2.3: alternate to the latest round in which they had two sides
            return own.opponent
    return mine.side  # 5.2.4: the preference of the higher one
