"""What players, organisers, arbiters and operators do, as it travels and as a tournament has it."""

from collections.abc import Sequence
from typing import TypedDict, assert_never

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.tournaments import actions
from xiangqi_server.aggregates.tournaments.at_boards.names import NO_NAME, EntrantName
from xiangqi_server.aggregates.tournaments.messages import (
    BoardResult,
    EnterResults,
    EnterTournament,
    ListedRow,
    ListEntrants,
)
from xiangqi_server.aggregates.tournaments.state import Tournament, TournamentNote
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.wire import client as wire_messages
from xiangqi_server.wire import parts, server
from xiangqi_server.wire import tournament_actions as wire
from xiangqi_server.wire.terms import ConductName


def action_of(action: wire.TournamentAction) -> actions.TournamentAction:
    """The action of a message; whether it may be done the tournament will say."""
    if isinstance(action, wire.GiveByeAction):
        return actions.GiveBye(action.player, action.on, action.points, action.round or 0)
    return action


def people_in_notes(notes: Sequence[TournamentNote]) -> list[str]:
    """The players that notes name."""
    named = [_said(note)[1:3] for note in notes]
    people = [who for both in named for who in both if who is not None]
    return [*(note.by for note in notes), *people]


def notes_view(
    id_: str,
    tournament: Tournament,
    notes: Sequence[TournamentNote],
    next_: str | None,
    names: NameOf,
) -> server.TournamentNotes:
    """What was done, a page of it: the answer to the message `id_`."""
    return server.TournamentNotes(
        id=id_,
        tournament=tournament.id,
        arbiters=[player_ref(player, names) for player in tournament.arbiters],
        notes=[_note(note, tournament, names) for note in notes],
        next=next_,
    )


def _note(note: TournamentNote, tournament: Tournament, names: NameOf) -> parts.TournamentNote:
    what, player, other, room, on = _said(note)
    return parts.TournamentNote(
        at_ms=note.at_ms,
        by=player_ref(note.by, names),
        what=what,
        player=None if player is None else player_ref(player, names),
        other=None if other is None else player_ref(other, names),
        room=None if tournament.the_plan.at_boards else room,
        on=on,
        correction=0 < tournament.ended_ms < note.at_ms,
        **_more_of(note),
    )


class _More(TypedDict, total=False):
    how: ConductName
    points: int
    round: int | None
    step: actions.RoundStep
    board: int


def _more_of(note: TournamentNote) -> _More:
    """How a game counts, what a bye brings, or what was done to a round."""
    match note.action:
        case actions.RuleGameAction(how=how):
            return {"how": how or "played"}
        case actions.GiveBye(points=points, round=round_):
            return {"points": points, "round": round_ or None}
        case actions.RoundAction(what):
            return {"step": what}
        case actions.SeatAction(round=round_, board=board):
            return {"round": round_, "board": board}
        case _:
            return {}


_Said = tuple[parts.TournamentNoteKind, str | None, str | None, str | None, bool]


def _said(note: TournamentNote) -> _Said:
    """What was done, to and with which player, in which room, and whether it holds."""
    match note.action:
        case actions.ForbidPairAction(one, other, on):
            return "forbid", one, other, None, on
        case actions.GiveBye(player, on):
            return "bye", player, None, None, on
        case actions.RuleGameAction(room, winner):
            return "rule", winner, None, room, True
        case actions.AppointArbiterAction(player, on):
            return "appoint", player, None, None, on
        case actions.ArbiterCode(lock):
            return "code", None, None, None, bool(lock)
        case actions.InvitePlayerAction(player, on):
            return "invite", player, None, None, on
        case actions.RemovePlayerAction(player, on):
            return "remove", player, None, None, on
        case actions.FeatureAction(on):
            return "feature", None, None, None, on
        case actions.AttendAction(player, on):
            return "attend", player, None, None, on
        case actions.RoundAction():
            return "round", None, None, None, True
        case actions.SeatAction(red=red, black=black):
            return "seat", red, black, None, True
        case actions.AmendPlan():
            return "amend", None, None, None, True
        case _:
            assert_never(note.action)


def listing_of(message: wire_messages.ListEntrants, by: str, *, is_operator: bool) -> ListEntrants:
    """The command that takes people in by name.

    Raises:
        Refused: a name has nothing left to show.
    """
    rows = tuple(
        ListedRow(
            _shown(row.name),
            row.rating,
            cleaned(row.club),
            cleaned(row.federation),
            row.team,
        )
        for row in message.rows
    )
    return ListEntrants(by, message.first, rows, is_operator)


def _shown(name: str) -> str:
    shown = cleaned(name)
    require(bool(shown), CommonRefusal.EMPTY_TEXT)
    return shown


def name_of(message: wire_messages.NameEntrant) -> EntrantName:
    """What a listed person is called now; without a name nothing of the person is kept."""
    name = cleaned(message.name)
    return (
        EntrantName(name, cleaned(message.club), cleaned(message.federation)) if name else NO_NAME
    )


def results_of(message: wire_messages.EnterResults, by: str, *, is_operator: bool) -> EnterResults:
    """The command that writes results down."""
    results = tuple(BoardResult(row.board, row.result, row.was) for row in message.results)
    return EnterResults(by, message.round, results, is_operator)


def entrance_of(
    player: Player,
    tournament: Tournament,
    now_ms: int,
    *,
    password_ok: bool,
    team: int | None,
) -> EnterTournament:
    """The command by which a player enters, with what the conditions may ask of it."""
    speed = speed_of(tournament.the_plan.terms.clock).value
    record = player.ratings.by_speed.get(speed)
    identity = player.identity
    return EnterTournament(
        by=player.id,
        rating=round(player.ratings.rating_now(speed, now_ms).points),
        games=0 if record is None else record.games,
        account_ms=identity.since_ms if identity.has_account else None,
        is_bot=identity.is_bot,
        password_ok=password_ok,
        team=team,
    )
