"""One test for many samples of one form; a failure names its sample.

Where each sample is a case of its own, as a published ruling is, `pytest.mark.parametrize` makes
each a test of its own, which costs some milliseconds in every process that collects it.
"""

from collections.abc import Callable, Iterable


def for_each(samples: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Run a test for every sample; one that is a tuple gives several arguments."""

    kept = tuple(samples)

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def run() -> None:
            assert kept
            for sample in kept:
                try:
                    test(*(sample if isinstance(sample, tuple) else (sample,)))
                except BaseException as error:
                    error.add_note(f"sample: {sample!r}")
                    raise

        run.__name__, run.__qualname__, run.__doc__ = test.__name__, test.__qualname__, test.__doc__
        run.__module__ = test.__module__
        return run

    return decorate
