"""What `deploy/` offers an operator, tried as far as it goes without a container engine."""

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.port import StoreError

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
pytestmark = pytest.mark.system


def test_a_server_on_the_operator_s_store_passes_the_smoke_test(
    store_url: str, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path / "data", "--store", store_url) as server:
        ran = smoke(server)
        figures = server.figures()

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("smoke: it works\n")
    assert figures["xiangqi_moves_total"] == 5.0


def smoke(server: ServerProcess) -> subprocess.CompletedProcess[str]:
    """The smoke test, on a server that runs."""
    return subprocess.run(
        [DEPLOY / "smoke.sh", server.url, server.health_url],
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )


def played_in(ran: subprocess.CompletedProcess[str]) -> str:
    """The room of a smoke test."""
    found = re.search(r"game (\w+) played", ran.stdout)
    assert found
    return found[1]


async def refusal_of(url: str, *command: str) -> str:
    connection = GroupedConnection(wire_to(url), deadline_s=5.0)
    try:
        await connection.call(*command)
    except StoreError as error:
        return str(error)
    finally:
        await connection.close()
    return ""


@pytest.mark.parametrize(
    "command",
    [
        ("SET", "another", "1"),
        ("FLUSHALL",),
        ("CONFIG", "SET", "appendfsync", "no"),
        ("KEYS", "*"),
        ("DEL", "xq:meta"),
        ("SHUTDOWN",),
        ("CLIENT", "PAUSE", "1000"),
        ("CLIENT", "KILL", "TYPE", "normal"),
        ("EVAL", "return 1", "0"),
        ("MONITOR",),
        ("REPLICAOF", "127.0.0.1", "1"),
        ("ACL", "SETUSER", "xiangqi", "+@all"),
    ],
    ids=" ".join,
)
def test_the_server_s_user_may_do_no_more_than_the_server(
    store_url: str, command: tuple[str, ...]
) -> None:
    assert "no permissions" in asyncio.run(refusal_of(store_url, *command)).lower()


def test_the_server_s_user_has_exactly_the_commands_that_the_server_uses() -> None:
    store = DEPLOY.parent / "server" / "xiangqi_server" / "kernel/store"
    scripts = "".join(script.read_text() for script in store.rglob("*.lua"))
    modules = "".join(module.read_text() for module in store.rglob("*.py"))
    used = set(re.findall(r"redis\.p?call\(\s*'([A-Z]+)'", scripts))
    used |= set(re.findall(r'(?:call|call_each|pack)\(\s*\(?"([A-Z]+)"', modules))
    used |= set(re.findall(r'call_at\([^"]*"([A-Z]+)"', modules))
    used -= {"SENTINEL"}  # it is asked of Sentinels, by the user of sentinel.conf
    rights = re.search("^user xiangqi .*$", (DEPLOY / "valkey.conf").read_text(), re.MULTILINE)

    assert rights is not None
    allowed = set(re.findall(r"\+(\w+)", rights[0]))
    connecting = {"auth", "hello", "select", "subscribe", "unsubscribe"}
    connecting |= {"spublish", "ssubscribe", "sunsubscribe"}  # the same words in a cluster
    connecting |= {"restore"}  # restore-asking, which a server says to another for a node
    assert allowed - connecting == {command.lower() for command in used}


@pytest.mark.parametrize("channel", ["xq:news", "another", "__keyspace@0__:xq:*"])
def test_the_server_s_user_hears_and_says_nothing_elsewhere(store_url: str, channel: str) -> None:
    for command in ("PUBLISH", "SUBSCRIBE"):
        words = (command, channel, "hello")[: 3 if command == "PUBLISH" else 2]
        assert "no permissions" in asyncio.run(refusal_of(store_url, *words)).lower()


