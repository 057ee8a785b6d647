"""What may run again is there, has its day and its reason."""

from datetime import date, timedelta

import pytest

from tests.support import reruns
from tests.support.reruns import RERUNS, Allowance, may_run_again
from tests.test_architecture import ROOT

TODAY = date(2026, 11, 27)


def test_a_test_runs_again_only_by_name_and_until_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    named = "tests/browser/test_a.py::test_b"
    monkeypatch.setattr(reruns, "RERUNS", {named: Allowance(TODAY, "a phone turns twice")})

    assert may_run_again(f"{named}[phone]", TODAY)
    assert not may_run_again(named, TODAY + timedelta(days=1))
    assert not may_run_again("tests/browser/test_a.py::test_c", TODAY)


def test_every_allowance_names_what_is_there() -> None:
    def is_there(name: str) -> bool:
        path, _, test = name.partition("::")
        place = ROOT / path
        return place.is_dir() or f"def {test}(" in place.read_text()

    assert [name for name in RERUNS if not is_there(name)] == []
