"""How a connection is asked to go: which words, which code of the close, and when."""

import asyncio
from typing import Final

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.texts.byes import bye_text
from xiangqi_server.wire.server import Bye, ByeCode

RETRY_MS: Final = 1_000
CLOSE_AFTER_S: Final = 0.2
POLICY_CLOSE: Final = 1008
RESTART_CLOSE: Final = 1012


def say_bye(client: Client, code: ByeCode, retry_ms: int = RETRY_MS) -> None:
    """Tell a client why its connection ends, and when it may come back."""
    client.send(Bye(code, bye_text(code, client.language), retry_ms))


def close_with(client: Client, code: ByeCode, retry_ms: int = RETRY_MS) -> None:
    """Tell a client to go, and close its connection."""
    if not client.is_gone:
        say_bye(client, code, retry_ms)
        close = RESTART_CLOSE if code is ByeCode.MOVING else POLICY_CLOSE
        client.connection.close(close, code.value.replace("_", " "))


def sign_out(client: Client) -> None:
    """Close a connection whose device was signed out, once it has heard what it asked for.

    It asks for nothing more meanwhile.
    """
    client.is_out = True
    asyncio.get_running_loop().call_later(CLOSE_AFTER_S, close_with, client, ByeCode.SIGNED_OUT)
