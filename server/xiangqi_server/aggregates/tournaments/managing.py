"""What organisers, arbiters and operators may do to a tournament, and what becomes of it.

Everybody may read what they did: it is in the log, and the tournament keeps it as notes. None of
them decides what concerns their own games. One that plays too leaves to another arbiter their own
games and byes, and the games of the opponents they meet now or next. The same goes for the removal
of an opponent and for a pair with themselves.
"""

from dataclasses import replace
from typing import Final, TypeVar, assert_never

from msgspec import msgpack
from msgspec.structs import replace as with_fields

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.actions import (
    BY_OPERATOR,
    BY_ORGANISER,
    AmendPlan,
    AppointArbiterAction,
    ArbiterCode,
    AttendAction,
    FeatureAction,
    ForbidPairAction,
    GiveBye,
    InvitePlayerAction,
    RemovePlayerAction,
    RoundAction,
    RuleGameAction,
    SeatAction,
    TournamentAction,
)
from xiangqi_server.aggregates.tournaments.at_boards.by_hand import (
    require_seat,
    require_step,
    seated,
)
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import (
    Arbitrate,
    ManageTournament,
    TournamentManaged,
)
from xiangqi_server.aggregates.tournaments.opponents import game_of, opponents_of, rivals_of
from xiangqi_server.aggregates.tournaments.plan import Plan
from xiangqi_server.aggregates.tournaments.plan_check import checked_plan, plan_amended_in_play
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.round_results import (
    conduct_of,
    result_ruled,
    unpaired,
    with_bye_in,
)
from xiangqi_server.aggregates.tournaments.state import (
    AskedBye,
    GivenBye,
    Phase,
    Tournament,
    TournamentNote,
)
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MOST_NOTE_BYTES: Final = 128_000
"""What all notes but those of rulings may weigh: some two thousand."""
KEPT_NOTE_BYTES: Final = 16_000
"""So much of it is reserved for the organiser, and as much again for operators."""
MOST_RULINGS: Final = 20
"""How often the result of a game is ruled; operators may once more as often."""
NOTED_RULINGS: Final = 2_000
"""So many of the latest rulings are noted; the log has all."""
CORRECTION_MS: Final = 7 * DAY_MS
"""How long after the end the results of a tournament of rounds may be corrected."""
MOST_ARBITERS: Final = 20
MOST_INVITED: Final = 1_000
Item = TypeVar("Item")
_TEAMS_STAY: Final = "Teams stay once somebody has entered."
_TOO_MANY: Final = "More have entered than this format takes."
_NOT_IN_FORMAT: Final = "There is no such thing in this format."
_NOBODY_WINS: Final = "Nobody wins a game that both have lost."
_NOT_AT_BOARDS: Final = "Only a tournament at real boards has this."
_WAS_PAIRED: Final = "The player was paired in that round."


def managed_by(
    tournament: Tournament, command: ManageTournament, now_ms: int
) -> TournamentManaged | None:
    """The event of an action that is allowed; None if it changes nothing.

    Raises:
        Refused: NOT_ALLOWED and others.
    """
    _require_open(tournament, command.action, now_ms)
    _require_role(tournament, command)
    action = command.action
    if isinstance(action, AmendPlan):
        action = AmendPlan(_amended(tournament, action.plan, command, now_ms))
    _require_sense(tournament, command.by, action)
    if isinstance(action, RuleGameAction):
        return _ruling(tournament, command, action)
    if not _changes(tournament, action, now_ms):
        return None
    is_free = not _is_noted(action) or _is_room_for_note(tournament, command)
    require(is_free, CommonRefusal.LIMIT_REACHED)
    return TournamentManaged(command.by, action)


def appointed_by_code(
    tournament: Tournament, command: Arbitrate, now_ms: int
) -> TournamentManaged | None:
    """The event by which a player with the code is an arbiter; None for one who is already.

    Raises:
        Refused: NOT_ALLOWED (the code has ended meanwhile), TOURNAMENT_OVER or LIMIT_REACHED.
    """
    is_right = bool(command.code) and command.code == tournament.arbiter_code
    require(is_right, CommonRefusal.NOT_ALLOWED)
    if command.by == tournament.organiser:
        return None
    appoint = AppointArbiterAction(command.by)
    return managed_by(tournament, ManageTournament(tournament.organiser, appoint), now_ms)


