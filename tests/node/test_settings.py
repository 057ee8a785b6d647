import argparse
from pathlib import Path

import pytest

from xiangqi_server.net.push.endpoints import KNOWN_SERVICES
from xiangqi_server.node.settings import SettingError, Settings, add_arguments, read_settings


def settings_of(*words: str, environment: dict[str, str] | None = None) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return read_settings(parser.parse_args(words), environment or {})


def test_without_a_word_the_defaults_hold() -> None:
    assert settings_of() == Settings(
        host="127.0.0.1",
        port=8080,
        health_host="127.0.0.1",
        health_port=0,
        store="",
        acknowledge="primary",
        store_durability="checked",
        store_memory_mb=None,
        data_dir=Path("~/.local/share/xiangqi-server").expanduser(),
        cold="",
        cold_after_days=30,
        origins=frozenset(),
        site="",
        notices_keys=None,
        push_services=frozenset(KNOWN_SERVICES),
        embed_origins=frozenset(),
        operators=frozenset(),
        reviewers=frozenset(),
        trusted_proxies=frozenset(),
        trusted_networks=(),
        trusted_share=60,
        computer="auto",
        engine="",
        pages=None,
        workers=1,
        log_level="info",
        log_format="text",
    )


def test_a_flag_wins_over_the_environment_and_that_over_the_default() -> None:
    environment = {"XIANGQI_PORT": "9000", "XIANGQI_LOG_LEVEL": "debug"}

    settings = settings_of("--port", "9001", environment=environment)

    assert (settings.port, settings.log_level) == (9001, "debug")


def test_every_flag_has_a_variable() -> None:
    values = {
        "host": "0.0.0.0",
        "port": "0",
        "health_host": "10.0.0.3",
        "health_port": "9100",
        "store": "redis://h/1",
        "acknowledge": "volatile",
        "store_durability": "declared",
        "store_memory_mb": "64",
        "data_dir": "/d",
        "cold": "/c",
        "cold_after_days": "7",
        "origins": "https://a.example, http://b.example:8080",
        "site": "https://play.example",
        "notices_keys": "/k",
        "push_services": "push.example,10.0.0.7:8443",
        "operators": "Ann, 阿明",
        "trusted_proxies": "10.0.0.1,10.0.0.2",
        "trusted_networks": "192.0.2.0/28,2001:db8::/48",
        "trusted_share": "30",
        "computer": "off",
        "engine": "pikafish --x 'a b'",
        "workers": "3",
        "log_level": "error",
        "log_format": "json",
    }
    flags = [word for k, v in values.items() for word in (f"--{k.replace('_', '-')}", v)]
    environment = {f"XIANGQI_{name.upper()}": value for name, value in values.items()}

    assert settings_of(*flags) == settings_of(environment=environment)
    assert settings_of(*flags).origins == {"https://a.example", "http://b.example:8080"}


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--port", "no"),
        ("--port", "-1"),
        ("--port", "65536"),
        ("--port", "８０"),
        ("--port", ""),
        ("--health-port", "8080.0"),
        ("--host", ""),
        ("--host", "a b"),
        ("--store", "http://h"),
        ("--store", "redis"),
        ("--origins", "play.example"),
        ("--origins", "https://play.example/"),
        ("--site", "play.example"),
        ("--site", "https://play.example/club"),
        ("--site", "https://someone@play.example"),
        ("--push-services", "localhost"),
        ("--push-services", "push.example:8443"),
        ("--push-services", "10.0.0.7"),
        ("--push-services", "https://push.example"),
        ("--embed-origins", "https://a.example; script-src *"),
        ("--embed-origins", "https://a.example *"),
        ("--trusted-proxies", "10.0.0.0/8"),
        ("--trusted-networks", "192.0.2.7/28"),
        ("--trusted-networks", "school"),
        ("--trusted-share", "0"),
        ("--trusted-proxies", "10.0.0.2,proxy"),
        ("--log-level", "loud"),
        ("--log-format", "xml"),
        ("--workers", "0"),
        ("--workers", "65"),
        ("--workers", "two"),
        ("--data-dir", ""),
        ("--data-dir", "~nobody-of-this-name/data"),
    ],
)
def test_a_wrong_value_is_told_in_one_line_that_names_where_it_came_from(
    flag: str, value: str
) -> None:
    variable = f"XIANGQI_{flag[2:].upper().replace('-', '_')}"

    with pytest.raises(SettingError) as by_flag:
        settings_of(f"{flag}={value}")
    with pytest.raises(SettingError) as by_variable:
        settings_of(environment={variable: value})

    assert str(by_flag.value).startswith(f"{flag} {value!r}: ")
    assert str(by_variable.value).startswith(f"{variable} {value!r}: ")
    assert "\n" not in str(by_flag.value)


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("XIANGQI_PROT", "XIANGQI_PORT"),
        ("XIANGQI_ORIGIN", "XIANGQI_ORIGINS"),
        ("XIANGQI_ALLOW_ORIGIN", "XIANGQI_ORIGINS"),
        ("XIANGQI_TRUSTED_PROXY", "XIANGQI_TRUSTED_PROXIES"),
        ("XIANGQI_STORE_MEMORY", "XIANGQI_STORE_MEMORY_MB"),
    ],
)
def test_a_variable_that_is_no_setting_is_refused_with_the_one_that_is_near(
    variable: str, meant: str
) -> None:
    with pytest.raises(SettingError) as refused:
        settings_of(environment={variable: "1", "PATH": "/bin"})

    assert str(refused.value).startswith(f"{variable} is no setting; do you mean {meant}?")


def test_a_variable_that_is_near_to_nothing_is_refused_all_the_same() -> None:
    with pytest.raises(SettingError, match=r"^XIANGQI_QQQQQQQQ is no setting \("):
        settings_of(environment={"XIANGQI_QQQQQQQQ": "1"})


def test_notices_need_an_address_of_the_site_that_push_services_believe() -> None:
    for site in ("", "http://play.example"):
        with pytest.raises(SettingError) as refused:
            settings_of("--notices-keys", "/k", "--site", site)

        assert str(refused.value).startswith("--notices-keys needs --site https://")


def test_a_star_lets_the_pages_of_every_site_in() -> None:
    assert settings_of("--origins", "*").origins == {"*"}
