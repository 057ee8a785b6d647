"""`status`: a word for the person on call, and an exit code for whatever restarts a server."""

import json
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.deploy.test_images import serving
from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess, free_port


class Paused(BaseHTTPRequestHandler):
    """Answers as a server whose store is away."""

    def do_GET(self) -> None:
        self.send_response(503)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"ready": false, "reason": "the store is away"}\n')

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_server_that_serves_is_said_to_be_ready(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ran = run_command("status", server.health_url)

    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["state"] == "ready"


def test_the_port_of_the_pages_is_not_the_one_that_answers(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ran = run_command("status", server.url.rstrip("/"))

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith(" is not a health port\n")


def test_a_server_that_pauses_says_why() -> None:
    with serving(Paused) as url:
        ran = run_command("status", url)

    assert (ran.code, json.loads(ran.out)["reason"], ran.err) == (1, "the store is away", "")


def test_nobody_answers() -> None:
    url = f"http://127.0.0.1:{free_port()}"

    ran = run_command("status", url)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"xiangqi-server status: {url} does not answer: ")
    assert ran.err.count("\n") == 1


def test_what_is_no_address_is_refused_in_one_line() -> None:
    ran = run_command("status", "localhost:8081")

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "localhost:8081 does not begin with http://" in ran.err