def test_nobody_gets_in_without_a_name(store_url: str) -> None:
    anonymous = re.sub("//.*@", "//", store_url)

    assert "uthentication required" in asyncio.run(refusal_of(anonymous, "PING"))


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("xiangqi-server")
    unit = tmp_path / "xiangqi.service"
    unit.write_text(
        (DEPLOY / "server.service")
        .read_text()
        .replace("/opt/xiangqi/bin/xiangqi-server", f"{program}")
    )

    ran = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_unit_is_tried_for_ever_unless_a_setting_is_wrong() -> None:
    unit = (DEPLOY / "server.service").read_text().splitlines()

    limits = [line for line in unit if line.startswith(("StartLimit", "Restart"))]

    assert limits == [
        "StartLimitIntervalSec=0",
        "Restart=always",
        "RestartSec=1",
        f"RestartPreventExitStatus={ExitCode.UNUSABLE:d}",
    ]


def test_the_example_names_settings_that_there_are() -> None:
    known = set(re.findall(r"\$(XIANGQI_\w+)", run_command("serve", "--help").out))
    files = ("env.example", "server.service", "compose.yaml", "Dockerfile", "RUNBOOK.md")

    named = {
        name for file in files for name in re.findall(r"XIANGQI_\w+", (DEPLOY / file).read_text())
    }

    assert named
    assert named <= known


def rules() -> list[dict[str, str]]:
    """The rules of `alerts.yml`, which is written so plainly that four lines read it."""
    lines = (DEPLOY / "alerts.yml").read_text().splitlines()
    start = lines.index("    rules:") + 1
    found: list[dict[str, str]] = []
    for line in lines[start:]:
        match = RULE_LINE.fullmatch(line)
        assert match, line
        if match["first"]:
            found.append({})
        if match["quoted"] is not None:
            assert match["quoted"].count("'") % 2 == 0
        found[-1][match["name"]] = (match["quoted"] or match["plain"] or "").replace("''", "'")
    return found


RULE_LINE = re.compile(
    r"(?: {6}(?P<first>- )| {8}| {10})(?P<name>[a-z]+):"
    r"(?: '(?P<quoted>[^\\]*)'| (?P<plain>[A-Za-z0-9 ]+))?"
)


def test_the_runbook_s_alarms_are_the_rules_for_prometheus() -> None:
    table = (DEPLOY / "RUNBOOK.md").read_text().partition("| alarm |")[2]
    rows = [line.split(" | ")[0][2:] for line in table.partition("\n\n")[0].splitlines()[2:]]

    assert rows[0] == "down"
    assert sorted(rule["alarm"] for rule in rules()) == sorted(rows)
    for rule in rules():
        assert set(rule) >= {"alert", "expr", "for", "severity", "summary"}
        assert re.fullmatch(r"Xiangqi[A-Za-z]+", rule["alert"])
        assert re.fullmatch(r"[0-9]+[smh]", rule["for"])
        assert rule["severity"] in ("page", "look")
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_every_figure_of_a_rule_is_one_that_a_node_tells(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        told = set(re.findall(r"^# TYPE (\w+) (\w+)", server.metrics(), re.MULTILINE))
    names = {name for name, _ in told}
    names |= {f"{name}_bucket" for name, kind in told if kind == "histogram"}

    named = {
        name for rule in rules() for name in re.findall(r"\b(?:xiangqi|process)_\w+", rule["expr"])
    }

    assert named - names == {"xiangqi_worker_ends_total"}  # of several alone


def test_the_example_s_password_is_refused(tmp_path: Path) -> None:
    example = re.search(r"^#XIANGQI_STORE=(.*)$", (DEPLOY / "env.example").read_text(), re.M)
    assert example is not None

    ran = run_command("serve", "--store", example[1], "--data-dir", str(tmp_path))

    assert ran.code == 2
    assert "the example's password" in ran.err


def test_the_example_as_it_is_lets_the_unit_run_its_own_store() -> None:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))

    assert "XIANGQI_STORE" not in given
    assert given["XIANGQI_PORT"] == "8080"


