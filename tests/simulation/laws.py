"""What must hold of every log when a simulation is over, whatever went wrong in it.

The logs are the recorded ones, events that the store has trimmed included.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, cast

import msgspec

from tests.simulation.failovers import FailingStore
from tests.simulation.faults import RecordingStore
from tests.simulation.ledger import Ledger
from tests.simulation.nodes import Cluster
from tests.simulation.people import pairs_of
from tests.support.laws import accounts, doubled
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.aggregates.lobby.messages import Enqueue, Matched, OpenSeek, Paired
from xiangqi_server.aggregates.players.messages import Engaged, Rated, Register, Released
from xiangqi_server.aggregates.players.open_games import TurnedAway
from xiangqi_server.aggregates.room.decisions.ratings import MIN_PLIES
from xiangqi_server.aggregates.room.messages import (
    Absent,
    Ended,
    Moved,
    Opened,
    RatingChanged,
    RatingKnown,
    Readied,
    Ready,
    RematchOpened,
    RoomEvent,
    Seated,
    Sit,
    TookBack,
)
from xiangqi_server.aggregates.room.results import WITHOUT_RESULT
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.journal import Fact, read_fact, read_snapshot
from xiangqi_server.kernel.host.view import AnyView, Key
from xiangqi_server.kernel.store.values import AggregateId, StoredEvent
from xiangqi_server.kernel.store.verification import Attested, Intact, verify

_KINDS: Final = {kind.name: kind for kind in KINDS}
CLOCK_ERROR_MS: Final = 400
"""A node knows the store's time so well; what is less than `timebase.JUMP_MS` is no jump to it."""
MAY_CHANGE_NOTHING: Final = (Absent, Enqueue, OpenSeek, Ready, Register, Sit)
"""Commands that are right, and done, when all is as they want it already."""


async def check(cluster: Cluster, ledger: Ledger) -> None:
    """Hold every law.

    Raises:
        LawBroken: one does not hold.
    """
    store = cluster.store
    facts = {name: read_log(name, store.history[name]) for name in tuple(store.history)}
    for name in facts:
        _whole(ledger, store, name)
        _once(ledger, name, facts[name])
        await _replayed(ledger, cluster, name)
        if name.kind == "player":
            _one_live_game(ledger, name, facts[name])
        if name.kind == "room":
            _room(ledger, name, store.history[name], facts[name])
    if isinstance(store, FailingStore):
        store.check(ledger)
        for name in facts:
            if name.kind == "room":
                _true_time(ledger, store, name, facts[name])
    _acknowledged(ledger, store, facts)
    if not (isinstance(store, FailingStore) and store.branched):  # else orders are lost as well
        _effects(ledger, facts)
        _ratings(ledger, facts)
    ledger.require(await store.effects(1) == (), "every order is carried out")


def read_log(name: AggregateId, events: Sequence[StoredEvent]) -> list[Fact]:
    """The events of a log, read."""
    return [read_fact(_KINDS[name.kind], event.body) for event in events]


def _whole(ledger: Ledger, store: RecordingStore, name: AggregateId) -> None:
    """Versions without gaps, stamps that never go back, a chain that leads to the store's head."""
    log = [
        Attested(event, head.digest)
        for event, head in zip(store.history[name], store.recorded_heads[name], strict=True)
    ]
    found = verify(log, store.recorded_heads[name][-1].digest)
    ledger.require(isinstance(found, Intact), "the chain holds", name, found)


def _once(ledger: Ledger, name: AggregateId, facts: Sequence[Fact]) -> None:
    """No command took effect twice."""
    twice = doubled(facts)
    ledger.require(twice == [], "a command takes effect once", name, twice)


