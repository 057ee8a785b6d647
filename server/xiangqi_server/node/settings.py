"""What an operator may change, each by a flag or by an environment variable.

A flag wins over the environment, the environment over the default. `--health-port` is
``XIANGQI_HEALTH_PORT``, and so on.
"""

import argparse
import os
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

from xiangqi_server.limits import TRUSTED_SHARES
from xiangqi_server.net.push.endpoints import KNOWN_SERVICES, is_service

REPLICATED_SCHEMES: Final = ("cluster", "sentinel")
UNCHANGED: Final = "CHANGE-ME"
STORE_SCHEMES: Final = (
    "redis://",
    "rediss://",
    "unix://",
    "cluster://",
    "clusters://",
    "sentinel://",
    "sentinels://",
)
PRIMARY: Final = "primary"
REPLICA: Final = "replica"
DEGRADED: Final = "degraded"
ENGINE: Final = "engine"
VOLATILE: Final = "volatile"
CHECKED: Final = "checked"
DECLARED: Final = "declared"
ANY: Final = "*"
AUTO: Final = "auto"
ON: Final = "on"
OFF: Final = "off"
LEAST_MEMORY_MB: Final = 16
MOST_WORKERS: Final = 64
MOST_SHARE: Final = 1_000
LEVELS: Final = ("debug", "info", "warning", "error")
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?", re.IGNORECASE)
"""An address without a path; it can be written into the policy of a page as it is."""
_PREFIX: Final = "XIANGQI_"
_RENAMED: Final = {"XIANGQI_ALLOW_ORIGIN": "XIANGQI_ORIGINS"}


class SettingError(Exception):
    """A setting is wrong; the text is one line that names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one node runs.

    Fields:
        host, port: where pages and websockets are served; port 0 is any free one.
        health_host, health_port: where health and figures are served; port 0 is any free one.
        store: address of an operator's store, "" to run the embedded one.
        acknowledge: where an acknowledged move is. ``primary``: on the disk of the store.
            ``replica``: also at every replica that could be promoted. ``degraded``: the same, but
                on the primary alone while replicas are missing. ``engine``: wherever the engine
                promises by its answer. ``volatile``: only in the memory of the store.
        store_durability: how it is known that an operator's store is durable: ``checked`` by its
            own settings, or ``declared`` by the operator where these cannot be read.
        store_memory_mb: how much the embedded store may hold; None is half of what there is.
        data_dir: where the embedded store keeps its files.
        cold: directory or address of the cold tier, which all nodes on a store share; "" for none.
        cold_after_days: how old games are whose logs are moved there.
        origins: other sites whose pages may open the socket and read the JSON of `/api/`, exactly;
            `*` allows any.
        site: the address by which people know this site, such as `https://play.example`; "" if the
            operator names none.
        notices_keys: file with the key by which push services know this site; None for no notices.
        push_services: hosts of the push services to which notices are sent.
        embed_origins: other sites whose pages may show `/embed/` in a frame; `*` allows any.
        operators: names of the accounts that see reports, act on them and post news.
        reviewers: names of the bots, besides the computers, whose engines look at finished games.
        trusted_proxies: addresses whose X-Forwarded-For is believed.
        trusted_networks: networks each of whose addresses stands for many people.
        trusted_share: for how many.
        computer: whether there are computer opponents; ``auto``: on the embedded store.
        engine: starts the engine that plays for them, "" for one that is looked for.
        pages: folder with the operator's own help, contact, privacy, terms and the like; None
            for none.
        workers: how many processes serve the port, each a node of its own.
    """

    host: str
    port: int
    health_host: str
    health_port: int
    store: str
    acknowledge: str
    store_durability: str
    store_memory_mb: int | None
    data_dir: Path
    cold: str
    cold_after_days: int
    origins: frozenset[str]
    site: str
    notices_keys: Path | None
    push_services: frozenset[str]
    embed_origins: frozenset[str]
    operators: frozenset[str]
    reviewers: frozenset[str]
    trusted_proxies: frozenset[str]
    trusted_networks: tuple[IPv4Network | IPv6Network, ...]
    trusted_share: int
    computer: str
    engine: str
    pages: Path | None
    workers: int
    log_level: str
    log_format: str


@dataclass(frozen=True, slots=True)
class _Setting:
    name: str
    default: str
    read: Callable[[str], object]
    help: str

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"{_PREFIX}{self.name.upper()}"


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) <= 65_535:
        raise ValueError("not a port, 0 to 65535")
    return int(text)


def _store(text: str) -> str:
    if text and not text.startswith(STORE_SCHEMES):
        raise ValueError(f"not an address; it begins with one of {', '.join(STORE_SCHEMES)}")
    if UNCHANGED in text:
        raise ValueError("this is the example's password; change it here and in valkey.conf")
    return text


def _names(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(",") if part.strip())


