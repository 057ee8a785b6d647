"""Arenas: the points of a game, the pairing and its moments, how long a pause lasts.

Theory of operation. An entrant that is here and has no game waits. A tick pairs waiting entrants
with neighbours in the standings, exactly within a window (`matching`). No entrant meets the latest
opponent again unless only two are left, and none plays one side more than three times in a row. A
tick comes a second after all of them wait, or very many do. Otherwise it comes when two have waited
for some seconds, so that there are more to choose from than the latest opponent.

Source: lila's arenas (``ArenaSheet``, ``AntmaPairing``, ``Pause``, ``PairingSystem``), with a
tick of one second at every size.
"""

from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Final

from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    FischerClock,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.time_limits import allotted_ms
from xiangqi_server.aggregates.tournaments.colours import can_meet, gets_red
from xiangqi_server.aggregates.tournaments.messages import ArenaPaired, GameSettled, PairedGame
from xiangqi_server.aggregates.tournaments.pairing.matching import nearest
from xiangqi_server.aggregates.tournaments.sheet import SheetGame, with_game
from xiangqi_server.aggregates.tournaments.state import (
    Entrant,
    Tournament,
    TournamentGame,
    performance_in,
)
from xiangqi_server.game.rules.board.encoding import Side

WIN, DRAW = 2, 1
FIRE_WINS: Final = 2
"""After this many wins in a row a game brings twice as much."""
QUICK_DRAW_PLIES: Final = 20
"""A draw of fewer plies brings nothing."""
LONG_GAME_PLIES: Final = 60
"""A draw right after a draw brings nothing either, unless it had this many plies."""
BERSERK_POINTS: Final = 1
"""The points that a win with half the time brings on top."""
BERSERK_PLIES: Final = 14
"""It brings them only in a game of at least this many plies."""

SOON_MS: Final = 1_000
PATIENCE_MS: Final = 6_000
MANY: Final = 100
"""If more players than this wait, they are paired without delay."""
RETRY_MS: Final = 5_000
"""When pairing is tried again if none of those who wait may meet."""
CUT_MS: Final = 40
"""When it is tried again if more players wait than one tick pairs."""
TICK_PLAYERS: Final = 100
"""How many players one tick pairs: it stays below 5 ms, also among 10,000."""
NEAR_TOP: Final = 200
TOP_REACH, REACH = 6, 4
"""How many neighbours players at the top of the standings choose among, and how many the others."""
_ALONE: Final = 10**9
_WAITED: Final = 2_000
_MAX_WAITED_S: Final = 600

FIRST_PAUSE_MS: Final = 10_000
MAX_PAUSE_MS: Final = 120_000
PAUSE_PART: Final = 15
PAUSES_FORGOTTEN_MS: Final = 20 * 60_000
_SCORE: Final = 10_000
_NUMBERS: Final = 1 << 20


def ranked(entrant: Entrant) -> Entrant:
    """The entrant with the key of its place: points, then strength, then the order of entering."""
    strength = entrant.performance or entrant.rating
    key = (entrant.score * _SCORE + strength) * _NUMBERS - entrant.number
    return entrant._replace(rank_key=key)


# Points.


def is_on_fire(entrant: Entrant) -> bool:
    """Whether the next game brings twice as much."""
    return entrant.wins_in_a_row >= FIRE_WINS


def scored(
    entrant: Entrant, opponent: Entrant, side: Side, result: int, event: GameSettled
) -> Entrant:
    """The entrant after a game: 2 won, 1 drawn, 0 lost."""
    berserk = entrant.player in event.berserk
    points = _points(entrant, result, event.plies, berserk=berserk)
    doubled = is_on_fire(entrant) and result > 0
    game = SheetGame(opponent.number, side, result, points, doubled, berserk=berserk)
    return ranked(
        entrant._replace(
            score=entrant.score + points,
            sheet=with_game(entrant.sheet, game),
            wins_in_a_row=entrant.wins_in_a_row + 1 if result == WIN else 0,
            played=entrant.played + 1,
            has_drawn=result == DRAW or (entrant.has_drawn and result != WIN),
            performance_sum=entrant.performance_sum + performance_in(opponent, result),
        )
    )


def _points(entrant: Entrant, result: int, plies: int, *, berserk: bool) -> int:
    is_early = plies < QUICK_DRAW_PLIES
    is_streak = entrant.has_drawn and plies < LONG_GAME_PLIES
    if result == DRAW and (is_early or is_streak):
        return 0
    bonus = BERSERK_POINTS * (berserk and result == WIN and plies >= BERSERK_PLIES)
    return result * (2 if is_on_fire(entrant) else 1) + bonus


def both_scored(tournament: Tournament, event: GameSettled) -> tuple[Entrant, Entrant]:
    """Red and Black after a game of theirs, which may count for nothing."""
    game = tournament.games[event.room]
    red, black = tournament.entrants[game.red], tournament.entrants[game.black]
    if not event.counts:
        return red, black
    result = DRAW if event.winner is None else WIN * (event.winner == game.red)
    return (
        scored(red, black, Side.RED, result, event),
        scored(black, red, Side.BLACK, WIN - result, event),
    )


# Pauses.


def pause_ms(clock: ClockTerms, pauses: int) -> int:
    """How long the `pauses`-th pause in a while lasts at least."""
    if pauses <= 1:
        return FIRST_PAUSE_MS
    lasts_ms = (pauses - 1) * (allotted_ms(clock) or 0) // PAUSE_PART
    return max(FIRST_PAUSE_MS, min(lasts_ms, MAX_PAUSE_MS))