async def _replayed(ledger: Ledger, cluster: Cluster, name: AggregateId) -> None:
    """What nodes hold, and what snapshot and tail give, is what the whole log gives."""
    kind, events = _KINDS[name.kind], cluster.store.history[name]
    states = _states(kind, name, events)
    for node in cluster.nodes:
        view: AnyView | None = await node.look(Key(*name))
        if view is not None:
            live = _frozen(kind, view.state)
            replayed = _frozen(kind, states[view.head.version])
            ledger.require(live == replayed, "replay equals live", name, node.name)
    loaded = await cluster.store.load(name)
    if loaded.snapshot is not None:
        state, _ = read_snapshot(kind, name.id, loaded.snapshot.body)
        replayed = _frozen(kind, states[loaded.snapshot.head.version])
        ledger.require(_frozen(kind, state) == replayed, "a snapshot equals replay", name)


def _states(kind: AnyKind, name: AggregateId, events: Sequence[StoredEvent]) -> list[object]:
    """The state after each event, the empty one first."""
    states = [kind.empty(name.id)]
    for event in events:
        stamped = Stamped(event.version, event.at_ms, read_fact(kind, event.body).event)
        states.append(kind.apply(states[-1], stamped))
    return states


def _frozen(kind: AnyKind, state: object) -> object:
    return msgspec.to_builtins(kind.records.to_record(state), builtin_types=(bytes,))


def _acknowledged(
    ledger: Ledger, store: RecordingStore, facts: dict[AggregateId, list[Fact]]
) -> None:
    """What was said to be done is in the log, where it was said to be."""
    for said in ledger.acknowledged:
        if isinstance(store, FailingStore) and store.is_branched(said.aggregate):
            continue  # what was lost there is lost for good; `FailingStore.check` says if it may be
        log = facts.get(said.aggregate, [])
        version, digest = said.done.version, said.done.digest
        ledger.require(version <= len(log), "nothing acknowledged is lost", said)
        head = store.recorded_heads[said.aggregate][version - 1] if version else None
        ledger.require(
            digest is None or head is None or head.digest == digest, "the digest is true", said
        )
        if not isinstance(said.command, MAY_CHANGE_NOTHING):
            is_there = version > 0 and log[version - 1].ref == said.ref
            ledger.require(is_there, "it is where it was said to be", said)


def _true_time(
    ledger: Ledger, store: FailingStore, name: AggregateId, facts: Sequence[Fact]
) -> None:
    """No turn is charged more than truly passed, whatever the clock of a new primary says."""
    began_ms = 0
    for event, fact in zip(store.history[name], facts, strict=True):
        at_ms = store.stored_ms[event.event_id]
        if isinstance(fact.event, Moved):
            charged_ms = fact.event.spent_ms - fact.event.compensated_ms
            is_true = charged_ms <= at_ms - began_ms + CLOCK_ERROR_MS
            ledger.require(is_true, "a clock that jumps costs nobody", name, event.version)
        if isinstance(fact.event, Moved | TookBack | Seated | Readied):
            began_ms = at_ms


def _effects(ledger: Ledger, facts: dict[AggregateId, list[Fact]]) -> None:
    """Pairs and rematches opened their room, and every game freed its players, once each."""
    engaged, released = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for name, log in facts.items():
        for fact in log:
            match fact.event:
                case Engaged(room):
                    engaged[name.id, room] += 1
                case Released(room) | TurnedAway(room):
                    released[name.id, room] += 1
                case RematchOpened(room):
                    _require_opened(ledger, facts, room)
                case Paired() | Matched():
                    for pair in pairs_of([fact.event]):
                        _require_opened(ledger, facts, pair.room)
    wanted = Counter(
        (player, name.id)
        for name, log in facts.items()
        if name.kind == "room"
        for player in _players(log)
    )
    # A game that was over before its player could be told of it is not begun any more.
    ledger.require(engaged <= wanted, "players are told at most once", engaged - wanted)
    ledger.require(
        released == wanted, "players are freed once", released - wanted, wanted - released
    )


