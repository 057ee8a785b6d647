"""The row of a tournament on the row store, by which people find it: soon, now, finished.

A row is written when a tournament comes from one phase to the next, and on the way now and then.
Each of the first entrants is a reason to write; a crowd of them is one at most once in `FRESH_MS`.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.aggregates.row_effects import PutRow, row_effect
from xiangqi_server.aggregates.tournaments.actions import RuleGameAction
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.at_boards.names import tournament_of
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import (
    PlayerEntered,
    PlayerLeft,
    TournamentCalledOff,
    TournamentEvent,
    TournamentFinished,
    TournamentManaged,
)
from xiangqi_server.aggregates.tournaments.plan import TournamentFormat
from xiangqi_server.aggregates.tournaments.results.place_rows import (
    put_entries,
    put_places,
    remove_entries,
)
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Entrant, Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped

TOURNAMENTS: Final = "tournaments"
"""The collection; a row's id is the tournament's."""
SOON, NOW, FINISHED = "soon", "now", "finished"
"""The lists: by the start, by the start, and by the end."""
FRESH_MS: Final = 10_000
EACH_ENTRANT: Final = 100
LEADERS: Final = 3

_LISTS: Final = {Phase.ANNOUNCED: SOON, Phase.RUNNING: NOW, Phase.FINISHED: FINISHED}


class TournamentRow(Struct, frozen=True):
    """What a row says.

    Fields:
        entered: how many take part; once it is over, how many have taken part.
        leaders: the first three.
        round, rounds: the latest that was paired, and how many there will be; 0 in an arena.
        next_round_ms: between two rounds, when the next is paired.
        featured: operators have it shown before others.
        at_boards: it is played at real boards.
        begins_ms: there, when the latest round begins, if that is known; else None.
    """

    name: str
    format: TournamentFormat
    terms: GameTerms
    phase: Phase
    organiser: str
    starts_ms: int
    ends_ms: int
    entered: int
    leaders: tuple[str, ...]
    round: int = 0
    rounds: int = 0
    next_round_ms: int | None = None
    featured: bool = False
    at_boards: bool = False
    begins_ms: int | None = None


def row_of(tournament: Tournament, order: Sequence[Entrant] | None = None) -> TournamentRow:
    """The row of a tournament that was announced; `order` is that of its entrants, if known."""
    plan, format_ = tournament.the_plan, format_of(tournament.the_plan)
    has_begun = tournament.phase is not Phase.ANNOUNCED
    is_over = tournament.phase is Phase.FINISHED
    order = (order or format_.leaders(tournament, LEADERS)) if has_begun else ()
    return TournamentRow(
        name=plan.name,
        format=plan.format,
        terms=plan.terms,
        phase=tournament.phase,
        organiser=tournament.organiser,
        starts_ms=tournament.begun_ms or plan.starts_ms,
        ends_ms=tournament.ended_ms or tournament.ends_ms,
        entered=len(tournament.entrants) if is_over else tournament.taking_part,
        leaders=tuple(entrant.player for entrant in order[:LEADERS]),
        round=format_.round_of(tournament),
        rounds=format_.round_count(tournament),
        next_round_ms=format_.next_round_ms(tournament),
        featured=tournament.is_featured,
        at_boards=plan.at_boards,
        begins_ms=_begins_ms(tournament),
    )


def _begins_ms(tournament: Tournament) -> int | None:
    """When the latest round at real boards begins: as somebody said, or by its date."""
    plan = tournament.the_plan
    number = format_of(plan).round_of(tournament)
    dates = plan.dates[number - 1 : number] if number else ()
    return tournament.round_starts_ms or next(iter(dates), None)


def read_row(body: bytes) -> TournamentRow:
    """What a row on the row store says."""
    return msgspec.msgpack.decode(body, type=TournamentRow)


def put_row(tournament: Tournament, order: Sequence[Entrant] | None = None) -> Effect:
    """The effect that puts the row as it is now; a tournament called off is in no list."""
    row = row_of(tournament, order)
    list_ = _LISTS.get(tournament.phase)
    score = row.ends_ms if tournament.phase is Phase.FINISHED else row.starts_ms
    places = {} if list_ is None else {list_: score}
    body = msgspec.msgpack.encode(row)
    return row_effect(TOURNAMENTS, PutRow(tournament.id, body, places=places))


def with_row(
    tournament: Tournament, decision: Decision[TournamentEvent], now_ms: int
) -> Decision[TournamentEvent]:
    """The decision, and what it changes in lists, if that is to be shown now."""
    is_over = any(
        isinstance(event, TournamentFinished | TournamentCalledOff) for event in decision.events
    )
    entries = () if is_over else put_entries(tournament, decision.events)
    if not _is_shown_now(tournament, decision.events, now_ms):
        return replace(decision, effects=(*decision.effects, *entries)) if entries else decision
    after = tournament
    for number, event in enumerate(decision.events, start=1):
        after = apply(after, Stamped(tournament.version + number, now_ms, event))
    is_finished = is_over and after.phase is Phase.FINISHED
    order = _order_at_end(after, decision.events) if is_finished else ()
    places = put_places(after, order)
    gone = remove_entries(tournament, order) if is_over else ()
    effects = (*decision.effects, *entries, put_row(after, order), *places, *gone)
    return replace(decision, effects=effects)


def _order_at_end(after: Tournament, events: tuple[TournamentEvent, ...]) -> Sequence[Entrant]:
    """All entrants as the event of the end has them, or worked out again where it has not all.

    Where everybody was listed by name no places are kept, so that the first ones are enough.
    """
    told = [
        player
        for event in events
        if isinstance(event, TournamentFinished)
        for player in event.order
    ]
    is_whole = len(told) == len(after.entrants)
    if is_whole or all(tournament_of(player) for player in after.entrants):
        return [after.entrants[player] for player in told]
    return standings_of(after).order


def _is_shown_now(tournament: Tournament, events: tuple[TournamentEvent, ...], now_ms: int) -> bool:
    if not events or tournament.plan is None:
        return bool(events)
    is_stale = now_ms // FRESH_MS != tournament.changed_ms // FRESH_MS
    is_few = tournament.taking_part < EACH_ENTRANT
    return (
        (is_stale and not tournament.the_plan.at_boards)
        or any(_is_turn(tournament, event) for event in events)
        or (is_few and any(isinstance(event, PlayerEntered | PlayerLeft) for event in events))
    )


def _is_turn(tournament: Tournament, event: TournamentEvent) -> bool:
    """Whether an event is shown in lists at once; a correction at a real board may wait."""
    is_correction = isinstance(event, TournamentManaged) and isinstance(
        event.action, RuleGameAction
    )
    return event.is_turn and not (is_correction and tournament.the_plan.at_boards)
