"""Profiles: your own, and those of other players."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Bio, Country, Cursor, NamePrefix, NameText, PlayerId


class SetProfile(Request, tag="set_profile", frozen=True):
    """Tell something about yourself in your profile. Needs an account. Answer: `done`.

    Fields:
        country: two capital letters of ISO 3166, or "".
        bio: a few words; controls are dropped, line feeds become spaces; 160 characters as
            people count them.
    """

    country: Country = ""
    bio: Bio = ""


class Profile(Request, tag="profile", frozen=True):
    """Ask about a player, by id or by name. Answer: `profile`.

    Fields:
        player: its id, or null.
        name: its name, or one that looks like it, if `player` is null.
    """

    player: PlayerId | None = None
    name: NameText | None = None


class FindPlayers(Request, tag="find_players", frozen=True):
    """Find players by the beginning of their names, by country, or by words. Answer: `players`.

    A profile is found by its first 16 words. Of Chinese and Japanese, which have no spaces, each
    two signs in a row are a word. If much was looked through, an answer may be empty with a `next`.

    Fields:
        prefix: of the name; case does not matter. With a country or words it may be "".
        after: `next` of the answer before, null to begin.
        country: as in their profiles, "" for any.
        words: whole words of their profiles, four at most; case and accents do not matter.
    """

    prefix: NamePrefix = ""
    after: Cursor | None = None
    country: Country = ""
    words: NamePrefix = ""
