"""What a session raises."""

from xiangqi_client import messages
from xiangqi_client.line import CannotConnect as CannotConnect


class Refused(Exception):
    """The server said no. The text tells why, in the language of the session.

    Attributes:
        code: for programs; see the protocol's *Refusals*.
        retry_ms: after how long it may be tried again; None where waiting does not help.
    """

    def __init__(self, refused: messages.Refused) -> None:
        super().__init__(f"{refused.code}: {refused.text}")
        self.code = refused.code
        self.text = refused.text
        self.retry_ms = refused.retry_ms


class NotUnderstood(Exception):
    """A later server told what this version cannot read, where it is needed."""


class SessionClosed(Exception):
    """The session was closed, so nothing more comes, and nobody answers."""


class FellBehind(Exception):
    """Messages were not read for so long that too many waited; look at the games anew."""