def _changes(tournament: Tournament, action: TournamentAction, now_ms: int) -> bool:
    """Whether an action changes anything."""
    match action:
        case RoundAction("pair" | "finish"):
            return True
        case AttendAction(player, on):
            return tournament.entrants[player].is_paused is on
        case _:
            return _acted(tournament, action, now_ms) != tournament


def _ruling(
    tournament: Tournament, command: ManageTournament, action: RuleGameAction
) -> TournamentManaged | None:
    """The event of a ruling, which says how the game counts; None if it counts so already."""
    before, game = tournament.results.get(action.room), game_of(tournament, action.room)
    how = action.how or conduct_of(before, action.winner)
    action = with_fields(action, how=how)
    if before is not None and game is not None:
        after = result_ruled(game, action, before)
        if after == before._replace(rulings=after.rulings):
            return None
        is_few = after.rulings <= MOST_RULINGS * (1 + command.is_operator)
        require(is_few, CommonRefusal.LIMIT_REACHED)
    return TournamentManaged(command.by, action)


def _require_open(tournament: Tournament, action: TournamentAction, now_ms: int) -> None:
    """Go on if it is not over, or a result is corrected and the end is not long ago."""
    is_open = tournament.phase in (Phase.ANNOUNCED, Phase.RUNNING)
    is_late = now_ms - tournament.ended_ms > CORRECTION_MS
    is_result = isinstance(action, RuleGameAction) or (
        isinstance(action, GiveBye) and action.round > 0
    )
    is_corrected = is_result and tournament.phase is Phase.FINISHED
    require(is_open or (is_corrected and not is_late), TournamentRefusal.TOURNAMENT_OVER)


def _amended(tournament: Tournament, plan: Plan, command: ManageTournament, now_ms: int) -> Plan:
    """The plan that takes the place of the one announced; once it is played little may change."""
    if tournament.phase is not Phase.ANNOUNCED:
        return plan_amended_in_play(tournament, plan, now_ms)
    plan = checked_plan(plan, now_ms)
    return _with_password_of(plan, tournament.the_plan) if command.keeps_password else plan


def _with_password_of(plan: Plan, before: Plan) -> Plan:
    """A plan that asks for the password of the one before, if that asks for any."""
    conditions = with_fields(plan.conditions, lock=before.conditions.lock)
    return with_fields(plan, conditions=conditions)


def _is_noted(action: TournamentAction) -> bool:
    """All is but invitations, which are counted apart; one that is taken back is."""
    return not (isinstance(action, InvitePlayerAction) and action.on)


def _is_room_for_note(tournament: Tournament, command: ManageTournament) -> bool:
    """Whether there is room for one more note: each author leaves the share of the others."""
    kept = 0 if command.is_operator else 1 if command.by == tournament.organiser else 2
    notes = [note for note in tournament.notes if not isinstance(note.action, RuleGameAction)]
    return len(msgpack.encode(notes)) < MOST_NOTE_BYTES - KEPT_NOTE_BYTES * kept


def _require_role(tournament: Tournament, command: ManageTournament) -> None:
    if command.is_operator:
        return
    is_organiser = command.by == tournament.organiser
    is_arbiter = command.by in tournament.arbiters
    is_allowed = (is_organiser or is_arbiter) and not isinstance(command.action, BY_OPERATOR)
    if isinstance(command.action, BY_ORGANISER):
        is_allowed = is_organiser
    require(is_allowed, CommonRefusal.NOT_ALLOWED)


