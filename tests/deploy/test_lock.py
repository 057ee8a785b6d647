"""What the image is made of: everything pyproject asks for, pinned, with hashes, as wheels."""

import re
import socket
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.tools.wheels import VERSIONS, what_is_missing

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CLIENT = tomllib.loads((ROOT / "client_js" / "python" / "pyproject.toml").read_text())
MADE_OF = {
    "requirements.lock": [*PROJECT["project"]["dependencies"], *CLIENT["project"]["dependencies"]],
    "build.lock": PROJECT["build-system"]["requires"],
    "s3.lock": PROJECT["project"]["optional-dependencies"]["s3"],
    "push.lock": PROJECT["project"]["optional-dependencies"]["push"],
}


def pinned(lock: str) -> dict[str, Version]:
    """The versions in a lock file, by name."""
    text = (ROOT / "deploy" / lock).read_text()
    return {name: Version(version) for name, version in re.findall(r"^(\S+)==(\S+)", text, re.M)}


def asked_for(lock: str) -> list[Requirement]:
    """What a lock is made of."""
    asked = [Requirement(text) for text in MADE_OF[lock]]
    return [requirement for requirement in asked if requirement.name != CLIENT["project"]["name"]]


def test_every_dependency_has_an_upper_bound() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    every = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    every += [text for extra in extras for text in extra]

    open_ended = [
        text
        for text in every
        if not any(one.operator in ("<", "==", "~=") for one in Requirement(text).specifier)
    ]

    assert open_ended == []


@pytest.mark.parametrize("lock", MADE_OF)
def test_the_lock_pins_what_is_asked_for_within_its_bounds(lock: str) -> None:
    versions = pinned(lock)

    wrong = [
        str(requirement)
        for requirement in asked_for(lock)
        if (version := versions.get(canonicalize_name(requirement.name))) is None
        or version not in requirement.specifier
    ]

    assert wrong == []


def test_what_the_pinned_packages_need_is_pinned_too() -> None:
    versions = pinned("requirements.lock")
    extras = {canonicalize_name(one.name): one.extras for one in asked_for("requirements.lock")}

    missing = [
        f"{name}: {requirement}"
        for name in versions
        for requirement in needs_of(name, extras.get(canonicalize_name(name), set()))
        if canonicalize_name(requirement.name) not in versions
    ]

    assert missing == []


def needs_of(name: str, extras: set[str]) -> list[Requirement]:
    """What an installed package needs here; nothing of one that is not installed here."""
    try:
        found = [Requirement(text) for text in requires(name) or ()]
    except PackageNotFoundError:
        return []
    return [
        need
        for need in found
        if need.marker is None
        or any(need.marker.evaluate({"extra": extra}) for extra in extras or {""})
    ]


@pytest.mark.parametrize("lock", MADE_OF)
def test_every_pin_has_hashes(lock: str) -> None:
    text = (ROOT / "deploy" / lock).read_text()
    blocks = re.split(r"^(?=\S+==)", text, flags=re.M)[1:]

    assert len(blocks) == len(pinned(lock))
    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_classifiers_and_the_readme_name_the_pythons_whose_wheels_are_looked_for() -> None:
    named = [
        line.rpartition(" ")[2]
        for line in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    ]

    assert tuple(named) == VERSIONS
    assert f"Python {VERSIONS[0]} to {VERSIONS[-1]}" in (ROOT / "README.md").read_text()


def reaches_pypi() -> bool:
    """Whether the registry can be asked from here."""
    try:
        socket.create_connection(("pypi.org", 443), timeout=3).close()
    except OSError:
        return False
    return True


@pytest.mark.system
def test_the_newest_python_needs_no_compiler() -> None:
    if not reaches_pypi():
        pytest.skip("PyPI cannot be reached")

    assert what_is_missing(VERSIONS[-1], "linux x86_64") == ""