def _addresses(text: str) -> frozenset[str]:
    try:
        return frozenset(str(ip_address(name)) for name in _names(text))
    except ValueError as error:  # a name or a network would never be the address of a connection
        raise ValueError(f"{error}; write addresses such as 10.0.0.2,10.0.0.3") from None


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(name) for name in sorted(_names(text)))


def _share(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_SHARE:
        raise ValueError(f"not a whole number from 1 to {MOST_SHARE}")
    return int(text)


def _origins(text: str) -> frozenset[str]:
    if text.strip() == ANY:
        return frozenset({ANY})
    origins = _names(text)
    for origin in origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise ValueError(f"{origin!r} is not an origin such as https://play.example")
    return origins


def _site(text: str) -> str:
    origin = text.strip().removesuffix("/")
    if origin and not _ORIGIN.fullmatch(origin):
        raise ValueError("not an address such as https://play.example, without a path")
    return origin.lower()


def _services(text: str) -> frozenset[str]:
    services = _names(text)
    for service in services:
        if not is_service(service):
            raise ValueError(f"{service!r} is neither a host nor an address with its port")
    return services


def _file(text: str) -> Path | None:
    return _folder(text) if text else None


def _embed_origins(text: str) -> frozenset[str]:
    origins = _origins(text)
    for origin in origins - {ANY}:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is not an origin such as https://blog.example")
    return origins


def _megabytes(text: str) -> int | None:
    if text == AUTO:
        return None
    if not text.isascii() or not text.isdigit() or int(text) < LEAST_MEMORY_MB:
        raise ValueError(f"not {AUTO}, nor a whole number of MB from {LEAST_MEMORY_MB}")
    return int(text)


def _workers(text: str) -> int:
    if text == AUTO:
        return min(os.cpu_count() or 1, MOST_WORKERS)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise ValueError(f"not {AUTO}, nor a whole number from 1 to {MOST_WORKERS}")
    return int(text)


def _command(text: str) -> str:
    shlex.split(text)
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"not one of {', '.join(words)}")
        return text

    return read


def _folder(text: str) -> Path:
    if not text:
        raise ValueError("not a folder")
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # "~nobody"
        raise ValueError(str(error)) from None


def _folder_or_none(text: str) -> Path | None:
    return _folder(text) if text else None


def _cold(text: str) -> str:
    if "://" in text:
        if not text.startswith("s3://"):
            raise ValueError("not a directory or s3://bucket/prefix")
        return text
    return str(_folder(text)) if text else ""


def _days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ValueError("not a whole number of days from 1")
    return int(text)


def _host(text: str) -> str:
    if not text or any(character.isspace() for character in text):
        raise ValueError("not an address to listen on")
    return text


