import os
from pathlib import Path

from xiangqi_server.node.ops.disk import Disk


def test_free_space_is_that_of_the_file_system_of_the_directory(tmp_path: Path) -> None:
    facts = os.statvfs(tmp_path)
    disk = Disk(tmp_path)

    assert 0.0 <= disk.free_ratio() <= 1.0
    assert disk.free_bytes() <= facts.f_blocks * facts.f_frsize
    assert disk.free_bytes() % facts.f_frsize == 0
