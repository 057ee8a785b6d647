"""Round robins whose pairs are free until a date: offers, games, and what is ruled at the date."""

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, announced, events_of, settle
from xiangqi_server.aggregates.lobby.messages import Withdraw
from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.room.messages import Open, Settle
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, GameTerms, Seats
from xiangqi_server.aggregates.row_effects import PutRow
from xiangqi_server.aggregates.tournaments.actions import RemovePlayerAction, RuleGameAction
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.free_robin import (
    MAX_FREE_MS,
    MIN_FREE_MS,
    MOST_OFFERS,
    pairs_of,
)
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    GameOffered,
    GameSettled,
    LeaveTournament,
    ManageTournament,
    OfferGame,
    PairOpened,
    PauseEntrant,
    SeePlayers,
    TakeTournamentOutage,
    TournamentFinished,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import RobinFormat
from xiangqi_server.aggregates.tournaments.plan_check import checked_plan
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable
from xiangqi_server.aggregates.tournaments.results.place_rows import PLACES
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.waking import due_at_ms
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

END_MS = START_MS + 7 * DAY_MS
FREE = replace(a_plan(), format=RobinFormat(until_ms=END_MS), ranking="cxa_robin")
THREE = ("ann", "ben", "cai")
NOW_MS = START_MS + 60_000


def begun(players: tuple[str, ...] = THREE) -> Tournament:
    """A tournament whose pairs may play."""
    return after(announced(FREE, players), WakeTournament(), now_ms=START_MS)


def room_of(tournament: Tournament, one: str, other: str) -> str:
    """The room that the game of two will have."""
    return next(room for room, pair in pairs_of(tournament, one) if other in (pair.red, pair.black))


def offer(tournament: Tournament, by: str, to: str, *, on: bool = True) -> Tournament:
    """Once one has offered the other to play, or accepted."""
    command = OfferGame(by, room_of(tournament, by, to), on)
    return after(tournament, command, now_ms=NOW_MS)


def at_the_date(tournament: Tournament) -> tuple[GameSettled, ...]:
    """What is ruled when the time is over."""
    events = events_of(tournament, WakeTournament(), END_MS)
    return tuple(event for event in events if isinstance(event, GameSettled))


def test_all_pairs_are_known_at_the_start_and_no_room_is_opened() -> None:
    decision = decide(announced(FREE, THREE), WakeTournament(), START_MS)
    tournament = begun()

    assert not [one for one in decision.effects if isinstance(one.command, Open)]
    assert {(pair.red, pair.black) for pair in tournament.open_pairs.values()} == {
        ("ben", "cai"),
        ("cai", "ann"),
        ("ann", "ben"),
    }
    assert (len(tournament.rounds), len(tournament.games)) == (3, 0)
    assert all(entrant.score == 0 for entrant in tournament.entrants.values())
    assert all(
        one.how in ("open", "absent") for row in crosstable(tournament).values() for one in row
    )
    assert due_at_ms(tournament) == END_MS


def test_one_offers_the_other_accepts_and_their_room_is_opened_once() -> None:
    tournament = begun()
    room = room_of(tournament, "ann", "ben")

    offered = after(tournament, OfferGame("ann", room), now_ms=NOW_MS)
    accepted = decide(offered, OfferGame("ben", room), NOW_MS)
    playing = after(offered, OfferGame("ben", room), now_ms=NOW_MS)

    assert events_of(tournament, OfferGame("ann", room), NOW_MS) == (GameOffered(room, "ann"),)
    assert accepted.events == (PairOpened(room),)
    opened = {one.id: one.command for one in accepted.effects if isinstance(one.command, Open)}
    assert list(opened) == [room]
    assert (opened[room].seats, opened[room].origin) == (Seats("ann", "ben"), "tournament:cup")
    assert [one.command for one in accepted.effects if isinstance(one.command, Withdraw)] == [
        Withdraw(("ann", "ben"))
    ]
    assert events_of(playing, OfferGame("ben", room), NOW_MS) == ()
    assert events_of(offered, OfferGame("ann", room), NOW_MS) == ()
    assert {playing.entrants[who].room for who in ("ann", "ben")} == {room}


def test_who_plays_has_no_offer_that_stands_and_makes_none() -> None:
    tournament = offer(offer(offer(begun(), "ann", "cai"), "ann", "ben"), "ben", "ann")

    offers = [pair.offered_by for pair in tournament.open_pairs.values()]
    with pytest.raises(Refused) as refused:
        offer(tournament, "ann", "cai")

    assert offers == ["", ""]
    assert refused.value.code is LobbyRefusal.ALREADY_PLAYING


def test_an_offer_ends_with_a_pause_out_of_sight_by_leaving_and_when_it_is_taken_back() -> None:
    offered = offer(begun(), "ann", "ben")
    room = room_of(offered, "ann", "ben")
    ends = (
        PauseEntrant("ann"),
        SeePlayers(away=("ann",)),
        LeaveTournament("ann"),
        OfferGame("ann", room, on=False),
    )

    left = [after(offered, command, now_ms=NOW_MS).open_pairs[room] for command in ends]

    assert [(pair.offered_by, pair.red_asked) for pair in left] == [("", 1)] * 4


