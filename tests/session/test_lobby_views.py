"""What a reader is shown of the lobby."""

from server.lobby.messages import Seek
from server.lobby.state import Lobby
from server.room.terms import Fischer, Rules, Terms
from server.session.lobby_views import lobby_change, lobby_view
from server.wire import parts, server
from server.wire.terms import FischerClock, GameTerms, RuleTerms
from tests.support.rooms import ANN, BEN

BLITZ_WIRE = GameTerms(FischerClock(60_000, 1_000), RuleTerms("axf", 1))
SEEK = Seek("seek1", ANN, Terms(Fischer(60_000, 1_000), Rules("axf", 1)), "red")
SEEK_WIRE = parts.SeekInfo("seek1", ANN, "Guest anna", BLITZ_WIRE, "red")


def test_the_lobby_is_shown_with_what_is_one_s_own() -> None:
    lobby = Lobby(seeks={"seek1": SEEK}, waiting={"5+3": BEN})

    to_ann = lobby_view(lobby, 7, ANN, players_here=2)
    to_ben = lobby_view(lobby, 7, BEN, players_here=2)

    assert to_ann.seeks == to_ben.seeks == [SEEK_WIRE]
    assert [(pool.name, pool.waiting) for pool in to_ann.pools if pool.waiting] == [("5+3", 1)]
    assert (to_ann.your_seek, to_ann.your_pools) == ("seek1", [])
    assert (to_ben.your_seek, to_ben.your_pools) == (None, ["5+3"])


def test_a_change_of_the_lobby_is_what_differs() -> None:
    before = Lobby(seeks={"seek1": SEEK}, waiting={"5+3": BEN, "1+0": BEN})
    after = Lobby(seeks={"seek2": Seek("seek2", ANN, SEEK.terms, "red")}, waiting={"1+0": ANN})

    assert lobby_change(before, after, 9, players_here=2) == server.LobbyChanged(
        version=9,
        opened=[parts.SeekInfo("seek2", ANN, "Guest anna", BLITZ_WIRE, "red")],
        closed=["seek1"],
        waiting={"5+3": 0},
        players_here=2,
    )
