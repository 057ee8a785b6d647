"""What a reader is shown of the lobby."""

from tests.support.lobbies import NOW_MS, RunningLobby
from tests.support.rooms import ANN, BEN
from xiangqi_server.aggregates.lobby.messages import Seek
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, RuleTerms
from xiangqi_server.api.views.lobby_views import lobby_change, lobby_view
from xiangqi_server.wire import parts, server

BLITZ = GameTerms(FischerClock(60_000, 1_000), RuleTerms("axf", 1))
SEEK = Seek("seek1", ANN, GameTerms(FischerClock(60_000, 1_000), RuleTerms("axf", 1)), "red")
SEEK_WIRE = parts.SeekInfo("seek1", ANN, "Guest anna", BLITZ, "red", speed=Speed.BULLET)


def waiting(player: str, *pools: str, seeks: dict[str, Seek]) -> Lobby:
    """A lobby with seeks in which one player waits in pools, for casual games."""
    running = RunningLobby(Lobby(seeks=seeks))
    for pool in pools:
        running.enqueue(player, pool)
    return running.lobby


def test_the_lobby_is_shown_with_what_is_one_s_own() -> None:
    lobby = waiting(BEN, "5+3", seeks={"seek1": SEEK})

    to_ann = lobby_view(lobby, 7, ANN, players_online=2)
    to_ben = lobby_view(lobby, 7, BEN, players_online=2)

    assert to_ann.seeks == to_ben.seeks == [SEEK_WIRE]
    assert [(pool.name, pool.waiting) for pool in to_ann.pools if pool.waiting] == [("5+3", 1)]
    assert (to_ann.your_seek, to_ann.your_pools) == ("seek1", [])
    assert (to_ben.your_seek, to_ben.your_pools) == (None, ["5+3"])
    assert to_ben.your_waits == [parts.OwnWait("5+3", rated=False, since_ms=NOW_MS)]


def test_a_change_of_the_lobby_is_what_differs() -> None:
    before = waiting(BEN, "5+3", "1+0", seeks={"seek1": SEEK})
    after = waiting(ANN, "1+0", seeks={"seek2": Seek("seek2", ANN, SEEK.terms, "red")})

    assert lobby_change(before, after, 9, players_online=2) == server.LobbyChanged(
        version=9,
        opened=[parts.SeekInfo("seek2", ANN, "Guest anna", BLITZ, "red", speed=Speed.BULLET)],
        closed=["seek1"],
        waiting={"5+3": 0},
        waiting_rated={"5+3": 0},
        players_online=2,
    )
