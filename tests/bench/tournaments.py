"""What tournaments cost: a tick, a result, a round, and telling the standings to a crowd.

    python -m tests.bench.tournaments

Prints one JSON line a row. Decisions only: no store, no sockets.
"""

import json
import random
from collections.abc import Callable
from functools import partial
from time import perf_counter

from msgspec.structs import replace

from server.api.naming import as_guest
from server.api.tournament_views import change_view
from server.rules.board.encoding import Side
from server.tournaments import arena
from server.tournaments.decide import decide
from server.tournaments.messages import WakeTournament
from server.tournaments.plan import Swiss
from server.tournaments.standings import Standings, standings_of
from server.tournaments.state import Tournament
from server.tournaments.swiss import SwissPlayer, paired
from server.wire.codec import Format, encode
from tests.support.arenas import START_MS, a_plan, after, announced, enter, settle

ROUNDS = 5


def best_ms(work: Callable[[], object], times: int = 5) -> float:
    """The least time of several, in ms."""
    took = []
    for _ in range(times):
        start = perf_counter()
        work()
        took.append(perf_counter() - start)
    return round(min(took) * 1000, 3)


def crowd(count: int) -> Tournament:
    """An arena that has begun, with so many who wait."""
    chance = random.Random(7)
    tournament = announced(a_plan(minutes=60))
    for number in range(count):
        rating = int(chance.gauss(1_500, 300))
        tournament = after(tournament, enter(f"player{number:010}", rating))
    return after(tournament, WakeTournament(), now_ms=START_MS)


def told(standings: Standings) -> bytes:
    """What everybody who watches is told."""
    return encode(change_view(standings, as_guest), Format.MSGPACK)


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


def main() -> None:
    """Print all rows."""
    for count in (500, 10_000):
        tournament = crowd(count)
        due_ms = arena.due_at_ms(tournament)
        tick_ms = best_ms(partial(decide, tournament, WakeTournament(), due_ms))
        tell("tick", entered=count, paired=min(count, 500), decide_ms=tick_ms)
        playing, ticks = tournament, 0
        start = perf_counter()
        while playing.waiting > 1:
            playing = after(playing, WakeTournament(), now_ms=arena.due_at_ms(playing))
            ticks += 1
        took_ms = round((perf_counter() - start) * 1000)
        last_ms = playing.changed_ms - START_MS
        tell("all playing", entered=count, ticks=ticks, virtual_ms=last_ms, decide_ms=took_ms)
        rooms = tuple(playing.games)[:200]

        def settle_all(playing: Tournament = playing, rooms: tuple[str, ...] = rooms) -> None:
            for room in rooms:
                over = settle(room, playing.games[room].red)
                after(playing, over, now_ms=playing.changed_ms)

        tell(
            "result",
            entered=count,
            decide_and_apply_us=round(best_ms(settle_all) * 1000 / len(rooms), 1),
        )
        tell("standings", entered=count, sort_ms=best_ms(partial(standings_of, playing)))
        standings = standings_of(playing)
        written = best_ms(partial(told, standings))
        tell("change", entered=count, encode_once_ms=written)
    for count in (100, 300):
        players = swiss_players(count)
        tell("swiss round", players=count, decide_ms=best_ms(partial(paired, players), 3))
    plan = replace(a_plan(), format=Swiss(9))
    field = after(announced(plan, [f"p{n}" for n in range(300)]), WakeTournament(), now_ms=START_MS)
    tell("standings of a Swiss", players=300, sort_ms=best_ms(partial(standings_of, field)))


def tell(what: str, **figures: object) -> None:
    """One row."""
    print(json.dumps({"bench": "tournaments", "what": what} | figures))


if __name__ == "__main__":
    main()
