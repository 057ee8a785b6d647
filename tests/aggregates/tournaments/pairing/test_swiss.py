"""Swiss rounds: complete, nobody twice, sides even, and as good as an independent pairer's."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from xiangqi_server.aggregates.tournaments.pairing.swiss import (
    ABSOLUTE,
    DOWN,
    MILD,
    NONE,
    STRONG,
    UP,
    Preference,
    SwissPlayer,
    paired,
    seated,
)
from xiangqi_server.game.rules.board.encoding import Side

R, B = Side.RED, Side.BLACK
DATA: Final = Path(__file__).parents[3] / "data" / "tournaments"
_POINTS: Final = {"1": 2, "+": 2, "F": 2, "U": 2, "=": 1, "H": 1}


def player(
    name: str, number: int = 1, points: int = 0, sides: tuple[Side, ...] = ()
) -> SwissPlayer:
    """A player who has had these sides."""
    return SwissPlayer(name, number, points, sides=sides)


@pytest.mark.parametrize(
    ("sides", "wanted"),
    [
        ((), Preference(None, NONE)),
        ((R,), Preference(B, STRONG)),
        ((R, B), Preference(R, MILD)),
        ((B, R), Preference(B, MILD)),
        ((R, R), Preference(B, ABSOLUTE)),
        ((B, B, R), Preference(R, STRONG)),
        ((B, R, R), Preference(B, ABSOLUTE)),
        ((R, B, R, R, B, R), Preference(B, ABSOLUTE)),
    ],
)
def test_a_player_prefers_the_side_it_had_less(sides: tuple[Side, ...], wanted: Preference) -> None:
    assert player("a", sides=sides).preference == wanted


@pytest.mark.parametrize(
    ("one", "other", "red"),
    [
        (player("a", 1, 2, (R,)), player("b", 2, 2, (B,)), "b"),
        (player("a", 1, 2, (R,)), player("b", 2, 2), "b"),
        (player("a", 1, 2), player("b", 2, 2, (R,)), "a"),
        (player("a", 1, 2, (R, R)), player("b", 2, 2, (R,)), "b"),
        (player("a", 1, 2, (B, R)), player("b", 2, 2, (B, B, R)), "b"),
        (player("a", 1, 2, (R, B, R, R)), player("b", 2, 2, (B, R, R)), "b"),
        (player("a", 1, 2, (R, B)), player("b", 2, 2, (R, B)), "a"),
        (player("a", 1, 4, (B, R, R, B)), player("b", 2, 4, (R, B, R, B)), "b"),
        (player("a", 1, 2), player("b", 2, 2), "a"),
        (player("a", 2, 2), player("b", 3, 2), "b"),
        (player("a", 2, 4), player("b", 1, 2), "b"),
    ],
)
def test_sides_go_by_the_five_rules_in_their_order(
    one: SwissPlayer, other: SwissPlayer, red: str
) -> None:
    assert seated(one, other)[0] == red
    assert seated(other, one)[0] == red


def test_two_kept_apart_do_not_meet() -> None:
    players = [player(name, number) for number, name in enumerate("abcd", start=1)]
    apart = frozenset({frozenset("ac"), frozenset("bd")})

    found = paired(players, apart)

    assert found is not None
    assert not {frozenset(pair) for pair in found.pairs} & apart


def test_there_is_no_round_in_which_all_have_met() -> None:
    one = SwissPlayer("a", 1, 0, frozenset({"b"}))
    other = SwissPlayer("b", 2, 0, frozenset({"a"}))

    assert paired([one, other]) is None


def test_the_lowest_without_a_bye_gets_it() -> None:
    players = [
        SwissPlayer("a", 1, 4),
        SwissPlayer("b", 2, 2),
        SwissPlayer("c", 3, 2, had_bye=True),
    ]

    found = paired(players)

    assert found is not None
    assert found.byes == ("b",)


class Event:
    """A simulated tournament, in which the stronger mostly wins."""

    def __init__(self, size: int, rounds: int, seed: int, *, remembers_floats: bool = True) -> None:
        self.chance = random.Random(seed)
        self.remembers_floats = remembers_floats
        self.floats: dict[str, list[int]] = {f"p{n:02}": [] for n in range(1, size + 1)}
        self.faults = [0, 0]
        self.rounds = rounds
        self.players = [SwissPlayer(f"p{n:02}", n, 0) for n in range(1, size + 1)]
        self.widest = 0
        self.last_widest = 0

    def play(self) -> int:
        """Play all rounds that there are; how many."""
        for number in range(self.rounds):
            last = number if number == self.rounds - 1 else None
            to_come = self.rounds - number - 1
            found = paired(self.players, last_points=last, to_come=to_come)
            if found is None:
                return number
            self._score(found.pairs, found.byes)
            widest = max(abs(one.difference) for one in self.players)
            if last is None:
                self.widest = widest
        return self.rounds

    def _score(self, pairs: list[tuple[str, str]], byes: tuple[str, ...]) -> None:
        now = {one.player: one for one in self.players}
        for kind, count in enumerate(faults(pairs, now)):
            self.faults[kind] += count
        seen = [who for pair in pairs for who in pair] + list(byes)
        assert sorted(seen) == sorted(now)
        assert len(byes) == len(now) % 2
        for red, black in pairs:
            assert black not in now[red].met
            points = self.chance.choice([2, 2, 1, 1, 0, 0, 0])
            apart = now[black].points - now[red].points
            float_ = (apart > 0) - (apart < 0)
            for who, other, side, own, float_of in (
                (red, black, R, points, float_),
                (black, red, B, 2 - points, -float_),
            ):
                one = now[who]
                now[who] = replace(
                    one,
                    points=one.points + own,
                    met=one.met | {other},
                    sides=(*one.sides, side),
                    floats=self._floated(who, float_of),
                )
        for who in byes:
            one = now[who]
            assert not one.had_bye
            floats = self._floated(who, DOWN)
            now[who] = replace(one, points=one.points + 2, had_bye=True, floats=floats, unplayed=1)
        self.players = list(now.values())

    def _floated(self, who: str, float_: int) -> tuple[int, ...]:
        self.floats[who].append(float_)
        return tuple(self.floats[who][-2:]) if self.remembers_floats else ()

    def again(self, float_: int) -> int:
        """How often anybody floated so in two rounds running."""
        return sum(
            one is float_ and other is float_
            for floats in self.floats.values()
            for one, other in pairwise(floats)
        )


def played(*, remembers_floats: bool) -> list[Event]:
    """Events of twenty players and more, played to their end."""
    events = [
        Event(size, 7, seed, remembers_floats=remembers_floats)
        for size in (20, 21)
        for seed in range(12)
    ]
    assert [event.play() for event in events] == [7] * len(events)
    return events


def test_fewer_float_the_same_way_twice_running_and_nothing_else_is_worse() -> None:
    ours, forgetful = played(remembers_floats=True), played(remembers_floats=False)

    def ratio(count: Callable[[Event], int]) -> float:
        return sum(map(count, ours)) / sum(map(count, forgetful))

    assert ratio(lambda event: event.again(DOWN)) < 0.8
    assert ratio(lambda event: event.again(UP)) < 0.8
    assert ratio(lambda event: event.faults[0]) < 1.02
    assert ratio(lambda event: event.faults[1]) < 1.02


def test_of_equal_points_the_bye_goes_to_whoever_missed_the_fewest_games() -> None:
    players = [
        SwissPlayer("a", 1, 4),
        SwissPlayer("b", 2, 0),
        SwissPlayer("c", 3, 0, unplayed=1),
    ]

    found = paired(players)

    assert found is not None
    assert found.byes == ("b",)


@pytest.mark.parametrize(("size", "rounds"), [(8, 5), (10, 7), (11, 7), (16, 9), (31, 9), (50, 9)])
def test_every_round_of_a_tournament_is_complete_and_sides_stay_even(
    size: int, rounds: int
) -> None:
    for seed in range(4 if size < 30 else 2):
        event = Event(size, rounds, seed)

        assert event.play() == rounds
        assert event.widest <= 2


@pytest.mark.parametrize(("size", "rounds"), [(18, 15), (24, 20), (61, 20), (90, 20)])
def test_a_round_ends_no_tournament_as_long_as_all_can_meet_somebody_new(
    size: int, rounds: int
) -> None:
    event = Event(size, rounds, seed=1)

    assert event.play() == rounds


@pytest.mark.parametrize(
    ("size", "rounds"), [(3, 3), (5, 5), (6, 4), (6, 5), (7, 7), (8, 7), (9, 9), (10, 9)]
)
def test_a_few_play_all_rounds_that_there_can_be(size: int, rounds: int) -> None:
    for seed in range(12):
        event = Event(size, rounds, seed)

        assert event.play() == rounds


def histories(name: str) -> dict[int, list[tuple[int, str, str]]]:
    """Of each player of a TRF file the rounds: opponent, side, result."""
    found = {}
    for line in (DATA / name).read_bytes().decode().splitlines():
        if line.startswith("001"):
            cells = [line[start : start + 10].ljust(10) for start in range(91, len(line), 10)]
            found[int(line[4:8])] = [
                (int(cell[:4].strip() or 0), cell[5], cell[7]) for cell in cells if cell.strip()
            ]
    return found


def before(rows: dict[int, list[tuple[int, str, str]]], round_: int) -> dict[int, SwissPlayer]:
    """The players as the pairing of a round (from 1) sees them."""
    return {
        number: SwissPlayer(
            str(number),
            number,
            sum(_POINTS.get(result, 0) for _, _, result in row[: round_ - 1]),
            frozenset(str(who) for who, _, result in row[: round_ - 1] if who and result in "10="),
            tuple(
                R if side == "w" else B
                for who, side, result in row[: round_ - 1]
                if who and result in "10="
            ),
            any(result in "U+F" for _, _, result in row[: round_ - 1]),
        )
        for number, row in rows.items()
    }


def faults(pairs: list[tuple[str, str]], players: Mapping[str, SwissPlayer]) -> tuple[int, int]:
    """How far points of partners differ in all, and how many prefer the same side."""
    both = [(players[one], players[other]) for one, other in pairs]
    floats = sum(abs(one.points - other.points) for one, other in both)
    wanted = [(one.preference.side, other.preference.side) for one, other in both]
    return floats, sum(side is not None and side is other for side, other in wanted)


def by_name(players: Mapping[int, SwissPlayer]) -> dict[str, SwissPlayer]:
    """The same by the name each has in a pair."""
    return {str(number): player for number, player in players.items()}


@pytest.mark.parametrize(
    "name", ["generated_20p7r_s1", "generated_20p7r_s2", "generated_41p9r_s1", "generated_41p9r_s2"]
)
def test_rounds_are_as_good_as_those_of_an_independent_pairer(name: str) -> None:
    rows = histories(f"{name}.trf")
    ours, theirs = [0, 0], [0, 0]
    for round_ in range(2, max(map(len, rows.values())) + 1):
        players = before(rows, round_)
        cells = {number: row[round_ - 1] for number, row in rows.items() if len(row) >= round_}
        here = [players[n] for n, (who, _, result) in cells.items() if who or result == "U"]
        found = paired(here)
        assert found is not None
        pairs = [(str(n), str(who)) for n, (who, side, _) in cells.items() if who and side == "w"]
        for sums, own in ((ours, found.pairs), (theirs, pairs)):
            for kind, count in enumerate(faults(own, by_name(players))):
                sums[kind] += count

    assert ours[0] <= 1.02 * theirs[0]
    assert ours[1] <= 1.02 * theirs[1]


def test_a_round_of_a_real_event_is_as_good_as_the_independent_pairing() -> None:
    rows = histories("gros_2010_after4.trf")
    players = before(rows, 5)
    gone = {number for number, row in rows.items() if len(row) > 4 and row[4][2] == "Z"}
    here = [one for number, one in players.items() if number not in gone]
    lines = (DATA / "gros_2010_round5.pairs").read_text().split("\n")[1:]
    theirs = [(one, other) for one, other in map(str.split, filter(None, lines))]

    found = paired(here)

    assert (len(rows), len(here)) == (52, 49)
    assert found is not None
    assert len(found.pairs) == len([pair for pair in theirs if pair[1] != "0"]) == 24
    (bye,) = found.byes
    assert not players[int(bye)].had_bye
    for red, black in found.pairs:
        assert black not in players[int(red)].met
    their_faults = faults([pair for pair in theirs if pair[1] != "0"], by_name(players))
    assert their_faults == (5, 2)
    assert faults(found.pairs, by_name(players)) <= their_faults
