"""What an organiser announces, the same in both directions. Times in ms."""

from typing import Annotated

from msgspec import Meta, Struct

from server.wire.limits import LongText, MomentMs, TournamentName
from server.wire.limits import Rating as RatingPoints
from server.wire.terms import GameTerms


class ArenaFormat(Struct, tag="arena", frozen=True, forbid_unknown_fields=True):
    """Whoever is free is paired again until the time is over; points make the order.

    Fields:
        minutes: how long it lasts.
    """

    minutes: Annotated[int, Meta(ge=5, le=720)]


TournamentFormat = ArenaFormat


class EntryConditions(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may enter; everybody who does needs an account.

    Fields:
        min_rating: at the speed of the games; null asks nothing.
        max_rating: the same.
        min_games: so many rated games at that speed.
        min_account_days: so old is the account.
        bots: accounts that are bots may enter.
    """

    min_rating: RatingPoints | None = None
    max_rating: RatingPoints | None = None
    min_games: Annotated[int, Meta(ge=0, le=1_000)] = 0
    min_account_days: Annotated[int, Meta(ge=0, le=3_650)] = 0
    bots: bool = False


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What is announced.

    Fields:
        name: of the tournament, of 3 to 60 characters.
        format: how it is played.
        terms: of every game; takebacks are off, whatever is asked.
        starts_ms: when it begins, at most 90 days ahead.
        text: what the organiser tells everybody.
        conditions: who may enter.
    """

    name: TournamentName
    format: TournamentFormat
    terms: GameTerms
    starts_ms: MomentMs
    text: LongText = ""
    conditions: EntryConditions = EntryConditions()