def _ratings(ledger: Ledger, facts: dict[AggregateId, list[Fact]]) -> None:
    """A rated game that counts is rated once for each player, by what the room recorded.

    And nothing else is: what a room was told its players made of it is what these hold.
    """
    counted: dict[tuple[str, str], list[Rated]] = {}
    for name, log in facts.items():
        for fact in log:
            if isinstance(fact.event, Rated):
                counted.setdefault((name.id, fact.event.room), []).append(fact.event)
    due: dict[tuple[str, str], tuple[float, float, float]] = {}
    for name, log in facts.items():
        if name.kind == "room":
            due |= _ratings_due(ledger, name, log)
    ledger.require(
        counted.keys() == due.keys(), "what counts is rated", counted.keys() ^ due.keys()
    )
    for key, events in counted.items():
        rated = (events[0].score, events[0].points, events[0].deviation)
        ledger.require(len(events) == 1, "rated once", key)
        ledger.require(rated == due[key], "rated by what the room recorded", key, rated, due[key])


def _ratings_due(
    ledger: Ledger, name: AggregateId, log: Sequence[Fact]
) -> dict[tuple[str, str], tuple[float, float, float]]:
    """By player and room: the score, and the rating the room was told came of it."""
    events = [fact.event for fact in log]
    opened = events[0]
    assert isinstance(opened, Opened)
    if not opened.terms.rated:
        return {}
    plies = 0
    for event in events:
        plies += isinstance(event, Moved)
        plies -= event.plies if isinstance(event, TookBack) else 0
    ended = next(event for event in events if isinstance(event, Ended))
    players = _players(log)
    known = [event.side for event in events if isinstance(event, RatingKnown)]
    changed = {event.side: event for event in events if isinstance(event, RatingChanged)}
    ledger.require(sorted(known) == list(range(len(players))), "introduced once", name, known)
    if plies < MIN_PLIES or ended.ending in WITHOUT_RESULT:
        ledger.require(not changed, "what does not count is not rated", name)
        return {}
    seats = {event.side: event.player for event in events if isinstance(event, Seated)}
    by_side = {0: opened.seats.red, 1: opened.seats.black} | seats
    ledger.require(sorted(changed) == [0, 1], "both are rated", name, changed)
    return {
        (str(by_side[side]), name.id): (
            0.5 if ended.winner is None else float(ended.winner == side),
            event.points,
            event.deviation,
        )
        for side, event in changed.items()
    }


def _require_opened(ledger: Ledger, facts: dict[AggregateId, list[Fact]], room: str) -> None:
    ledger.require(AggregateId("room", room) in facts, "a pair has its room", room)


def _one_live_game(ledger: Ledger, name: AggregateId, facts: Sequence[Fact]) -> None:
    """A player is in one live game that was found in the lobby at a time."""
    live: set[str] = set()
    for fact in facts:
        match fact.event:
            case Engaged(room, _, True):
                live.add(room)
            case Released(room):
                live.discard(room)
        ledger.require(len(live) < 2, "one live game at a time", name, live)


def _players(log: Sequence[Fact]) -> list[str]:
    players: list[str] = []
    for fact in log:
        match fact.event:
            case Opened(_, seats):
                players.extend(seats.taken())
            case Seated(_, player):
                players.append(player)
    return players


def _room(
    ledger: Ledger, name: AggregateId, events: Sequence[StoredEvent], facts: Sequence[Fact]
) -> None:
    """Opened first, ended once, nothing played after the end, and clocks that add up."""
    kinds = [type(fact.event) for fact in facts]
    ledger.require(kinds[0] is Opened and kinds.count(Opened) == 1, "opened once", name)
    ledger.require(kinds.count(Ended) == 1, "ended once", name, kinds)
    after = kinds[kinds.index(Ended) :]
    ledger.require(Moved not in after and TookBack not in after, "the end is the end", name)
    log = [
        Stamped(event.version, event.at_ms, cast("RoomEvent", fact.event))
        for event, fact in zip(events, facts, strict=True)
    ]
    for both in accounts(log):
        for account in both:
            ledger.require(account.missing_ms == 0, "clocks add up", name, account)
            ledger.require(account.gaps_ms >= 0, "a turn costs its own time", name, account)
            ledger.require(account.early_ms == 0, "no flag falls early", name, account)
