"""What opens a connection and keeps it."""

from typing import Annotated

from msgspec import Meta

from server.wire.client.base import ClientMessage, Request
from server.wire.limits import FEATURES, ShortText, Token
from server.wire.terms import Language


class Hello(Request, tag="hello", frozen=True):
    """Introduce oneself: the first message. Answer: `welcome`, or `refused`.

    Fields:
        id: the client's own; it comes back in `welcome`.
        token: the one an earlier `welcome` gave; without it one becomes a new guest.
        client: name and version of the program, for the operator's log.
        features: reserved; names the server does not know are ignored.
        language: of the texts in refusals, warnings and rulings.
    """

    token: Token | None = None
    client: ShortText = ""
    features: Annotated[list[ShortText], Meta(max_length=FEATURES)] = []
    language: Language = "en"


class Beat(ClientMessage, tag="beat", frozen=True):
    """Answer a `beat` of the server at once. Not answered.

    Fields:
        n: of the server's `beat`.
    """

    n: Annotated[int, Meta(ge=0, le=2**53)]
