"""How images are pinned, at a registry of this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

from tests.deploy.test_deploy import DEPLOY

TOKEN = "let-me-read"
NAMES = (
    *("library/haproxy:lts-alpine", "library/python:3.13-slim"),
    *("valkey/valkey:8-alpine", "valkey/valkey:9-alpine"),
)


def digest(name: str) -> str:
    return f"sha256:{sha256(name.encode()).hexdigest()}"


class Registry(BaseHTTPRequestHandler):
    """Knows these names, and tells what they are to anybody who has fetched a token."""

    names: tuple[str, ...] = NAMES

    def do_GET(self) -> None:
        """Give the token."""
        self._answer(200, body=f'{{"token": "{TOKEN}"}}'.encode())

    def do_HEAD(self) -> None:
        """Tell the digest of a tag."""
        _, _, rest = self.path.partition("/v2/")
        name, _, tag = rest.partition("/manifests/")
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            realm = f"http://{self.headers['Host']}/token"
            self._answer(401, ("WWW-Authenticate", f'Bearer realm="{realm}",service="registry"'))
        elif f"{name}:{tag}" not in self.names or "image.index" not in self.headers["Accept"]:
            self._answer(404)
        else:
            self._answer(200, ("Docker-Content-Digest", digest(f"{name}:{tag}")))

    def _answer(self, status: int, *headers: tuple[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Poor(Registry):
    """One that lacks an image."""

    names = NAMES[1:]


@contextmanager
def serving(kind: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server of this machine that answers so: its address."""
    with HTTPServer(("127.0.0.1", 0), kind) as registry:
        thread = Thread(target=registry.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{registry.server_port}"
        registry.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of `deploy/`, as it is before a release: without digests."""
    copied = tmp_path / "deploy"
    shutil.copytree(DEPLOY, copied)
    return copied


def run(folder: Path, registry: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, DEPLOY / "images.py", *words],
        env={**os.environ, "REGISTRY": registry, "FOLDER": str(folder)},
        capture_output=True,
        text=True,
    )


def test_every_image_is_pinned_to_what_its_tag_means_and_again_to_what_it_means_then(
    folder: Path,
) -> None:
    with serving(Registry) as registry:
        before = run(folder, registry, "--check")
        ran = run(folder, registry)
        after = run(folder, registry, "--check")
        compose = (folder / "compose.yaml").read_text()
        older = compose.replace(digest("library/haproxy:lts-alpine"), f"sha256:{'0' * 64}")
        (folder / "compose.yaml").write_text(older)
        run(folder, registry)

    assert (before.returncode, "haproxy:lts-alpine is not pinned" in before.stderr) == (1, True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (after.returncode, after.stderr) == (0, "")
    assert (folder / "compose.yaml").read_text() == compose
    image = yaml.safe_load(compose)["services"]["proxy"]["image"]
    assert image == f"haproxy:lts-alpine@{digest('library/haproxy:lts-alpine')}"
    python = f"python:3.13-slim@{digest('library/python:3.13-slim')}"
    assert f"FROM {python} AS build\n" in (folder / "Dockerfile").read_text()
    for file in ("compose.sentinel.yaml", "compose.cluster.yaml", "kubernetes/store.yaml"):
        assert f"valkey:9-alpine@{digest('valkey/valkey:9-alpine')}" in (folder / file).read_text()


def test_where_a_registry_does_not_know_one_nothing_is_changed(folder: Path) -> None:
    with serving(Poor) as registry:
        ran = run(folder, registry)

    assert ran.returncode == 1
    assert "haproxy:lts-alpine: HTTP Error 404: Not Found; nothing was changed" in ran.stderr
    for file in ("compose.yaml", "Dockerfile"):
        assert (folder / file).read_text() == (DEPLOY / file).read_text()