def _require_sense(tournament: Tournament, by: str, action: TournamentAction) -> None:
    format_ = format_of(tournament.the_plan)
    match action:
        case ForbidPairAction(one, other):
            require(format_.keeps_apart, CommonRefusal.NOT_ALLOWED, _NOT_IN_FORMAT)
            require(one != other, CommonRefusal.NOT_ALLOWED)
            require(by not in (one, other), TournamentRefusal.OWN_INTEREST)
        case GiveBye(player=player):
            require(format_.gives_byes, CommonRefusal.NOT_ALLOWED, _NOT_IN_FORMAT)
            require(player in tournament.entrants, TournamentRefusal.NOT_ENTERED)
            require(player != by or not action.on, TournamentRefusal.OWN_INTEREST)
            _require_unpaired(tournament, action)
        case RuleGameAction():
            _require_ruling(tournament, by, action)
        case AppointArbiterAction():
            is_room = len(tournament.arbiters) < MOST_ARBITERS or not action.on
            require(is_room, CommonRefusal.LIMIT_REACHED)
        case InvitePlayerAction():
            is_room = len(tournament.invited) < MOST_INVITED or not action.on
            require(is_room, CommonRefusal.LIMIT_REACHED)
        case AmendPlan(plan):
            are_same = plan.format.teams == tournament.the_plan.format.teams
            is_free = are_same or not tournament.entrants
            require(is_free, CommonRefusal.NOT_ALLOWED, _TEAMS_STAY)
            is_room = len(tournament.entrants) <= plan.format.most_entrants
            require(is_room, TournamentRefusal.TOURNAMENT_FULL, _TOO_MANY)
        case RemovePlayerAction(player, on):
            is_rival = on and player in rivals_of(tournament, by)
            require(not is_rival, TournamentRefusal.OWN_INTEREST)
        case FeatureAction():
            pass
        case ArbiterCode():
            require(tournament.the_plan.at_boards, CommonRefusal.NOT_ALLOWED, _NOT_AT_BOARDS)
        case AttendAction() | RoundAction() | SeatAction():
            _require_at_boards(tournament, action)
        case _:
            assert_never(action)


def _require_at_boards(
    tournament: Tournament, action: AttendAction | RoundAction | SeatAction
) -> None:
    require(tournament.the_plan.at_boards, CommonRefusal.NOT_ALLOWED, _NOT_AT_BOARDS)
    match action:
        case AttendAction(player):
            may_pause = format_of(tournament.the_plan).may_pause
            require(may_pause, CommonRefusal.NOT_ALLOWED, _NOT_IN_FORMAT)
            entrant = tournament.entrants.get(player)
            is_there = entrant is not None and not entrant.has_left
            require(is_there, TournamentRefusal.NOT_ENTERED)
        case RoundAction():
            require_step(tournament, action)
        case SeatAction():
            require_seat(tournament, action)


def _require_unpaired(tournament: Tournament, action: GiveBye) -> None:
    """Go on if a bye is for the next round, or for one in which its player was not paired."""
    if action.round > len(tournament.rounds):
        is_to_come = action.round <= tournament.the_plan.format.most_rounds
        require(is_to_come, CommonRefusal.NOT_ALLOWED, _NOT_IN_FORMAT)
    elif action.round:
        was_paired = tournament.rounds[action.round - 1].is_played_by(action.player)
        require(not was_paired, CommonRefusal.NOT_ALLOWED, _WAS_PAIRED)