def paused(tournament: Tournament, entrant: Entrant, at_ms: int) -> Entrant:
    """The entrant once it has paused, or left: before a moment it is not paired again."""
    is_forgotten = at_ms - entrant.paused_ms > PAUSES_FORGOTTEN_MS
    pauses = 1 if is_forgotten else entrant.pauses + 1
    return_at_ms = at_ms + pause_ms(tournament.the_plan.terms.clock, pauses)
    return entrant._replace(since_ms=0, pauses=pauses, paused_ms=at_ms, return_at_ms=return_at_ms)


# When.


def closes_ms(tournament: Tournament) -> int:
    """The moment from which no game is paired: one begun then would not end in time."""
    half_ms = _main_ms(tournament.the_plan.terms.clock) // 2
    return tournament.ends_ms - max(30_000, min(half_ms, 120_000))


def _main_ms(clock: ClockTerms) -> int:
    match clock:
        case FischerClock(main_ms) | ByoyomiClock(main_ms) | ThreePartClock(main_ms):
            return main_ms
        case _:
            return 0


def due_at_ms(tournament: Tournament) -> int:
    """When a running arena wants to be woken."""
    tick_at_ms = tournament.tick_at_ms
    if tick_at_ms is None or tick_at_ms >= closes_ms(tournament):
        return tournament.ends_ms
    return tick_at_ms


def wanted_tick_ms(tournament: Tournament, at_ms: int) -> int | None:
    """When to look for pairs, once somebody has begun to wait, or has ceased to."""
    waiting, planned_ms = tournament.waiting, tournament.tick_at_ms
    if waiting < 2:
        return None
    is_soon = waiting > MANY or waiting >= tournament.active
    wanted_ms = at_ms + (SOON_MS if is_soon else PATIENCE_MS)
    return wanted_ms if planned_ms is None else min(planned_ms, wanted_ms)


def waiting(entrant: Entrant, at_ms: int) -> Entrant:
    """The entrant, waiting from a moment on if it can be paired."""
    is_free = entrant.is_active and not entrant.room
    if is_free == (entrant.since_ms > 0):
        return entrant
    return entrant._replace(since_ms=at_ms if is_free else 0)


# The pairs.


def pairs(tournament: Tournament, now_ms: int) -> tuple[PairedGame, ...]:
    """The games of one tick."""
    order = enumerate(tournament.in_order(), start=1)
    waiting_ones = ((rank, entrant) for rank, entrant in order if entrant.since_ms)
    places = list(islice(waiting_ones, TICK_PLAYERS))
    top = sum(rank <= NEAR_TOP for rank, _ in places)
    games: list[PairedGame] = []
    for part, reach in ((places[:top], TOP_REACH), (places[top:], REACH)):
        for one, other in _paired(tournament, part, reach, now_ms):
            games.append(_game(tournament, part[one][1], part[other][1], len(games)))
    return tuple(games)


def _paired(
    tournament: Tournament, places: list[tuple[int, Entrant]], reach: int, now_ms: int
) -> list[tuple[int, int]]:
    are_two, apart = tournament.active == 2, tournament.apart
    worst = places[-1][0] if places else 1

    def cost(one: int, other: int) -> int | None:
        (rank, first), (other_rank, second) = places[one], places[other]
        if first.team is not None and first.team == second.team:
            return None
        if not are_two and not _may_meet(first, second):
            return None
        if apart and frozenset((first.player, second.player)) in apart:
            return None
        weight = 300 + 1_700 * (worst - rank) // worst
        return (other_rank - rank) * weight + abs(first.rating - second.rating)

    def alone(place: int) -> int:
        waited_s = (now_ms - places[place][1].since_ms) // 1_000
        return _ALONE + _WAITED * min(max(waited_s, 0), _MAX_WAITED_S)

    return nearest(len(places), cost, reach, alone)


def _may_meet(one: Entrant, other: Entrant) -> bool:
    is_again = one.last == other.player or other.last == one.player
    return not is_again and can_meet(one.colours, other.colours)


def _game(tournament: Tournament, one: Entrant, other: Entrant, number: int) -> PairedGame:
    """The game of a pair; its room, and the toss, follow from where the log stands."""
    seed = sha256(f"{tournament.id}:{tournament.version}:{number}".encode()).digest()
    first, second = (
        (one, other) if gets_red(one.colours, other.colours, seed[-1] & 1) else (other, one)
    )
    return PairedGame(room_id(seed), first.player, second.player)


def room_id(seed: bytes) -> str:
    """The id of a room, made of a digest: as those of other rooms, 12 characters of a-z and 2-7."""
    value = int.from_bytes(seed[:8])
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[value >> 5 * n & 31] for n in range(12))


def paired(tournament: Tournament, event: ArenaPaired) -> Tournament:
    """The tournament once a tick has paired players."""
    playing = []
    for room, red, black in ((game.room, game.red, game.black) for game in event.games):
        for side, player, other in ((Side.RED, red, black), (Side.BLACK, black, red)):
            entrant = tournament.entrants[player]
            colours = entrant.colours.plus(side)
            playing.append(entrant._replace(room=room, since_ms=0, colours=colours, last=other))
    games = tournament.games.set_all(
        (game.room, TournamentGame(game.red, game.black)) for game in event.games
    )
    after = tournament.with_entrants(*playing)
    return replace(after, games=games, tick_at_ms=event.next_ms)


def next_tick_ms(tournament: Tournament, paired: int, now_ms: int) -> int | None:
    """When to look again after a tick that has paired `paired` players."""
    left = tournament.waiting - paired
    if left < 2:
        return None
    return now_ms + (CUT_MS if paired >= TICK_PLAYERS - 1 else RETRY_MS)
