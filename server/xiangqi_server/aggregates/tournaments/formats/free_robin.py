"""Round robins whose pairs are free: a game is played when both want to, until a date.

All pairs of Berger's tables are known at the start. One of a pair offers to play, the other accepts
by the same command, and the room is opened. An offer stands until it is taken back, or its player
plays, pauses, leaves, or is out of sight. At the date a pair that has not played is ruled as if
the room had been opened. A player that offered to play has won against one that never did, and a
player that stayed against one that left; else neither has points. The same is done before the date
once nothing is played and a player of each pair that has not played has left.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from msgspec.structs import replace as with_fields

from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.formats.robin import Robin
from xiangqi_server.aggregates.tournaments.messages import (
    FoundPairing,
    GameOffered,
    GameSettled,
    OfferGame,
    PairOpened,
    RoundPaired,
)
from xiangqi_server.aggregates.tournaments.plan import RobinFormat
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.state import OpenPair, Round, Tournament, TournamentGame
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS, MINUTE_MS

MIN_FREE_MS: Final = 5 * MINUTE_MS
MAX_FREE_MS: Final = 90 * DAY_MS
"""How long the pairs of a round robin may have to find a time."""
MOST_OFFERS: Final = 30
"""How often a player may offer to play the same game: each offer stays in the log."""


@dataclass(frozen=True)
class FreeRobin(Robin):
    """A round robin whose games are all open from the start; their players choose the time."""

    may_choose_time: ClassVar[bool] = True

    @property
    def lasts_ms(self) -> int:
        """How long the pairs have, however late it begins."""
        return (self.options.until_ms or 0) - self.plan.starts_ms

    @property
    def is_at_once(self) -> bool:
        return True

    def checked(self) -> RobinFormat:
        """The options, whose date fits."""
        is_by_days = isinstance(self.plan.terms.clock, CorrespondenceClock)
        require(not is_by_days, RoomRefusal.BAD_TERMS, "By days all games are played at once.")
        is_fit = MIN_FREE_MS <= self.lasts_ms <= MAX_FREE_MS
        require(is_fit, RoomRefusal.BAD_TERMS, "The last day is too near the start, or too far.")
        return self.options

    def begun(self, tournament: Tournament) -> Tournament:
        ends_ms = tournament.begun_ms + self.lasts_ms
        return replace(super().begun(tournament), ends_ms=ends_ms)

    def paired(self, tournament: Tournament, event: RoundPaired) -> Tournament:
        pairs = ((game.room, OpenPair(game.red, game.black)) for game in event.games)
        rounds = (*tournament.rounds, Round(event.games))
        return replace(tournament, open_pairs=tournament.open_pairs.set_all(pairs), rounds=rounds)

    def due_at_ms(self, tournament: Tournament) -> int | None:
        return tournament.ends_ms if tournament.open_pairs else None

    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        """All rounds, without byes: everybody would have one."""
        rounds = super().pairing(tournament, found)
        return tuple(with_fields(round_, byes=()) for round_ in rounds)

    def start(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Pair all rounds; a room is opened only once both players want to."""
        super().go_on(builder, found)
        return ()

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        _rule_rest(builder)
        self.close_round(builder)
        return ()

    def close_round(self, builder: EventBuilder) -> None:
        """The tournament is over once nothing is played and no pair may still play."""
        if not may_go_on(builder.tournament):
            _rule_rest(builder)
            super().close_round(builder)

    def let_go(self, builder: EventBuilder, player: str) -> None:
        """Have a player leave; pairs that are left may all be without somebody then."""
        has_open = bool(builder.tournament.open_pairs)
        super().let_go(builder, player)
        if has_open:
            self.close_round(builder)


def _rule_rest(builder: EventBuilder) -> None:
    for settled in ruled(builder.tournament):
        builder.add(settled)


# What is decided.


