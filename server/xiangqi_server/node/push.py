"""What sends notices to browsers, made from the operator's settings.

The library that encrypts comes with an extra and is loaded only where it is used.
"""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xiangqi_server.net.push.endpoints import Endpoints
from xiangqi_server.net.push.port import PushService
from xiangqi_server.node.settings import SettingError, Settings

if TYPE_CHECKING:
    from xiangqi_server.net.push.encryption import OwnKey

INSTALL: Final = "pip install 'xiangqi-server[push]'"


def require_key(settings: Settings) -> None:
    """Go on if what the operator wants to be sent can be.

    Raises:
        SettingError: the file holds no key, or the library is not there.
    """
    if settings.notices_keys is not None:
        _key_of(settings.notices_keys)


def push_service(settings: Settings, now_ms: Callable[[], int]) -> PushService | None:
    """What sends notices; None if the operator has set no keys.

    Raises:
        SettingError: the file holds no key, or the library is not there.
    """
    if settings.notices_keys is None:
        return None
    key = _key_of(settings.notices_keys)
    from xiangqi_server.net.push.sender import PushSender

    endpoints = Endpoints(settings.push_services)
    return PushSender(key, endpoints, settings.site, now_ms, secrets.token_bytes)


def make_key(file: Path) -> str:
    """Write a new key into a file that nobody else may read; its public half.

    Raises:
        SettingError: the library is not there.
        FileExistsError: there is such a file: a new key would end all subscriptions.
        OSError: it cannot be written.
    """
    own_key = _own_key()
    fresh = own_key.fresh()
    file.touch(mode=0o600, exist_ok=False)
    file.write_bytes(fresh.written())
    return fresh.public


def _key_of(file: Path) -> "OwnKey":
    own_key = _own_key()
    try:
        return own_key.read(file.read_bytes())
    except (OSError, ValueError, TypeError) as error:
        raise SettingError(f"--notices-keys {str(file)!r}: {error}") from None


def _own_key() -> "type[OwnKey]":
    try:
        from xiangqi_server.net.push.encryption import OwnKey
    except ImportError as error:
        raise SettingError(f"--notices-keys needs a library: {INSTALL}") from error
    return OwnKey
