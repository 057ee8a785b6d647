"""HAProxy with the file of `deploy/` before nodes of this machine, and what a proxy speaks."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.patience import PATIENCE_S
from tests.support.server_process import free_port
from tests.support.stores import RETRY_S

DEPLOY = Path(__file__).parents[2] / "deploy"
MAX_CONNECTIONS = 500
"""Of all: as many open files as any user may have are enough."""


def haproxy_file(home: Path, ports: tuple[int, int], nodes: Sequence[int]) -> str:
    """The file, but for the places: `ports` are the one of TLS and the plain one."""
    made = {**os.environ, "CERTS": str(home / "certs")}
    subprocess.run([DEPLOY / "certificate.sh", "localhost"], env=made, check=True)
    text = (DEPLOY / "haproxy.cfg").read_text()
    changes = [
        ("bind :80\n", f"bind 127.0.0.1:{ports[1]}\n"),
        ("bind :443 ", f"bind 127.0.0.1:{ports[0]} "),
        ("/etc/haproxy/certs/", f"{home / 'certs'}/"),
        ("maxconn 20000", f"maxconn {MAX_CONNECTIONS}"),
        ("/etc/haproxy/trusted-networks", str(home / "trusted-networks")),
        *((f"node{number}:8080", f"127.0.0.1:{port}") for number, port in enumerate(nodes, 1)),
    ]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def haproxy_before(node: int, home: Path) -> Iterator[int]:
    """HAProxy in front of a node: its port of TLS, once it takes connections."""
    port = free_port()
    text = haproxy_file(home, (port, free_port()), (node, node))
    (home / "haproxy.cfg").write_text(text)
    (home / "trusted-networks").write_text("127.0.0.0/8\n")
    with subprocess.Popen(["haproxy", "-q", "-db", "-f", str(home / "haproxy.cfg")]) as proxy:
        try:
            _until_open(port, proxy)
            yield port
        finally:
            proxy.terminate()


def _until_open(port: int, proxy: subprocess.Popen[bytes]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        assert proxy.poll() is None, "it has ended"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < ends_s, "it does not serve"
            time.sleep(RETRY_S)
        else:
            return


def http_version_of(url: str) -> str:
    """Which version of HTTP curl and a proxy agree upon; `SSL_CERT_FILE` names whom it believes."""
    words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_version}", "-m", "5"]
    words += ["--cacert", os.environ["SSL_CERT_FILE"], url]
    return subprocess.run(words, capture_output=True, text=True).stdout
