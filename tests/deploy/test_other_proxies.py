"""nginx and Caddy with the files of `deploy/` in front of a real node."""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.deploy.test_deploy import DEPLOY
from tests.deploy.test_images import serving
from tests.support.patience import PATIENCE_S
from tests.support.proxy_files import http_version_of
from tests.support.server_process import ServerProcess, free_port
from tests.support.stores import RETRY_S

pytestmark = pytest.mark.system

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
WRAPPED = """
daemon off; master_process off; pid {home}/pid; error_log {home}/log;
events {{}}
http {{
    access_log off; client_body_temp_path {home}/a; proxy_temp_path {home}/b;
    fastcgi_temp_path {home}/c; uwsgi_temp_path {home}/d; scgi_temp_path {home}/e;
    include {home}/xiangqi.conf;
}}
"""
GLOBAL = """{{
    admin off
    skip_install_trust
    http_port {plain}
    storage file_system {home}/storage
"""


@dataclass(frozen=True)
class Proxy:
    """What is in front of a node: how it is started, and whose certificates it shows."""

    command: list[str]
    authority: Path


def replaced(name: str, *changes: tuple[str, str]) -> str:
    """A file of `deploy/`, but for the places."""
    text = (DEPLOY / name).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def nginx(home: Path, port: int, node: int) -> Proxy:
    made = {**os.environ, "CERTS": str(home)}
    subprocess.run([DEPLOY / "certificate.sh", "localhost"], env=made, check=True)
    certificate = home / "localhost.pem"  # it has the key as well
    live = "/etc/letsencrypt/live/play.example"
    text = replaced(
        "nginx.conf",
        (f"{live}/fullchain.pem", str(certificate)),
        (f"{live}/privkey.pem", str(certificate)),
        ("play.example", "localhost"),
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("127.0.0.1:8080", f"127.0.0.1:{node}"),
    )
    (home / "xiangqi.conf").write_text(text)
    (home / "nginx.conf").write_text(WRAPPED.format(home=home))
    return Proxy([NGINX, "-e", f"{home}/log", "-c", f"{home}/nginx.conf"], certificate)


def caddy(home: Path, port: int, node: int) -> Proxy:
    text = replaced(
        "Caddyfile",
        ("play.example {", f"https://localhost:{port} {{\n\ttls internal"),
        ("127.0.0.1:8080", f"127.0.0.1:{node}"),
        ("\n{\n", "\n" + GLOBAL.format(home=home, plain=free_port())),
    )
    (home / "Caddyfile").write_text(text)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(home / "Caddyfile")]
    return Proxy(command, home / "storage/pki/authorities/local/root.crt")


MAKERS: dict[str, Callable[[Path, int, int], Proxy]] = {"nginx": nginx, "caddy": caddy}


@contextmanager
def in_front_of(node: int, name: str, home: Path) -> Iterator[str]:
    """A proxy that serves a node, and whose certificate is believed: its address."""
    port = free_port()
    proxy = MAKERS[name](home, port, node)
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SSL_CERT_FILE", str(proxy.authority))
        patch.setenv("HOME", str(home))
        output = stack.enter_context((home / "output").open("w"))
        process = stack.enter_context(subprocess.Popen(proxy.command, stdout=output, stderr=output))
        stack.callback(process.terminate)
        until_it_serves(f"https://localhost:{port}/", process)
        yield f"https://localhost:{port}"


def until_it_serves(url: str, process: subprocess.Popen[bytes]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        assert process.poll() is None, "it has ended"
        try:
            urlopen(url).close()  # noqa: S310 - our own address
        except (URLError, ConnectionError):
            time.sleep(RETRY_S)
        else:
            return
    raise AssertionError("it does not serve")


@pytest.mark.parametrize("name", MAKERS)
def test_pages_and_games_come_through(name: str, tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path / "data", "--trusted-proxies", "127.0.0.1") as server,
        in_front_of(server.port, name, tmp_path) as url,
    ):
        ran = subprocess.run(
            [DEPLOY / "smoke.sh", url, server.health_url],
            env={**os.environ, "PYTHON": sys.executable},
            capture_output=True,
            text=True,
        )
        with urlopen(url) as answer:  # noqa: S310 - our own address
            stays = answer.headers["Strict-Transport-Security"]
        from_a_page = socket_of(url, url)
        spoken = http_version_of(url)
        from_elsewhere = socket_of(url, "https://evil.example")
        log = server.log()

    assert (ran.returncode, ran.stdout.splitlines()[-1:]) == (0, ["smoke: it works"]), ran.stderr
    assert (stays, spoken) == ("max-age=31536000", "2")
    assert (from_a_page, from_elsewhere) == (101, 403)
    assert "not trusted" not in log


def socket_of(url: str, origin: str) -> int:
    """What is answered to a page of an origin that opens the websocket."""
    words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--http1.1", "-m", "5"]
    words += ["--cacert", os.environ["SSL_CERT_FILE"]]
    for header in (
        f"Origin: {origin}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol: xiangqi.v1.json",
    ):
        words += ["-H", header]
    return int(subprocess.run([*words, f"{url}/ws"], capture_output=True, text=True).stdout)


class Mirror(BaseHTTPRequestHandler):
    """Answers with what it heard about the sender."""

    def do_GET(self) -> None:
        names = ("Host", "X-Forwarded-For", "X-Forwarded-Proto")
        told = "\n".join(str(self.headers.get(name)) for name in names).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("name", MAKERS)
def test_what_a_client_says_about_its_own_address_is_not_handed_on(
    name: str, tmp_path: Path
) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    with (
        serving(Mirror) as mirror,
        in_front_of(int(mirror.rpartition(":")[2]), name, tmp_path) as url,
        urlopen(Request(url, headers=forged)) as answer,  # noqa: S310 - our own address
    ):
        told = answer.read().decode().split("\n")

    assert told == [url.removeprefix("https://"), "127.0.0.1", "https"]


@pytest.mark.parametrize("name", MAKERS)
def test_a_silent_connection_is_ended(name: str, tmp_path: Path) -> None:
    with (
        serving(Mirror) as mirror,
        in_front_of(int(mirror.rpartition(":")[2]), name, tmp_path) as url,
    ):
        where = ("127.0.0.1", int(url.rpartition(":")[2]))
        trusting = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
        with (
            socket.create_connection(where, PATIENCE_S) as unknown,
            socket.create_connection(where, PATIENCE_S) as plain,
            trusting.wrap_socket(plain, server_hostname="localhost") as half_told,
        ):
            half_told.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")

            ends = [until_ended(silent) for silent in (unknown, half_told)]

    assert ends == [True, True]


def until_ended(silent: socket.socket) -> bool:
    """Wait until the other side ends a connection, whatever it says before; False: it does not."""
    try:
        while silent.recv(4_096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
