"""What an organiser announces: format, terms of every game, start, conditions of entry."""

from typing import Annotated, ClassVar, Final, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.kernel.aggregate.marks import MOMENT, SentShape

MIN_ARENA_MINUTES: Final = 5
MAX_ARENA_MINUTES: Final = 720
MAX_SWISS_ROUNDS: Final = 20
MAX_MATCH_GAMES: Final = 6
MAX_BOARDS: Final = 20
RESERVES: Final = 2
"""How many players a team may have for each board."""
BreakSeconds = Annotated[int, Meta(ge=5, le=7 * 24 * 3_600)]
MomentMs = Annotated[int, Meta(ge=0, le=2**53), MOMENT]
"""A moment that a client names."""
RoundDates = Annotated[tuple[MomentMs, ...], SentShape(Meta(max_length=50))]
RatingPoints = Annotated[int, Meta(ge=0, le=4_000)]
TeamName = Annotated[str, SentShape(Meta(min_length=1, max_length=30))]
TeamNames = Annotated[tuple[TeamName, ...], SentShape(Meta(max_length=20))]


class _Options(Struct, frozen=True):
    """What can be asked of every format, with the answers of those that have no such thing."""

    @property
    def berserk(self) -> bool:
        """A player may give up half the time."""
        return False

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams; empty where players play for themselves."""
        return ()

    @property
    def most_members(self) -> int | None:
        """How many players a team may have; None sets no limit."""
        return None

    @property
    def meetings(self) -> int:
        """How often everybody meets everybody else; 0 where they do not."""
        return 0

    @property
    def has_boards(self) -> bool:
        """It can be played at real boards, a round at a time."""
        return True

    def amended_in_play(self, asked: object) -> Self:
        """These options with what of others may change while a tournament is played."""
        return self

    @property
    def most_rounds(self) -> int:
        """How many rounds were announced; 0 where they follow from who enters."""
        return 0


class ArenaFormat(_Options, frozen=True, tag="arena"):
    """For a number of minutes a free player is paired again; points make the order.

    Fields:
        berserk: a player may give up half the time, and wins a point more so.
        teams: their names; an entrant chooses one. None in an arena of players.
        leaders: how many of each team count, those with most points.
    """

    minutes: Annotated[int, Meta(ge=MIN_ARENA_MINUTES, le=MAX_ARENA_MINUTES)]
    berserk: bool = False
    teams: TeamNames = ()
    leaders: Annotated[int, Meta(ge=1, le=MAX_BOARDS)] = 5

    most_entrants: ClassVar[int] = 10_000

    @property
    def has_boards(self) -> bool:
        """Nobody can see at a real board that a player is free."""
        return False


class RobinFormat(_Options, frozen=True, tag="robin"):
    """Everybody meets everybody, by Berger's tables; at most 46 players, 24 if twice.

    Fields:
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next. By days all games are played at once.
        until_ms: the moment until which each pair plays when both want to, 5 minutes to 90 days
            after the start; null plays it in rounds. Not by days.
    """

    double: bool = False
    break_s: BreakSeconds = 60
    until_ms: MomentMs | None = None

    @property
    def most_entrants(self) -> int:
        """Fewer play twice, so that no player has more than 46 games.

        By days all of them are open at once, and a player may have 64.
        """
        return 24 if self.double else 46

    @property
    def has_boards(self) -> bool:
        """Only in rounds."""
        return self.until_ms is None

    @property
    def meetings(self) -> int:
        """Once, or twice."""
        return 1 + self.double


class SwissFormat(_Options, frozen=True, tag="swiss"):
    """In each round players with equal points meet, no two of them twice; at most 1,000 players.

    Fields:
        rounds: how many, and never more than it takes to meet everybody.
        break_s: seconds from the end of a round to the next.
        late_points: what a late entrant has for each round missed: 1 as for a draw, or 0.
    """

    rounds: Annotated[int, Meta(ge=1, le=MAX_SWISS_ROUNDS)]
    break_s: BreakSeconds = 60
    late_points: Annotated[int, Meta(ge=0, le=1)] = 0

    most_entrants: ClassVar[int] = 1_000

    def amended_in_play(self, asked: object) -> Self:
        """With another number of rounds."""
        return replace(self, rounds=asked.rounds) if isinstance(asked, SwissFormat) else self

    @property
    def most_rounds(self) -> int:
        """As many as were announced."""
        return self.rounds


class KnockoutFormat(_Options, frozen=True, tag="knockout"):
    """The loser of a match is out; at most 256 players.

    Fields:
        games: of a match, before quicker ones break it.
        third_place: the players that lost before the final play for it.
    """

    games: Annotated[int, Meta(ge=1, le=MAX_MATCH_GAMES)] = 1
    third_place: bool = True

    most_entrants: ClassVar[int] = 256


class TeamRobinFormat(_Options, frozen=True, tag="team_robin"):
    """Every team meets every other one; on odd boards the first has Red; at most 400 players.

    Fields:
        teams: their names, at least two; a player who enters chooses one.
        boards: so many players of a team play at once, its strongest; it may have twice as many.
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next.
    """

    teams: TeamNames
    boards: Annotated[int, Meta(ge=1, le=MAX_BOARDS)] = 4
    double: bool = False
    break_s: BreakSeconds = 60

    most_entrants: ClassVar[int] = 400

    @property
    def most_members(self) -> int:
        """The players of the boards, and their reserves."""
        return RESERVES * self.boards

    @property
    def meetings(self) -> int:
        """Once, or twice."""
        return 1 + self.double


TournamentFormat = ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat
"""The format of a tournament with what its organiser has chosen; see `formats`."""
RankingName = Literal["cxa_swiss", "cxa_running", "cxa_robin", "axf", "wxf", "lila"]
"""How the order of players with equal points is found; see `ranking`."""


class EntryConditions(Struct, frozen=True):
    """What a player needs to enter, besides an account.

    Fields:
        min_rating: at the speed of the games; null asks nothing.
        max_rating: the same.
        min_games: so many rated games at that speed.
        min_account_days: so old is the account.
        bots: accounts that are bots may enter.
        invited: only players that the organiser has invited; see `manage_tournament`.
    """

    min_rating: RatingPoints | None = None
    max_rating: RatingPoints | None = None
    min_games: Annotated[int, Meta(ge=0, le=1_000)] = 0
    min_account_days: Annotated[int, Meta(ge=0, le=3_650)] = 0
    bots: bool = False
    invited: bool = False


class Conditions(EntryConditions, frozen=True):
    """What a player needs to enter, as a plan keeps it.

    Fields:
        lock: the id of what the password that is asked for is checked against, "" for none.
    """

    lock: str = ""


class Plan(Struct, frozen=True):
    """What was announced.

    Fields:
        name: as people read it.
        starts_ms: the store's time.
        text: what the organiser tells everybody, or "".
        ranking: not in an arena, nor in a knock-out.
        at_boards: it is played at real boards, so no game has a room here; see `boards`.
        dates: at boards, when each round begins, the first first; empty where the organiser says.
    """

    name: str
    format: TournamentFormat
    terms: GameTerms
    starts_ms: int
    text: str = ""
    conditions: Conditions = Conditions()
    ranking: RankingName = "cxa_swiss"
    at_boards: bool = False
    dates: RoundDates = ()
