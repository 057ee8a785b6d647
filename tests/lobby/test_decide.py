"""The lobby's door, command by command."""

from dataclasses import dataclass, field

import pytest

from server.aggregate.decision import Decision, Order, Stamped
from server.aggregate.refusal import RefusalCode, Refused
from server.lobby.apply import apply
from server.lobby.decide import decide
from server.lobby.messages import (
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    LobbyEvent,
    OpenSeek,
    Paired,
    Queued,
    Seek,
    SeekClosed,
    SeekOpened,
    SidePreference,
    TakeSeek,
    Unqueued,
)
from server.lobby.pools import POOLS
from server.lobby.state import MAX_SEEKS, Lobby
from server.room.agreement import settled
from server.room.messages import Open
from server.room.terms import Fischer, Rules, Seats, Terms

NOW_MS = 1_700_000_000_000
TERMS = settled(Terms(Fischer(300_000, 3_000)))


@dataclass
class Hall:
    """A lobby as it happens; every command goes through the door."""

    lobby: Lobby = field(default_factory=Lobby)
    orders: list[Order] = field(default_factory=list)

    def tell(self, *commands: LobbyCommand) -> tuple[LobbyEvent, ...]:
        """Decide commands in turn; the events of the last one."""
        decision: Decision[LobbyEvent] = Decision()
        for command in commands:
            decision = decide(self.lobby, command, NOW_MS)
            for event in decision.events:
                self.lobby = apply(self.lobby, Stamped(1, NOW_MS, event))
            self.orders.extend(decision.orders)
        return decision.events


def refusal_of(lobby: Lobby, command: LobbyCommand) -> RefusalCode:
    """Why `command` is refused."""
    with pytest.raises(Refused) as refused:
        decide(lobby, command, NOW_MS)
    return refused.value.code


def ann_seeks(side: SidePreference = "any", terms: Terms = TERMS) -> OpenSeek:
    return OpenSeek("ann", "seek1", terms, side)


def test_a_seek_is_shown_to_everybody() -> None:
    hall = Hall()

    events = hall.tell(ann_seeks("red"))

    seek = Seek("seek1", "ann", TERMS, "red")
    assert events == (SeekOpened(seek),)
    assert hall.lobby == Lobby(seeks={"seek1": seek})


def test_a_second_seek_replaces_the_first() -> None:
    hall = Hall()

    events = hall.tell(ann_seeks(), OpenSeek("ann", "seek2", TERMS, "black"))

    assert events == (SeekClosed("seek1"), SeekOpened(Seek("seek2", "ann", TERMS, "black")))
    assert list(hall.lobby.seeks) == ["seek2"]


def test_the_same_seek_again_changes_nothing() -> None:
    assert Hall().tell(ann_seeks(), ann_seeks()) == ()


def test_nobody_overwrites_anothers_seek() -> None:
    hall = Hall()
    hall.tell(ann_seeks())

    assert refusal_of(hall.lobby, OpenSeek("ben", "seek1", TERMS, "any")) is RefusalCode.NOT_ALLOWED


def test_a_seek_keeps_the_version_of_its_rule_set() -> None:
    hall = Hall()

    hall.tell(ann_seeks(terms=Terms(TERMS.clock, Rules(name="axf", version=0))))

    assert hall.lobby.seeks["seek1"].terms == TERMS
    assert TERMS.rules.version > 0


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms(Fischer(300_000), Rules(name="nobodys")), RefusalCode.UNKNOWN_RULES),
        (Terms(Fischer(300_000), Rules(version=999)), RefusalCode.UNKNOWN_RULES),
        (Terms(Fischer(main_ms=0)), RefusalCode.BAD_TERMS),
        (Terms(Fischer(300_000, increment_ms=-1)), RefusalCode.BAD_TERMS),
    ],
)
def test_terms_nobody_could_play_under_are_not_shown(terms: Terms, code: RefusalCode) -> None:
    assert refusal_of(Lobby(), ann_seeks(terms=terms)) is code


def test_the_lobby_is_full_at_its_cap_but_a_seek_can_still_be_replaced() -> None:
    seeks = {f"seek{n}": Seek(f"seek{n}", f"p{n}", TERMS, "any") for n in range(MAX_SEEKS)}
    lobby = Lobby(seeks=seeks)

    assert refusal_of(lobby, OpenSeek("ann", "more", TERMS, "any")) is RefusalCode.LOBBY_FULL
    assert decide(lobby, OpenSeek("p7", "more", TERMS, "any"), NOW_MS).events == (
        SeekClosed("seek7"),
        SeekOpened(Seek("more", "p7", TERMS, "any")),
    )


