"""The files for compose and for Kubernetes: what they say is well formed, and fits together."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import yaml
from kubernetes_validate import validate

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
VERSIONS = ("1.29", "1.33", "1.37")
OF_KUBERNETES = re.compile(r"kubectl create (secret|configmap) generic (\S+)((?:.|\\\n)*?)\n")

Manifest = dict[str, object]


def manifests() -> list[Manifest]:
    """Every object of every file."""
    texts = (path.read_text() for path in MANIFESTS)
    return [cast("Manifest", one) for text in texts for one in yaml.safe_load_all(text)]


def every(value: object, name: str) -> Iterator[object]:
    """Whatever is called `name` anywhere in a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == name:
                yield inner
            yield from every(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from every(inner, name)


def first(value: object, name: str) -> dict[str, object]:
    """The first thing called so."""
    return cast("dict[str, object]", next(every(value, name)))


def entries(value: object, name: str) -> list[dict[str, object]]:
    """The entries of all lists called so."""
    lists = cast("Iterator[list[dict[str, object]]]", every(value, name))
    return [entry for list_ in lists for entry in list_]


def of_kind(kind: str) -> list[Manifest]:
    """The objects of a kind."""
    return [one for one in manifests() if one["kind"] == kind]


def name_of(manifest: Manifest) -> str:
    """How an object is called."""
    return cast("str", first(manifest, "metadata")["name"])


def pods() -> dict[str, dict[str, object]]:
    """The templates of pods by the names of what makes them."""
    return {name_of(one): first(one, "template") for one in manifests() if "template" in str(one)}


@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_one_of_kubernetes(version: str) -> None:
    found = manifests()

    for manifest in found:
        validate(manifest, version, strict=True)

    assert len(found) >= 10


def test_secrets_and_config_maps_are_made_by_the_files_or_by_the_commands_in_them() -> None:
    texts = "".join(path.read_text() for path in MANIFESTS)
    made = {name_of(one) for one in of_kind("ConfigMap")}
    made |= {match[2] for match in OF_KUBERNETES.finditer(texts)}

    asked = {
        reference["name"] if isinstance(reference, dict) else reference
        for where in ("secretKeyRef", "secretRef", "configMap", "secretName")
        for reference in every(manifests(), where)
    }

    assert asked == made


def test_scripts_and_files_that_are_run_are_where_they_are_run() -> None:
    scripts = first(of_kind("ConfigMap")[0], "data")
    lists = cast("Iterator[list[str]]", every(manifests(), "command"))
    commands = [word for words in lists for word in words]
    run = {word.removeprefix("/scripts/") for word in commands if word.startswith("/scripts/")}
    settings = {word for word in commands if word.startswith("/etc/valkey/")}
    given = "".join(path.read_text() for path in MANIFESTS)

    assert run == {*scripts}
    for file in settings | {"/etc/valkey/valkey.conf"}:
        assert (DEPLOY / Path(file).name).is_file()
        assert f"--from-file={Path(file).name}" in given


def test_selectors_find_pods_and_ports_have_names_that_pods_have() -> None:
    labels = [first(pod, "labels") for pod in pods().values()]
    names = {str(port["name"]) for pod in pods().values() for port in entries(pod, "ports")}

    selectors = [
        cast("dict[str, object]", selector)
        for one in manifests()
        for where in ("matchLabels", "selector", "podSelector")
        for selector in every(one, where)
    ]
    wanted = [one for one in selectors if set(one) == {"app"}]
    targets = set(every(of_kind("Service"), "targetPort"))
    probed = {port for port in every(manifests(), "port") if isinstance(port, str)}

    assert len(wanted) >= 8
    assert [one for one in wanted if one not in labels] == []
    assert (targets | probed) <= names


def test_volumes_that_are_mounted_are_there() -> None:
    for one in of_kind("StatefulSet") + of_kind("Deployment") + of_kind("Job"):
        mounted = {mount["name"] for mount in entries(one, "volumeMounts")}
        claims = {name_of(claim) for claim in entries(one, "volumeClaimTemplates")}
        volumes = {volume["name"] for volume in entries(one, "volumes")}

        assert mounted == claims | volumes


def test_no_variable_of_kubernetes_own_looks_like_a_setting() -> None:
    """Of a service `xiangqi` it would say XIANGQI_PORT=tcp://…"""
    node = pods()["xiangqi-node"]

    assert first(node, "spec")["enableServiceLinks"] is False


def test_every_pod_runs_with_as_few_rights_as_it_can() -> None:
    for pod in pods().values():
        assert first(pod, "securityContext")["runAsNonRoot"] is True
        for container in entries(pod, "containers"):
            rights = first(container, "securityContext")
            assert rights["readOnlyRootFilesystem"] is True
            assert rights["allowPrivilegeEscalation"] is False
            assert rights["capabilities"] == {"drop": ["ALL"]}
            assert "memory" in first(container, "limits")


@pytest.fixture(params=COMPOSE, ids=lambda path: cast("Path", path).name)
def compose(request: pytest.FixtureRequest) -> dict[str, dict[str, Manifest]]:
    """What a file of compose says."""
    return read(cast("Path", request.param))


def read(path: Path) -> dict[str, dict[str, Manifest]]:
    return cast("dict[str, dict[str, Manifest]]", yaml.safe_load(path.read_text()))


def volumes_of(service: Manifest) -> list[str]:
    """What a service of compose mounts."""
    return [volume.split(":")[0] for volume in cast("list[str]", service.get("volumes", []))]


def test_services_of_compose_have_few_rights_and_wait_for_each_other(
    compose: dict[str, dict[str, Manifest]],
) -> None:
    services = compose["services"]

    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert {*cast("list[str]", service.get("depends_on", []))} <= {*services}
        assert [*cast("list[str] | Manifest", service["networks"])] == ["inside"]


def test_what_compose_mounts_is_there(compose: dict[str, dict[str, Manifest]]) -> None:
    used = {name for service in compose["services"].values() for name in volumes_of(service)}
    own = {"./certs", "./notices"}  # the operator puts something there, or nothing
    files = {name for name in used if name.startswith("./")} - own

    assert [name for name in files if not (DEPLOY / name).is_file()] == []
    assert {*compose["volumes"]} == used - files - own


def test_all_files_of_compose_have_the_same_nodes_and_proxy() -> None:
    of_its_own = {"depends_on", "environment"}
    for name in ("node1", "node2", "proxy"):
        found = [read(path)["services"][name].items() for path in COMPOSE]
        same = [{key: value for key, value in one if key not in of_its_own} for one in found]

        assert same == [same[0]] * len(COMPOSE)


def test_the_shell_in_compose_is_shell(
    compose: dict[str, dict[str, Manifest]], tmp_path: Path
) -> None:
    for service in compose["services"].values():
        command = cast("list[str]", service.get("command", []))
        if command[:2] == ["sh", "-c"]:
            check(command[2].replace("$$", "$"), tmp_path)


def test_the_shell_in_the_config_map_is_shell(tmp_path: Path) -> None:
    for text in first(of_kind("ConfigMap")[0], "data").values():
        check(str(text), tmp_path)


def check(text: str, folder: Path) -> None:
    """Have a shell read a script and not run it."""
    (folder / "script.sh").write_text(text)
    ran = subprocess.run(["sh", "-n", folder / "script.sh"], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def scripts_of_stores() -> dict[str, str]:
    """The shell that starts a server of a store, of each file."""
    found = {
        f"{path.name} {name}": cast("list[str]", service["command"])[2].replace("$$", "$")
        for path in COMPOSE
        for name, service in read(path)["services"].items()
        if "exec valkey-server" in str(service.get("command"))
    }
    start = cast("str", first(of_kind("ConfigMap")[0], "data")["start.sh"])
    return {**found, "kubernetes": start}


@pytest.mark.parametrize("name", scripts_of_stores())
def test_a_server_of_a_store_gets_one_file_whose_data_lie_in_its_volume(
    name: str, tmp_path: Path
) -> None:
    """The image has no /var/lib/valkey, and a `dir` that is not there ends the server."""
    for file in DEPLOY.glob("*.conf"):
        (tmp_path / file.name).write_text(file.read_text().replace("CHANGE-ME", "changed"))
    script = scripts_of_stores()[name].replace("/data", str(tmp_path))
    script = script.replace("/etc/valkey", str(tmp_path)).replace("exec valkey", "exec echo valkey")

    ran = subprocess.run(
        ["sh", "-euc", f"HOSTNAME=a; REPLICAOF=; POD_IP=1; {script}"], capture_output=True
    )

    made = (tmp_path / "server.conf").read_text().splitlines()
    users = [line.split()[1] for line in made if line.startswith("user ")]
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(f"valkey-server {tmp_path}/server.conf ".encode())
    assert [line for line in made if line.startswith(("dir ", "include "))] == [f"dir {tmp_path}"]
    assert users[:3] == ["default", "xiangqi", "operator"]
    assert sorted({*users}) == sorted(users)