def test_who_plays_elsewhere_is_not_called_away_but_offered_a_game() -> None:
    offered = offer(begun(), "ann", "ben")
    room = room_of(offered, "ann", "ben")

    answer = events_of(offered, OfferGame("ben", room, busy=("ann",)), NOW_MS)
    with pytest.raises(Refused) as refused:
        decide(offered, OfferGame("ben", room, busy=("ben",)), NOW_MS)

    assert answer == (GameOffered(room, "ben"),)
    assert refused.value.code is LobbyRefusal.ALREADY_PLAYING


def test_offers_of_others_of_the_paused_and_too_many_are_refused() -> None:
    tournament = begun()
    room = room_of(tournament, "ann", "ben")
    paused = after(tournament, PauseEntrant("ann"), now_ms=NOW_MS)
    left = after(tournament, LeaveTournament("ann"), now_ms=NOW_MS)
    often = tournament
    for _ in range(MOST_OFFERS):
        often = offer(offer(often, "ann", "ben"), "ann", "ben", on=False)

    def code(cup: Tournament, by: str, wanted: str = room, now_ms: int = NOW_MS) -> RefusalCode:
        with pytest.raises(Refused) as refused:
            decide(cup, OfferGame(by, wanted), now_ms)
        return refused.value.code

    assert code(tournament, "cai") is CommonRefusal.NOT_ALLOWED
    assert code(tournament, "ann", "nosuchroom") is RoomRefusal.NO_SUCH_ROOM
    assert code(paused, "ann") is CommonRefusal.NOT_ALLOWED
    assert code(left, "ann") is TournamentRefusal.NOT_ENTERED
    assert code(often, "ann") is CommonRefusal.LIMIT_REACHED
    assert code(tournament, "ann", now_ms=END_MS) is TournamentRefusal.TOURNAMENT_NOT_RUNNING
    assert code(announced(FREE, THREE), "ann") is TournamentRefusal.TOURNAMENT_NOT_RUNNING


def test_who_does_not_come_to_a_game_that_both_wanted_has_lost_it() -> None:
    playing = offer(offer(begun(), "ann", "ben"), "ben", "ann")
    (room,) = playing.games

    over = after(playing, Settle(room, None, counts=False, absent=("ben",)), now_ms=NOW_MS)

    assert (over.entrants["ann"].score, over.entrants["ben"].score) == (2, 0)
    assert over.phase is Phase.RUNNING


def test_it_is_over_as_soon_as_every_pair_has_played() -> None:
    tournament = begun()
    for one, other in (("ann", "ben"), ("ben", "cai"), ("cai", "ann")):
        tournament = offer(offer(tournament, one, other), other, one)
        (room,) = tournament.games
        tournament = after(tournament, settle(room, one), now_ms=NOW_MS)

    assert tournament.phase is Phase.FINISHED
    assert due_at_ms(tournament) is None
    assert {one.score for one in standings_of(tournament).order} == {2}


def test_at_the_date_who_asked_has_won_against_who_never_did() -> None:
    asked = offer(offer(begun(), "ann", "ben"), "ann", "ben", on=False)
    both = offer(offer(asked, "ann", "cai"), "ann", "cai", on=False)
    both = offer(offer(both, "cai", "ann"), "cai", "ann", on=False)

    absent = {frozenset(one.absent) for one in at_the_date(both)}
    over = after(both, WakeTournament(), now_ms=END_MS)

    assert absent == {frozenset({"ben"}), frozenset({"ann", "cai"}), frozenset({"ben", "cai"})}
    assert {who: over.entrants[who].score for who in THREE} == {"ann": 2, "ben": 0, "cai": 0}
    assert over.phase is Phase.FINISHED
    assert not over.open_pairs
    assert all(one.how != "open" for row in crosstable(over).values() for one in row)


def test_at_the_date_who_left_has_lost_whatever_was_asked() -> None:
    tournament = offer(begun(), "ann", "ben")
    tournament = after(tournament, LeaveTournament("ann"), now_ms=NOW_MS)

    settled = at_the_date(tournament)

    assert {one.absent for one in settled} == {("ann",), ("ben", "cai")}
    assert not any(one.opened for one in settled)
    assert after(tournament, WakeTournament(), now_ms=END_MS).entrants["ben"].score == 2


def test_it_is_over_when_no_pair_that_is_left_can_be_played_any_more() -> None:
    played = offer(offer(begun(), "ben", "cai"), "cai", "ben")
    (room,) = played.games
    gone = after(played, LeaveTournament("ann"), now_ms=NOW_MS)

    over = after(gone, settle(room, "ben"), now_ms=NOW_MS)
    at_once = [
        after(begun(("ann", "ben")), command, now_ms=NOW_MS)
        for command in (
            LeaveTournament("ann"),
            ManageTournament("org", RemovePlayerAction("ann")),
        )
    ]

    assert gone.phase is Phase.RUNNING
    assert [cup.phase for cup in (over, *at_once)] == [Phase.FINISHED] * 3
    assert {who: over.entrants[who].score for who in THREE} == {"ann": 0, "ben": 4, "cai": 2}
    assert [cup.entrants["ben"].score for cup in at_once] == [2, 2]
    assert all(not cup.open_pairs and due_at_ms(cup) is None for cup in (over, *at_once))


