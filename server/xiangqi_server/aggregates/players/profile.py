"""What players tell about themselves: a country and a few words, cleaned before they come here."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from xiangqi_server.aggregates.players.text.plain_text import grapheme_count
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

BIO_CHARS: Final = 600
BIO_GRAPHEMES: Final = 160


class Profile(Struct, frozen=True, gc=False):
    """The content of a profile.

    Fields:
        country: two capital letters of ISO 3166, "" for none.
        bio: on one line; "" for none.
    """

    country: str = ""
    bio: str = ""


class Describe(Struct, frozen=True, tag="describe"):
    """Tell this of the player from now on."""

    country: str
    bio: Annotated[str, Meta(max_length=BIO_CHARS)]


class Described(Struct, frozen=True, tag="described"):
    """The player's profile says this from now on."""

    country: str
    bio: str


def decide(part: Profile, command: Describe) -> Decision[Described]:
    """Take what is new.

    Raises:
        Refused: `TEXT_TOO_LONG`.
    """
    is_short = grapheme_count(command.bio) <= BIO_GRAPHEMES
    require(is_short, CommonRefusal.TEXT_TOO_LONG, f"At most {BIO_GRAPHEMES} characters.")
    if (part.country, part.bio) == (command.country, command.bio):
        return Decision()
    return Decision((Described(command.country, command.bio),))


def apply(event: Described) -> Profile:
    """The profile after the event."""
    return Profile(event.country, event.bio)
