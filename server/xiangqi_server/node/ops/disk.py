"""How much room there is where the data lie: a full disk ends the store."""

import shutil
from pathlib import Path

from xiangqi_server.node.ops.metrics import Gauge


class Disk:
    """The file system of one directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def free_bytes(self) -> float:
        """What may still be written there."""
        return float(shutil.disk_usage(self._directory).free)

    def free_ratio(self) -> float:
        """The free part of the whole, 0 to 1."""
        usage = shutil.disk_usage(self._directory)
        return usage.free / usage.total if usage.total else 0.0

    def figures(self) -> tuple[Gauge, ...]:
        """Both for Prometheus."""
        return (
            Gauge("xiangqi_data_free_bytes", "Free space where the data lie", self.free_bytes),
            Gauge("xiangqi_data_free_ratio", "The free part of that disk, 0 to 1", self.free_ratio),
        )