def test_who_ends_it_by_leaving_has_a_place_like_the_others() -> None:
    played = offer(offer(begun(), "ann", "ben"), "ben", "ann")
    (room,) = played.games
    played = after(played, settle(room, "ann"), now_ms=NOW_MS)

    last = decide(played, LeaveTournament("cai"), NOW_MS)
    rows = [one.command for one in last.effects if one.id == PLACES]

    assert isinstance(last.events[-1], TournamentFinished)
    assert {one.row if isinstance(one, PutRow) else one for one in rows} == {
        f"cup.{player}" for player in THREE
    }


def test_a_pair_that_can_still_be_played_keeps_it_open_and_so_does_one_who_pauses() -> None:
    three = after(begun(), LeaveTournament("ann"), now_ms=NOW_MS)
    paused = after(begun(("ann", "ben")), PauseEntrant("ann"), now_ms=NOW_MS)

    assert [cup.phase for cup in (three, paused)] == [Phase.RUNNING] * 2
    assert [due_at_ms(cup) for cup in (three, paused)] == [END_MS] * 2


def test_a_ruling_on_the_last_pair_that_could_be_played_ends_it() -> None:
    gone = after(begun(), LeaveTournament("ann"), now_ms=NOW_MS)
    ruling = ManageTournament("org", RuleGameAction(room_of(gone, "ben", "cai"), None))

    over = after(gone, ruling, now_ms=NOW_MS)

    assert over.phase is Phase.FINISHED
    assert {who: over.entrants[who].score for who in THREE} == {"ann": 0, "ben": 3, "cai": 3}


def test_a_game_that_is_played_at_the_date_goes_on_and_counts() -> None:
    playing = offer(offer(begun(), "ann", "ben"), "ben", "ann")
    (room,) = playing.games

    ruled = after(playing, WakeTournament(), now_ms=END_MS)
    over = after(ruled, settle(room, "ben"), now_ms=END_MS + 60_000)

    assert (ruled.phase, len(ruled.open_pairs)) == (Phase.RUNNING, 0)
    assert due_at_ms(ruled) is None
    assert over.phase is Phase.FINISHED
    assert over.entrants["ben"].score == 2


def test_our_downtime_moves_the_date_once_and_a_late_start_too() -> None:
    tournament = begun()
    outage = TakeTournamentOutage(NOW_MS, NOW_MS + 5_000)

    later = after(tournament, outage, outage, now_ms=NOW_MS + 5_000)
    late = after(announced(FREE, THREE), WakeTournament(), now_ms=START_MS + 9_000)

    assert due_at_ms(later) == END_MS + 5_000
    assert due_at_ms(late) == END_MS + 9_000
    assert events_of(later, WakeTournament(), END_MS) == ()


def test_an_arbiter_rules_a_pair_that_has_not_played() -> None:
    tournament = begun()
    room = room_of(tournament, "ann", "ben")

    ruling = ManageTournament("org", RuleGameAction(room, "ben"))
    ruled = after(tournament, ruling, now_ms=NOW_MS)
    again = after(ruled, ManageTournament("org", RuleGameAction(room, None)), now_ms=NOW_MS)

    assert room not in ruled.open_pairs
    assert ruled.entrants["ben"].score == 2
    assert [again.entrants[who].score for who in ("ann", "ben")] == [1, 1]
    assert not again.results[room].opened


def test_a_snapshot_keeps_the_pairs_and_the_log_alone_leads_to_the_end() -> None:
    tournament = offer(begun(), "ann", "ben")
    records = TOURNAMENT.records

    assert records.from_record("cup", records.to_record(tournament)) == tournament
    *_, finished = events_of(tournament, WakeTournament(), END_MS)
    assert isinstance(finished, TournamentFinished)
    assert finished.order[0] == "ann"


def test_the_date_is_not_too_near_nor_too_far_and_not_by_days() -> None:
    by_days = GameTerms(CorrespondenceClock(3), takebacks=False)
    bad = [
        replace(FREE, format=RobinFormat(until_ms=START_MS + MIN_FREE_MS - 1)),
        replace(FREE, format=RobinFormat(until_ms=START_MS + MAX_FREE_MS + 1)),
        replace(FREE, terms=by_days),
    ]
    good = [
        replace(FREE, format=RobinFormat(until_ms=START_MS + ms))
        for ms in (MIN_FREE_MS, MAX_FREE_MS)
    ]

    for plan in bad:
        with pytest.raises(Refused) as refused:
            checked_plan(plan, T0_MS)
        assert refused.value.code is RoomRefusal.BAD_TERMS
    assert [checked_plan(plan, T0_MS).format for plan in good] == [plan.format for plan in good]