_SETTINGS: Final = (
    _Setting("host", "127.0.0.1", _host, "address to listen on; 0.0.0.0 for every one"),
    _Setting("port", "8080", _port, "port of pages and websockets; 0 picks a free one"),
    _Setting(
        "health_host", "127.0.0.1", _host, "address of health; keep it out of the public's reach"
    ),
    _Setting("health_port", "0", _port, "port of health and figures; 0 picks a free one"),
    _Setting(
        "store",
        "",
        _store,
        "redis://, rediss:// or unix:// address; cluster://a:1,b:2 or sentinel://a:1,b:2/name, "
        "clusters:// and sentinels:// over TLS; empty runs our own",
    ),
    _Setting(
        "acknowledge",
        AUTO,
        _one_of(AUTO, PRIMARY, REPLICA, DEGRADED, ENGINE, VOLATILE),
        "when a move counts as made; auto is replica for a cluster and behind Sentinels, else "
        "primary. primary, the store has it on its disk; replica, every replica that could be "
        "promoted has it too, and games pause while one is missing; degraded, as replica, but "
        "the primary alone is enough while replicas are missing; engine, whatever the engine "
        "promises by its answer; volatile, the store has it in its memory and may lose it",
    ),
    _Setting(
        "store_durability",
        CHECKED,
        _one_of(CHECKED, DECLARED),
        "checked reads the settings of --store; declared takes the operator's word for it",
    ),
    _Setting(
        "store_memory_mb",
        AUTO,
        _megabytes,
        "memory our own store may fill before the server pauses, in MB; auto is half of it all",
    ),
    _Setting("data_dir", "~/.local/share/xiangqi-server", _folder, "files of our own store"),
    _Setting(
        "cold",
        "",
        _cold,
        "directory for logs of old games, the same at every node, or s3://bucket/prefix; "
        "empty: none",
    ),
    _Setting("cold_after_days", "30", _days, "age of the games whose logs are moved to --cold"),
    _Setting(
        "origins",
        "",
        _origins,
        "other sites, by comma, whose pages may open the socket and read /api/ in a browser; * for "
        "every one",
    ),
    _Setting(
        "site",
        "",
        _site,
        "address by which people know this site, such as https://play.example: links name it",
    ),
    _Setting(
        "notices_keys",
        "",
        _file,
        "file that `xiangqi-server keys` has made, the same at every node: browsers are sent "
        "notices; needs --site with https",
    ),
    _Setting(
        "push_services",
        ",".join(KNOWN_SERVICES),
        _services,
        "hosts of push services, by comma, to which notices are sent, or address:port of one of "
        "your own",
    ),
    _Setting(
        "embed_origins",
        "",
        _embed_origins,
        "other sites, by comma, whose pages may show a game or TV of ours in a frame; * for every "
        "one",
    ),
    _Setting("operators", "", _names, "accounts, by comma, that see reports and post news"),
    _Setting(
        "reviewers",
        "",
        _names,
        "bots of yours, by comma, whose engines look at finished games besides the computers",
    ),
    _Setting("trusted_proxies", "", _addresses, "addresses whose X-Forwarded-For is believed"),
    _Setting(
        "trusted_networks",
        "",
        _networks,
        "networks such as 192.0.2.0/28, by comma, of schools and clubs: behind each address are "
        "many people, and limits by address are wider for it",
    ),
    _Setting(
        "trusted_share",
        str(TRUSTED_SHARES),
        _share,
        "for how many people each of these addresses stands",
    ),
    _Setting(
        "computer",
        AUTO,
        _one_of(AUTO, ON, OFF),
        "computer opponents, in a process beside the node; auto: on, but not with --store",
    ),
    _Setting(
        "engine",
        "",
        _command,
        "command of the UCI or UCCI engine that plays for them; own is ours alone; empty looks for "
        "fairy-stockfish",
    ),
    _Setting(
        "pages",
        "",
        _folder_or_none,
        "folder with your own help, contact, privacy, terms and the like, the same at every node",
    ),
    _Setting(
        "workers",
        "1",
        _workers,
        "processes that serve the port together, each on a core of its own; auto: one per core",
    ),
    _Setting("log_level", "info", _one_of(*LEVELS), f"one of {', '.join(LEVELS)}"),
    _Setting("log_format", "text", _one_of("text", "json"), "text or json"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let `parser` know every setting as a flag."""
    for setting in _SETTINGS:
        default = setting.default or "none"
        text = f"{setting.help} (${setting.variable}; default: {default})"
        parser.add_argument(setting.flag, dest=setting.name, metavar="VALUE", help=text)
    for old, new in _RENAMED.items():
        parser.add_argument(_flag(old), type=_told_that_it_is(_flag(new)), help=argparse.SUPPRESS)


def _flag(variable: str) -> str:
    return f"--{variable.removeprefix(_PREFIX).lower().replace('_', '-')}"


def _told_that_it_is(flag: str) -> Callable[[str], None]:
    """Refuse whatever is said to a flag of before."""

    def read(_: str) -> None:
        raise argparse.ArgumentTypeError(f"it is {flag} now")

    return read


def _require_known(environment: Mapping[str, str]) -> None:
    """Refuse a variable that looks like a setting, but is not one: it would do nothing, in silence.

    Raises:
        SettingError: there is one; the text names it and the one that may be meant.
    """
    known = [setting.variable for setting in _SETTINGS]
    for name in sorted(environment):
        if not name.startswith(_PREFIX) or name in known:
            continue
        near = _RENAMED.get(name) or next(iter(get_close_matches(name, known, 1)), "")
        meant = f"; do you mean {near}?" if near else ""
        raise SettingError(f"{name} is no setting{meant} (xiangqi-server serve --help has all)")


def flags_of(args: argparse.Namespace) -> list[str]:
    """The settings that were given as flags, as flags."""
    given = ((setting.flag, getattr(args, setting.name, None)) for setting in _SETTINGS)
    return [f"{flag}={text}" for flag, text in given if text is not None]


def read_settings(args: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """The settings from flags and environment.

    Raises:
        SettingError: a value is wrong; the text names the flag or the variable it came from.
    """
    _require_known(environment)
    values: dict[str, object] = {}
    for setting in _SETTINGS:
        given: str | None = getattr(args, setting.name, None)
        source = setting.flag if given is not None else setting.variable
        text = given if given is not None else environment.get(setting.variable, setting.default)
        try:
            values[setting.name] = setting.read(text)
        except ValueError as error:
            raise SettingError(f"{source} {text!r}: {error}") from None
    settings = Settings(**values)  # type: ignore[arg-type]  # each reader gives its field's type
    if settings.acknowledge == AUTO:
        is_replicated = settings.store.startswith(REPLICATED_SCHEMES)
        settings = replace(settings, acknowledge=REPLICA if is_replicated else PRIMARY)
    if settings.notices_keys is not None and not settings.site.startswith("https://"):
        raise SettingError("--notices-keys needs --site https://…: push services ask whose it is")
    if settings.acknowledge != PRIMARY and not settings.store:
        raise SettingError(
            f"--acknowledge {settings.acknowledge}: our own store is one machine and durable; "
            "name one by --store"
        )
    return settings
