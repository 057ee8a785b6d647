"""Work in steps: its result comes after the last, whether others are served in between or not."""

from xiangqi_server.kernel.aggregate.steps import InSteps, Steps, at_once, in_one_step


def sums(numbers: list[int]) -> Steps[int]:
    """The sum of numbers, one a step."""
    total = 0
    for number in numbers:
        total += number
        yield
    return total


def test_the_result_is_there_after_the_last_step() -> None:
    work = InSteps(sums([1, 2, 3]))

    steps = list(work)

    assert (len(steps), work.result) == (3, 6)
    assert at_once(sums([1, 2, 3])) == 6


def test_work_that_is_done_at_once_has_no_steps() -> None:
    work = InSteps(in_one_step(max)([4, 9, 5]))

    steps = list(work)

    assert (steps, work.result) == ([], 9)
