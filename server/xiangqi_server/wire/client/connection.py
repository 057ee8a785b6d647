"""What opens a connection and keeps it."""

from typing import Annotated, Final

from msgspec import Meta

from xiangqi_server.wire.client.base import ClientMessage, Request
from xiangqi_server.wire.limits import FEATURES, ShortText, Token
from xiangqi_server.wire.terms import Language

READY_CHECK: Final = "ready"
"""The feature of programs that ask their player before a game begins, and then say `ready`."""
KNOWS_RULES: Final = "rules"
"""The feature of programs that find by themselves which moves may be played."""


class Hello(Request, tag="hello", frozen=True):
    """Introduce yourself: the first message. Answer: `welcome`, or `refused`.

    Fields:
        id: the client's own; it comes back in `welcome`.
        token: the one an earlier `welcome` gave; without it you become a new guest.
        client: name and version of the program, for the operator's log.
        features: what the program can do that not every program of this version can, by names of
            lower-case letters. `ready`: it asks its player before a game begins, see *Ready-check*.
            `rules`: it finds by itself which moves may be played, and gets no `legal`, see *Turns
            and moves*. Names that the server does not know are ignored.
        language: of the texts in refusals, warnings and rulings.
    """

    token: Token | None = None
    client: ShortText = ""
    features: Annotated[list[ShortText], Meta(max_length=FEATURES)] = []
    language: Language = "en"


class Pong(ClientMessage, tag="pong", frozen=True):
    """Answer a `ping` of the server at once. Not answered.

    Fields:
        n: of the server's `ping`.
    """

    n: Annotated[int, Meta(ge=0, le=2**53)]
