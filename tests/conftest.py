"""What holds for every test."""

import gc
import logging
import os
import warnings
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from inspect import iscoroutinefunction
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.support.kept_log import KeptLog
from tests.support.open_files import open_file_count
from tests.support.quick_files import IN_MEMORY, can_hold_tests
from tests.support.reruns import MOST_RERUNS, may_run_again
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED

# A busy machine is no fault of the code.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")

LONG: Final = ("tests/system/", "tests/deploy/", "tests/browser/", "tests/simulation/")
"""Where files last long: a process, a browser or a whole cluster is started for them."""

LITTERED: Final = pytest.StashKey[int]()
"""Before how many more tests there may be something that a failed one has left open."""

OPEN_FILES: Final = pytest.StashKey[int]()
"""How many files and sockets were open when the test before had ended."""


def pytest_configure(config: pytest.Config) -> None:
    """Have the processes that tests start read compiled modules: to compile costs half a start.

    Nodes have no computer opponents, which would think beside every test, unless a flag says so.
    What tests write lies in memory where it can: a store waits for the disk after every write.
    """
    os.environ["XIANGQI_COMPUTER"] = "off"
    if can_hold_tests(IN_MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", IN_MEMORY)  # where `tmp_path` is
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) is not None:
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache" / "pyc")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long files first, so that no process ends long after the others.

    The tests that `RERUNS` names run again after a failure, twice at most.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
    today = datetime.now(UTC).date()
    for item in items:
        if may_run_again(item.nodeid, today):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_collection_finish() -> None:
    """Exempt what collecting has made: a million objects, in which each test looked for garbage."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which more tests ran again than `MOST_RERUNS`."""
    if len(_run_again(session.config)) > MOST_RERUNS and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how many tests ran again."""
    count = len(_run_again(config))
    verdict = "too many, so the run fails" if count > MOST_RERUNS else f"at most {MOST_RERUNS} may"
    terminalreporter.write_line(f"run again: {count} ({verdict})")


def _run_again(config: pytest.Config) -> set[str]:
    """The tests that ran again. Only the process that reports knows them."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = [] if reporter is None else reporter.stats.get("rerun", [])
    return {report.nodeid for report in reports}


def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """Note that a test failed: its frames hold what it has open until others have begun."""
    node.config.stash[LITTERED] = 2


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What a failed test has left open is no fault of those after it, even when it passed since."""
    left = item.config.stash.get(LITTERED, 0)
    if left:
        item.config.stash[LITTERED] = left - 1
        _collect(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """What a test has left open fails that test, not the one in which it happens to be freed.

    To collect is dear, so that is done only where more files are open than before the test.
    """
    yield
    is_last = nextitem is None or nextitem.path != item.path
    opened = open_file_count() > item.config.stash.get(OPEN_FILES, 0)
    left_open = _collect(item) if is_last or opened else []
    item.config.stash[OPEN_FILES] = open_file_count()
    if not item.config.stash.get(LITTERED, 0):
        assert not left_open, f"left open by this test or its file: {left_open}"


def _collect(item: pytest.Item) -> list[str]:
    """Free what nothing but the fixtures of a test names; what of it was still open."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        if isinstance(item, pytest.Function):
            item.funcargs.clear()
        gc.collect()
    return [str(warning.message) for warning in warned]


@pytest.fixture(autouse=True)
def nothing_is_searched_on_a_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """What runs on an event loop searches no position for a ruling: a worker does that."""
    before = SEARCHED.positions
    yield
    if iscoroutinefunction(request.function):
        assert SEARCHED.positions == before


@pytest.fixture(autouse=True)
def no_fault_goes_unseen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A bug that the node contains fails the test, unless it is marked as one that makes bugs."""
    kept = KeptLog()
    log = logging.getLogger("xiangqi_server.kernel.faults")
    log.addHandler(kept)
    yield
    log.removeHandler(kept)
    if request.node.get_closest_marker("makes_faults") is None:
        assert kept.lines == []
