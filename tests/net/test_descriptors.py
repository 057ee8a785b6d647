import resource

import pytest

from xiangqi_server.net.descriptors import RESERVED_COUNT, make_room


def test_the_limit_is_raised_for_what_is_wanted() -> None:
    assert make_room(600) == 600
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 600 + RESERVED_COUNT


def test_more_than_the_system_allows_is_cut_down_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        pytest.skip("this system allows any number of open files")

    assert 0 < make_room(hard) < hard
    assert [record.message for record in caplog.records] == ["few open files allowed"]
