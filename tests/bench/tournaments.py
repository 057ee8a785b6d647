"""What tournaments cost: a tick, a result, a round, and telling the standings to a crowd.

    python -m tests.bench.tournaments

Prints one JSON line a row. Decisions only, without store and sockets; but in the last row the
standings go to a crowd of sockets, which needs gcc and two cores.
"""

import json
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from tests.bench.fanout import load
from tests.bench.rig import build, relay, two_cores
from tests.support.arenas import START_MS, a_plan, after, announced, enter, settle
from xiangqi_server.aggregates.tournaments import arena
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.messages import WakeTournament
from xiangqi_server.aggregates.tournaments.pairing.matching import nearest
from xiangqi_server.aggregates.tournaments.pairing.swiss import SwissPlayer, paired
from xiangqi_server.aggregates.tournaments.plan import SwissFormat
from xiangqi_server.aggregates.tournaments.results.standings import Standings, standings_of
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.api.names.naming import as_guest
from xiangqi_server.api.tournaments.tournament_views import change_view, own_place
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.wire.codec import Format, encode

ROUNDS = 5
EXACT = 20
SEEDS = 10
"""A window as wide as the crowd is the exact matching; so many players can still be had so."""
FORBIDDEN = 0.3
ALONE = 10**6
LOOKERS = 1_000


def best_ms(work: Callable[[], object], times: int = 5) -> float:
    """The least processor time of several, in ms: a busy machine tells nearly the same."""
    took = []
    for _ in range(times):
        start = process_time()
        work()
        took.append(process_time() - start)
    return round(min(took) * 1000, 3)


def crowd(count: int) -> Tournament:
    """An arena that has begun, with so many who wait."""
    chance = random.Random(7)
    tournament = announced(a_plan(minutes=60))
    for number in range(count):
        rating = int(chance.gauss(1_500, 300))
        tournament = after(tournament, enter(f"player{number:010}", rating))
    return after(tournament, WakeTournament(), now_ms=START_MS)


def worst_cost() -> float:
    """How much dearer than the exact matching the pairing of a small crowd is, at worst."""
    return round(max(map(cost_of_exact, range(SEEDS))), 4)


def cost_of_exact(seed: int) -> float:
    """What pairing one small crowd costs, as part of the exact matching of all with all."""
    chance = random.Random(seed)
    ratings = [int(chance.gauss(1_500, 300)) for _ in range(EXACT)]
    all_pairs = [(one, other) for other in range(EXACT) for one in range(other)]
    forbidden = {pair for pair in all_pairs if chance.random() < FORBIDDEN}

    def cost(one: int, other: int) -> int | None:
        if (one, other) in forbidden:
            return None
        weight = 300 + 1_700 * (EXACT - one) // EXACT
        return (other - one) * weight + abs(ratings[one] - ratings[other])

    def total(reach: int) -> int:
        pairs = nearest(EXACT, cost, reach, lambda _: ALONE)
        return sum(cost(*pair) or 0 for pair in pairs) + (EXACT - 2 * len(pairs)) * ALONE

    return total(arena.TOP_REACH) / total(EXACT)


def told(standings: Standings) -> bytes:
    """What everybody who watches is told."""
    return encode(change_view(standings, as_guest, (0, b"")), Format.MSGPACK)


def swiss_players(count: int) -> list[SwissPlayer]:
    """Players after some rounds of a Swiss tournament."""
    chance = random.Random(7)
    players = [SwissPlayer(f"p{number}", number, 0) for number in range(1, count + 1)]
    for _ in range(ROUNDS):
        found = paired(players)
        assert found is not None
        now = {one.player: one for one in players}
        for red, black in found.pairs:
            points = chance.choice([0, 1, 2])
            for who, other, side, own in (
                (red, black, Side.RED, points),
                (black, red, Side.BLACK, 2 - points),
            ):
                one = now[who]
                met, sides = one.met | {other}, (*one.sides, side)
                now[who] = SwissPlayer(who, one.number, one.points + own, met, sides, one.had_bye)
        players = list(now.values())
    return players


def own_row_us(standings: Standings, players: list[str]) -> float:
    """What finding out how one stands costs, for each who watches, in microseconds."""

    def look() -> None:
        for player in players:
            own_place(player, standings, as_guest)

    return round(best_ms(look) * 1000 / len(players), 1)


def looker_us(payload_bytes: int) -> float:
    """What one who watches costs the node, each time it is told so many bytes, in microseconds."""
    server_core, _ = two_cores()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        took = []
        for _ in range(3):
            with relay("uvloop", server_core) as (process_id, port, _):
                took.append(load(folder, LOOKERS, process_id, port, payload_bytes))
    return round(min(took), 1)


def result_us(playing: Tournament) -> float:
    """What the result of one of many games costs, decided and applied, in microseconds."""
    rooms = tuple(playing.games)[:100]

    def settle_all() -> None:
        for room in rooms:
            after(playing, settle(room, playing.games[room].red), now_ms=playing.changed_ms)

    return round(best_ms(settle_all) * 1000 / len(rooms), 1)


def main() -> None:
    """Print all rows."""
    for count in (500, 10_000):
        tournament = crowd(count)
        due_ms = arena.due_at_ms(tournament)
        tick_ms = best_ms(partial(decide, tournament, WakeTournament(), due_ms))
        tell("tick", entered=count, paired=min(count, 500), decide_ms=tick_ms)
        playing, ticks = tournament, 0
        start = process_time()
        while playing.waiting > 1:
            playing = after(playing, WakeTournament(), now_ms=arena.due_at_ms(playing))
            ticks += 1
        took_ms = round((process_time() - start) * 1000)
        last_ms = playing.changed_ms - START_MS
        tell("all playing", entered=count, ticks=ticks, virtual_ms=last_ms, decide_ms=took_ms)
        tell("result", entered=count, decide_and_apply_us=result_us(playing))
        tell("standings", entered=count, sort_ms=best_ms(partial(standings_of, playing)))
        standings = standings_of(playing)
        written, told_bytes = best_ms(partial(told, standings)), len(told(standings))
        tell("change", entered=count, encode_once_ms=written, told_bytes=told_bytes)
        plays, looks = list(playing.entrants)[:LOOKERS], [f"s{n}" for n in range(LOOKERS)]
        own_us, other_us = own_row_us(standings, plays), own_row_us(standings, looks)
        tell("own row", entered=count, entrant_us=own_us, spectator_us=other_us)
    tell("arena cost", waiting=EXACT, seeds=SEEDS, worst_of_exact=worst_cost())
    for count in (100, 300, 1_000):
        players = swiss_players(count)
        tell("swiss round", players=count, decide_ms=best_ms(partial(paired, players), 3))
    plan = replace(a_plan(), format=SwissFormat(9))
    field = after(announced(plan, [f"p{n}" for n in range(300)]), WakeTournament(), now_ms=START_MS)
    tell("result in a Swiss", players=300, decide_and_apply_us=result_us(field))
    tell("standings of a Swiss", players=300, sort_ms=best_ms(partial(standings_of, field)))
    tell("push", lookers=LOOKERS, told_bytes=told_bytes, looker_us=looker_us(told_bytes))


def tell(what: str, **figures: object) -> None:
    """One row."""
    print(json.dumps({"bench": "tournaments", "what": what} | figures))


if __name__ == "__main__":
    main()