@pytest.mark.parametrize(
    ("side", "toss", "seats"),
    [
        ("red", 0, Seats("ann", "ben")),
        ("red", 1, Seats("ann", "ben")),
        ("black", 0, Seats("ben", "ann")),
        ("black", 1, Seats("ben", "ann")),
        ("any", 0, Seats("ann", "ben")),
        ("any", 1, Seats("ben", "ann")),
    ],
)
def test_the_owners_wish_or_the_toss_gives_the_sides(
    side: SidePreference, toss: int, seats: Seats
) -> None:
    hall = Hall()
    hall.tell(ann_seeks(side))

    events = hall.tell(TakeSeek("ben", "seek1", "room1", toss))

    assert seats.red is not None
    assert seats.black is not None
    assert events == (SeekClosed("seek1"), Paired("room1", TERMS, seats.red, seats.black))
    assert hall.orders == [Order("room", "room1", Open(TERMS, seats))]
    assert hall.lobby == Lobby()


def test_a_taken_seek_is_gone() -> None:
    hall = Hall()
    hall.tell(ann_seeks(), TakeSeek("ben", "seek1", "room1", 0))

    late = TakeSeek("cho", "seek1", "room2", 0)

    assert refusal_of(hall.lobby, late) is RefusalCode.NO_SUCH_SEEK


def test_nobody_takes_his_own_seek() -> None:
    hall = Hall()
    hall.tell(ann_seeks())

    assert refusal_of(hall.lobby, TakeSeek("ann", "seek1", "room1", 0)) is RefusalCode.OWN_SEEK


def test_the_second_in_a_pool_is_paired_with_the_first() -> None:
    hall = Hall()

    assert hall.tell(Enqueue("ann", "5+3", "room1", 0)) == (Queued("ann", "5+3"),)
    assert hall.tell(Enqueue("ben", "5+3", "room2", 1)) == (
        Unqueued("ann", "5+3"),
        Paired("room2", TERMS, red="ben", black="ann"),
    )
    assert hall.orders == [Order("room", "room2", Open(TERMS, Seats("ben", "ann")))]
    assert hall.lobby == Lobby()


def test_pools_do_not_mix() -> None:
    hall = Hall()

    hall.tell(Enqueue("ann", "5+3", "room1", 0), Enqueue("ben", "3+2", "room2", 0))

    assert hall.lobby == Lobby(waiting={"5+3": "ann", "3+2": "ben"})


def test_to_enter_a_pool_again_changes_nothing() -> None:
    hall = Hall()

    assert hall.tell(Enqueue("ann", "5+3", "room1", 0), Enqueue("ann", "5+3", "room2", 0)) == ()
    assert hall.lobby == Lobby(waiting={"5+3": "ann"})


def test_there_are_only_the_stated_pools() -> None:
    unknown = Enqueue("ann", "5+4", "room1", 0)

    assert refusal_of(Lobby(), unknown) is RefusalCode.NO_SUCH_POOL


def test_being_paired_takes_both_out_of_everything() -> None:
    hall = Hall()
    hall.tell(
        ann_seeks(),
        Enqueue("ann", "1+0", "x", 0),
        Enqueue("ann", "5+3", "x", 0),
        OpenSeek("ben", "seek2", TERMS, "any"),
        Enqueue("ben", "3+2", "x", 0),
        Enqueue("cho", "10+5", "x", 0),
    )

    events = hall.tell(Enqueue("ben", "5+3", "room1", 0))

    assert events == (
        SeekClosed("seek1"),
        Unqueued("ann", "1+0"),
        Unqueued("ann", "5+3"),
        SeekClosed("seek2"),
        Unqueued("ben", "3+2"),
        Paired("room1", TERMS, "ann", "ben"),
    )
    assert hall.lobby == Lobby(waiting={"10+5": "cho"})


def test_one_can_leave_the_queues_and_keep_the_seek_or_the_other_way_round() -> None:
    hall = Hall()
    hall.tell(ann_seeks(), Enqueue("ann", "5+3", "x", 0))

    assert decide(hall.lobby, Dequeue("ann"), NOW_MS).events == (Unqueued("ann", "5+3"),)
    assert decide(hall.lobby, CloseSeek("ann"), NOW_MS).events == (SeekClosed("seek1"),)


def test_who_departs_leaves_nothing_behind() -> None:
    hall = Hall()
    hall.tell(ann_seeks(), Enqueue("ann", "5+3", "x", 0))
    assert hall.lobby.players() == {"ann"}

    hall.tell(Depart("ann"))

    assert hall.lobby == Lobby()


@pytest.mark.parametrize("command", [CloseSeek("ann"), Dequeue("ann"), Depart("ann")], ids=str)
def test_leaving_what_one_was_not_in_changes_nothing(command: LobbyCommand) -> None:
    assert decide(Lobby(), command, NOW_MS) == Decision()


def test_every_pool_has_terms_a_room_opens_under() -> None:
    for name, terms in POOLS.items():
        clock = settled(terms).clock

        assert isinstance(clock, Fischer)
        assert name == f"{clock.main_ms // 60_000}+{clock.increment_ms // 1_000}"