def answered(tournament: Tournament, command: OfferGame) -> GameOffered | PairOpened | None:
    """The event of an offer, or of one that is accepted or taken back; None if nothing changes.

    Raises:
        Refused: ALREADY_PLAYING and others.
    """
    if command.room in tournament.games:
        return None
    pair = tournament.open_pairs.get(command.room)
    if pair is None:
        raise Refused(RoomRefusal.NO_SUCH_ROOM)
    require(command.by in (pair.red, pair.black), CommonRefusal.NOT_ALLOWED)
    is_own = pair.offered_by == command.by
    if command.on is is_own:
        return None
    if not command.on:
        return GameOffered(command.room, command.by, on=False)
    own = tournament.entrants[command.by]
    require(not own.has_left, TournamentRefusal.NOT_ENTERED)
    require(not own.is_paused, CommonRefusal.NOT_ALLOWED, "Return from the pause first.")
    require(not own.room and command.by not in command.busy, LobbyRefusal.ALREADY_PLAYING)
    if pair.offered_by and pair.offered_by not in command.busy:
        return PairOpened(command.room)
    asked = pair.red_asked if command.by == pair.red else pair.black_asked
    require(asked < MOST_OFFERS, CommonRefusal.LIMIT_REACHED)
    return GameOffered(command.room, command.by)


def may_go_on(tournament: Tournament) -> bool:
    """Whether a game is played, or a pair may still play because neither player has left."""
    entrants = tournament.entrants
    return bool(tournament.games) or any(
        not (entrants[pair.red].has_left or entrants[pair.black].has_left)
        for pair in tournament.open_pairs.values()
    )


def ruled(tournament: Tournament) -> tuple[GameSettled, ...]:
    """The results of the pairs that have not played, at the date or when none of them can."""
    rooms = (game.room for round_ in tournament.rounds for game in round_.games)
    pairs = ((room, tournament.open_pairs.get(room)) for room in rooms)
    return tuple(
        GameSettled(room, None, counts=False, absent=_absent(tournament, pair), opened=False)
        for room, pair in pairs
        if pair is not None
    )


def _absent(tournament: Tournament, pair: OpenPair) -> tuple[str, ...]:
    both = pair.red, pair.black
    gone = tuple(player for player in both if tournament.entrants[player].has_left)
    if gone:
        return gone
    asked = (pair.red_asked > 0, pair.black_asked > 0)
    if all(asked):
        return both
    return tuple(player for player, has_asked in zip(both, asked, strict=True) if not has_asked)


def pairs_of(tournament: Tournament, player: str) -> list[tuple[str, OpenPair]]:
    """The games a player has still to play, with their rooms, in the order of the table."""
    rooms = (game.room for round_ in tournament.rounds for game in round_.games)
    pairs = ((room, tournament.open_pairs.get(room)) for room in rooms)
    return [
        (room, pair)
        for room, pair in pairs
        if pair is not None and player in (pair.red, pair.black)
    ]


# What events do.


def offered(tournament: Tournament, event: GameOffered) -> Tournament:
    """The tournament once a player offers to play, or takes that back; that player is here."""
    pair = tournament.open_pairs[event.room]
    if not event.on:
        pair = pair._replace(offered_by="")
    elif event.by == pair.red:
        pair = pair._replace(offered_by=event.by, red_asked=pair.red_asked + 1)
    else:
        pair = pair._replace(offered_by=event.by, black_asked=pair.black_asked + 1)
    by = tournament.entrants[event.by]._replace(is_here=True)
    open_pairs = tournament.open_pairs.set(event.room, pair)
    return replace(tournament.with_entrants(by), open_pairs=open_pairs)


def opened(tournament: Tournament, room: str) -> Tournament:
    """The tournament once a pair plays; other offers of the two stand no longer."""
    pair = tournament.open_pairs[room]
    both = (pair.red, pair.black)
    playing = [tournament.entrants[player]._replace(room=room) for player in both]
    after = without_offers_of(tournament.with_entrants(*playing), both)
    return replace(
        after,
        open_pairs=after.open_pairs.without([room]),
        games=after.games.set(room, TournamentGame(pair.red, pair.black)),
    )


def without_offers_of(tournament: Tournament, players: Collection[str]) -> Tournament:
    """The tournament in which no offer of these players stands."""
    ended = [
        (room, pair._replace(offered_by=""))
        for room, pair in tournament.open_pairs.items()
        if pair.offered_by in players
    ]
    return (
        replace(tournament, open_pairs=tournament.open_pairs.set_all(ended))
        if ended
        else tournament
    )
