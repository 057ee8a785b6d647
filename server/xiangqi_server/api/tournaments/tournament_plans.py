"""What an organiser announces, as it travels and as a tournament has it."""

from msgspec.structs import asdict, replace

from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    Conditions,
    EntryConditions,
    Plan,
    TeamRobinFormat,
    TournamentFormat,
)
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.wire import tournament_plan as wire
from xiangqi_server.wire.limits import TOURNAMENT_NAME_CHARS

_MIN_NAME_CHARS = 3


def plan_of(wanted: wire.TournamentPlan, password_id: str = "") -> Plan:
    """The plan of a message; whether it can be played the tournament will say.

    Args:
        password_id: the id of what the password that is asked for is checked against, "" for none.

    Raises:
        Refused: its name has nothing left to show.
    """
    name = cleaned(wanted.name)
    is_name = _MIN_NAME_CHARS <= len(name) <= TOURNAMENT_NAME_CHARS
    require(is_name, RoomRefusal.BAD_TERMS, "A tournament needs a name of 3 letters or more.")
    return Plan(
        name=name,
        format=_format_of(wanted.format),
        terms=wanted.terms,
        starts_ms=wanted.starts_ms,
        text=cleaned(wanted.text),
        conditions=Conditions(**asdict(wanted.conditions), lock=password_id),
        ranking=wanted.ranking,
        at_boards=wanted.at_boards,
        dates=wanted.dates,
    )


def _format_of(wanted: wire.TournamentFormat) -> TournamentFormat:
    match wanted:
        case wire.ArenaFormat(minutes, berserk, teams, leaders):
            return ArenaFormat(minutes, berserk, _names(teams), leaders)
        case TeamRobinFormat():
            return replace(wanted, teams=_names(wanted.teams))
        case _:
            return wanted


def _names(teams: tuple[str, ...]) -> tuple[str, ...]:
    """The names of teams as they are shown.

    Raises:
        Refused: one has nothing left to show.
    """
    names = tuple(map(cleaned, teams))
    require(all(names), RoomRefusal.BAD_TERMS, "A team needs a name.")
    return names


def wire_format(format_: TournamentFormat) -> wire.TournamentFormat:
    """A format as it is shown."""
    return wire.ArenaFormat(**asdict(format_)) if isinstance(format_, ArenaFormat) else format_


def wire_conditions(asked: Conditions) -> EntryConditions:
    """Conditions as they are shown."""
    return EntryConditions(*(getattr(asked, name) for name in EntryConditions.__struct_fields__))
