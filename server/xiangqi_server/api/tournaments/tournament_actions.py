"""What players, organisers, arbiters and operators do, as it travels and as a tournament has it."""

from collections.abc import Sequence
from typing import TypedDict, assert_never

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.tournaments import actions
from xiangqi_server.aggregates.tournaments.messages import EnterTournament
from xiangqi_server.aggregates.tournaments.state import Tournament, TournamentNote
from xiangqi_server.api.names.naming import NameOf, player_ref
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
        room=room,
        on=on,
        correction=0 < tournament.ended_ms < note.at_ms,
        **_more_of(note),
    )


class _More(TypedDict, total=False):
    how: ConductName
    points: int
    round: int | None


def _more_of(note: TournamentNote) -> _More:
    """How a game counts, or what a bye brings."""
    match note.action:
        case actions.RuleGameAction(how=how):
            return {"how": how or "played"}
        case actions.GiveBye(points=points, round=round_):
            return {"points": points, "round": round_ or None}
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
        case actions.InvitePlayerAction(player, on):
            return "invite", player, None, None, on
        case actions.RemovePlayerAction(player, on):
            return "remove", player, None, None, on
        case actions.FeatureAction(on):
            return "feature", None, None, None, on
        case actions.AmendPlan():
            return "amend", None, None, None, True
        case _:
            assert_never(note.action)


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
