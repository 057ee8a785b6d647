"""A score is a value, however many games share its list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.room.score import MoveLine, Score

A, B, C = MoveLine("a", "A", "甲"), MoveLine("b", "B", "乙"), MoveLine("c", "C", "丙")

lines = st.lists(st.sampled_from([A, B, C]), max_size=8)


def test_a_longer_score_leaves_the_shorter_one_as_it_was() -> None:
    short = Score([A])

    long = short.plus(B)

    assert (list(short), list(long)) == ([A], [A, B])
    assert (len(short), len(long)) == (1, 2)
    assert long[1] == B


def test_branches_do_not_see_each_other() -> None:
    trunk = Score([A])

    left, right = trunk.plus(B).plus(C), trunk.plus(C)

    assert (list(left), list(right)) == ([A, B, C], [A, C])


def test_the_same_line_added_twice_to_one_score_gives_equal_scores() -> None:
    trunk = Score([A])

    assert trunk.plus(B) == trunk.plus(B) == Score([A, B])
    assert trunk.plus(B) != trunk


def test_a_score_goes_back_and_on_another_way() -> None:
    whole = Score([A, B, C])

    back = whole.first(1)

    assert (list(back), list(back.plus(C)), list(whole)) == ([A], [A, C], [A, B, C])
    assert list(back.plus(B).plus(C)) == [A, B, C]
    for count in (-1, 4):
        with pytest.raises(IndexError):
            whole.first(count)


@given(st.lists(st.tuples(st.integers(min_value=0), st.sampled_from([A, B, C])), max_size=40))
def test_scores_behave_like_tuples(steps: list[tuple[int, MoveLine]]) -> None:
    scores, tuples = [Score()], [()]
    tuples_of_lines: list[tuple[MoveLine, ...]] = list(tuples)

    for choice, line in steps:
        index = choice % len(scores)
        scores.append(scores[index].plus(line))
        tuples_of_lines.append((*tuples_of_lines[index], line))

    assert [tuple(score) for score in scores] == tuples_of_lines