def test_compose_starts_nothing_with_the_example_s_passwords(tmp_path: Path) -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    script = re.search(r"- \|\n((?: {8}.*\n)+)", compose)
    assert script is not None
    text = script[1].replace("/etc/valkey/valkey.conf", str(tmp_path / "valkey.conf"))
    text = text.replace("exec valkey-server", "exec echo")
    conf = (DEPLOY / "valkey.conf").read_text()

    text = text.replace("/data", str(tmp_path)).replace("$$", "$")
    (tmp_path / "valkey.conf").write_text(conf)
    example = subprocess.run(["sh", "-c", text], capture_output=True, text=True)
    (tmp_path / "valkey.conf").write_text(conf.replace("CHANGE-ME", "another"))
    changed = subprocess.run(["sh", "-c", text], capture_output=True, text=True)

    assert (example.returncode, "change the passwords" in example.stderr) == (1, True)
    assert (changed.returncode, changed.stdout.endswith(" --bind 0.0.0.0\n")) == (0, True)
    assert f"\ndir {tmp_path}\n" in (tmp_path / "server.conf").read_text()  # the image has no other
    assert "${XIANGQI_STORE:?" in compose


def test_all_of_compose_runs_with_as_few_rights_as_it_can() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    services = re.split(
        r"^  (?=\w+:)", compose.partition("services:\n")[2].partition("\nnetworks:")[0], flags=re.M
    )

    made = [service for service in services if "image:" in service or "build:" in service]

    assert len(made) == 3
    for service in made:
        for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
            assert line in service


def _figures() -> str:
    """The code that names figures."""
    server = DEPLOY.parent / "server" / "xiangqi_server"
    files = ("node/node_metrics.py", "node/ops/disk.py", "node/workers.py")
    return "".join((server / file).read_text() for file in files)


def test_the_runbook_s_figures_are_there() -> None:
    figures = _figures()
    named = re.findall(r"(xiangqi_\w+?)(?:_total)?\b", (DEPLOY / "RUNBOOK.md").read_text())

    assert [name for name in named if f'"{name.removesuffix("_total")}"' not in figures] == []


def test_every_figure_is_explained_in_the_runbook() -> None:
    figures = _figures()
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    named = re.findall(r'"(xiangqi_(?!server")\w+)"', figures)

    assert len(named) > 10
    assert [name for name in named if name not in runbook] == []


def runbook_commands(title: str, **places: Path) -> str:
    """The indented lines of one section of the runbook, without those for systemd and smoke."""
    text = (DEPLOY / "RUNBOOK.md").read_text()
    section = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    commands = "\n".join(line for line in lines if not line.startswith("systemctl "))
    for known, place in (
        ("/var/lib/private/xiangqi", places["data"]),
        ("/var/backups", places["backups"]),
    ):
        commands = commands.replace(known, str(place))
    return commands.replace("xiangqi-DATE", "xiangqi-$(date +%F)")


def test_a_backup_of_a_running_server_is_restored_by_the_runbook(tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    with ServerProcess(data) as server:
        before = played_in(smoke(server))
        long_ago = backups / "xiangqi-2020-01-31.tgz"
        long_ago.touch()
        os.utime(long_ago, (0, 0))
        backup = runbook_commands("Back up", data=data, backups=backups)
        for _ in range(2):  # the second one of a day takes the place of the first
            subprocess.run(
                ["sh", "-euc", backup], check=True, capture_output=True, cwd=DEPLOY.parent
            )
        (backed_up,) = [file for file in backups.iterdir() if file != long_ago]
        assert (backed_up.suffix, backed_up.stat().st_mode & 0o777) == (".tgz", 0o600)
        assert not long_ago.exists()
        after = played_in(smoke(server))
        assert is_there(after, data)

    restore = runbook_commands("Restore", data=data, backups=backups)
    subprocess.run(["sh", "-euc", restore], check=True, capture_output=True)

    with ServerProcess(data) as server:
        assert (is_there(before, data), is_there(after, data)) == (True, False)
        assert smoke(server).returncode == 0


def is_there(room: str, data: Path) -> bool:
    """Whether the store that runs on `data` has the log of a room, all of it."""
    log = run_command("log", room, "--data-dir", str(data))
    return log.code == 0 and run_command("verify", "-", stdin=log.out.encode()).code == 0


def test_the_image_has_every_licence_that_the_package_names() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    _, built, image = dockerfile.split("\nFROM ")

    for name in project["license-files"]:
        assert (DEPLOY.parent / name).is_file()
        assert re.search(rf"^COPY\b.*\s{name}\s", built, re.M)
        assert re.search(rf"^COPY\b.*\s{name}\s", image, re.M)
