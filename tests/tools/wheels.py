"""Whether everything the server needs can be had as wheels, for Pythons that are not here. Run::

    python -m tests.tools.wheels [VERSION ...]      default: 3.11 to 3.15

It asks PyPI for every package of `deploy/requirements.lock`, with its hash, for each Python on each
platform; nothing is installed. A newcomer without a compiler needs no more than that.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

LOCK: Final = Path(__file__).parent.parent.parent / "deploy" / "requirements.lock"
VERSIONS: Final = ("3.11", "3.12", "3.13", "3.14", "3.15")
PLATFORMS: Final = {
    "linux x86_64": [f"manylinux_2_{minor}_x86_64" for minor in (28, 26, 17, 5)],
    "linux aarch64": [f"manylinux_2_{minor}_aarch64" for minor in (28, 26, 17)],
    "macOS arm64": [f"macosx_{major}_0_arm64" for major in (14, 13, 12, 11)],
}
"""The platforms of wheels that fit, by the name people know."""


def what_is_missing(version: str, platform: str) -> str:
    """What pip says of the packages of the lock; "" if all are there as wheels."""
    command = [sys.executable, "-m", "pip", "--isolated", "install", "--dry-run", "--quiet"]
    command += ["--index-url", "https://pypi.org/simple", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    command += ["--python-version", version, "--requirement", str(LOCK)]
    command += [word for tag in PLATFORMS[platform] for word in ("--platform", tag)]
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run([*command, "--target", folder], capture_output=True, text=True)
    return "" if ran.returncode == 0 else ran.stderr.strip() or "pip failed"


def main() -> int:
    """Look at all of it; the exit code."""
    is_complete = True
    for version in sys.argv[1:] or VERSIONS:
        for platform in PLATFORMS:
            missing = what_is_missing(version, platform)
            print(f"Python {version} on {platform}: {missing or 'all wheels'}")  # noqa: T201
            is_complete &= not missing
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
