import json
import logging
import sys
from collections.abc import Iterator

import pytest

from xiangqi_server.node.ops.logs import JsonFormatter, TextFormatter, configure_logging


def a_record(event: str = "room closed", **facts: object) -> logging.LogRecord:
    return logging.makeLogRecord(
        {
            "name": "xiangqi_server.kernel.host",
            "levelname": "INFO",
            "levelno": logging.INFO,
            "msg": event,
            "created": 1_700_000_000.123,
            **facts,
        }
    )


@pytest.fixture
def _root_logger_restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_json_line_holds_the_event_and_its_facts() -> None:
    line = JsonFormatter().format(a_record(room="abc", moves=12, name_zh="将"))

    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.123+00:00",
        "level": "info",
        "logger": "xiangqi_server.kernel.host",
        "event": "room closed",
        "room": "abc",
        "moves": 12,
        "name_zh": "将",
    }


def test_a_text_line_reads_from_left_to_right() -> None:
    line = TextFormatter().format(a_record(room="abc", moves=12))

    assert line == (
        "2023-11-14T22:13:20.123+00:00 INFO    "
        'xiangqi_server.kernel.host: room closed room="abc" moves=12'
    )


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_no_text_of_a_peer_breaks_out_of_its_line(formatter: logging.Formatter) -> None:
    line = formatter.format(a_record("odd\r\nevent", address='1.2.3.4"\r\nINFO forged'))

    assert "\n" not in line
    assert "\r" not in line


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_a_traceback_is_kept(formatter: logging.Formatter) -> None:
    try:
        raise KeyError("lost")
    except KeyError:
        record = a_record("failed", exc_info=sys.exc_info())

    assert "KeyError: 'lost'" in formatter.format(record)


@pytest.mark.usefixtures("_root_logger_restored")
def test_records_below_the_level_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(level="warning", form="json")

    logging.getLogger("xiangqi_server.test").info("quiet")
    logging.getLogger("xiangqi_server.test").warning("loud", extra={"count": 3})

    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["event"], line["count"]) for line in lines] == [("loud", 3)]


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_nothing_in_a_line_is_obeyed_by_a_terminal(formatter: logging.Formatter) -> None:
    odd = "\x9b31mred \x85 \x7f \u2028 \u202e"

    line = formatter.format(a_record("odd", address=odd))

    assert all(character.isprintable() for character in line)
    assert r"\u009b31mred \u0085 \u007f \u2028 \u202e" in line