def _require_ruling(tournament: Tournament, by: str, action: RuleGameAction) -> None:
    """A game of a round may be ruled again when it is over; of a knock-out while it is played."""
    has_begun = tournament.phase is not Phase.ANNOUNCED
    require(has_begun, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    require(format_of(tournament.the_plan).may_rule, CommonRefusal.NOT_ALLOWED, _NOT_IN_FORMAT)
    game = game_of(tournament, action.room)
    require(game is not None, RoomRefusal.NO_SUCH_ROOM)
    if game is not None:
        players = (game.red, game.black)
        if not tournament.the_plan.at_boards:  # slips are signed there, and the writer is named
            nearest = opponents_of(tournament, by)
            is_free = by not in players and nearest.isdisjoint(players)
            require(is_free, TournamentRefusal.OWN_INTEREST)
        require(action.winner in (None, *players), TournamentRefusal.NOT_ENTERED)
        is_one = action.how != "lost" or action.winner is None
        require(is_one, CommonRefusal.NOT_ALLOWED, _NOBODY_WINS)


def managed(tournament: Tournament, event: TournamentManaged, at_ms: int) -> Tournament:
    """The tournament after an action; a removed player leaves by an event of its own."""
    after = _acted(tournament, event.action, at_ms)
    if isinstance(event.action, RuleGameAction) and tournament.the_plan.at_boards:
        after = _signed(after, event.action.room, event.by, at_ms)
    if not _is_noted(event.action):
        return after
    note = TournamentNote(at_ms, event.by, event.action)
    return replace(after, notes=(*_kept_before(after.notes, note), note))


def _signed(tournament: Tournament, room: str, by: str, at_ms: int) -> Tournament:
    """The tournament in which a result at a board names its latest writer."""
    result = tournament.results.get(room)
    if result is None:
        return tournament
    signed = result._replace(by=by, at_ms=at_ms)
    return replace(tournament, results=tournament.results.set(room, signed))


def _kept_before(
    notes: tuple[TournamentNote, ...], note: TournamentNote
) -> tuple[TournamentNote, ...]:
    """The notes that stay when one more is made: of too many rulings the first goes."""
    if not isinstance(note.action, RuleGameAction):
        return notes
    rulings = [at for at, kept in enumerate(notes) if isinstance(kept.action, RuleGameAction)]
    if len(rulings) < NOTED_RULINGS:
        return notes
    return (*notes[: rulings[0]], *notes[rulings[0] + 1 :])


def _acted(tournament: Tournament, action: TournamentAction, at_ms: int) -> Tournament:
    match action:
        case ForbidPairAction(one, other, on):
            pair = min(one, other), max(one, other)
            return replace(tournament, forbidden=_with(tournament.forbidden, pair, on=on))
        case GiveBye(player, on, points, 0):
            others = tuple(bye for bye in tournament.byes if bye.player != player)
            byes = (*others, GivenBye(player, points)) if on else others
            return replace(tournament, byes=byes)
        case GiveBye(player, on, points, number) if number > len(tournament.rounds):
            later = tuple(
                bye for bye in tournament.asked_byes if (bye.round, bye.player) != (number, player)
            )
            asked = (*later, AskedBye(number, player, points)) if on else later
            return replace(tournament, asked_byes=asked)
        case GiveBye(player, on, points, number):
            return with_bye_in(tournament, number, GivenBye(player, points), on=on)
        case AppointArbiterAction(player, on):
            return replace(tournament, arbiters=_with(tournament.arbiters, player, on=on))
        case ArbiterCode(lock):
            return replace(tournament, arbiter_code=lock)
        case InvitePlayerAction(player, on):
            return replace(tournament, invited=_with(tournament.invited, player, on=on))
        case RemovePlayerAction(player, on):
            return replace(tournament, removed=_with(tournament.removed, player, on=on))
        case FeatureAction(on):
            return replace(tournament, is_featured=on)
        case AmendPlan(plan):
            return replace(tournament, plan=plan)
        case RuleGameAction(room):
            is_over, format_ = room in tournament.results, format_of(tournament.the_plan)
            return format_.corrected(tournament, action) if is_over else tournament
        case RoundAction("pair"):
            return replace(tournament, tick_at_ms=at_ms)
        case RoundAction("unpair"):
            return unpaired(tournament)
        case RoundAction("start", starts_ms):
            return replace(tournament, round_starts_ms=starts_ms or 0)
        case SeatAction():
            return seated(tournament, action)
        case RoundAction() | AttendAction():
            return tournament  # what follows are events of their own
        case _:
            assert_never(action)


def _with(items: tuple[Item, ...], item: Item, *, on: bool) -> tuple[Item, ...]:
    """The items with one of them, or without it."""
    if (item in items) is on:
        return items
    return (*items, item) if on else tuple(kept for kept in items if kept != item)
