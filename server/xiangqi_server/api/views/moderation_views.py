"""What operators see of their work, and those it is about."""

from xiangqi_server.aggregates.moderation.messages import Sanction
from xiangqi_server.aggregates.moderation.state import Action, FiledReport, Moderation
from xiangqi_server.aggregates.players.sanctions import Restricted, Sanctions
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.views.pages import page_of
from xiangqi_server.wire import parts, server


def notice_view(event: Restricted) -> server.Sanctioned:
    """What the operators have done about the reader."""
    return server.Sanctioned(event.sanction, event.until_ms, event.text)


def notices_in_force(sanctions: Sanctions, now_ms: int) -> list[server.Sanctioned]:
    """The sanctions that hold now."""
    held = []
    if now_ms < sanctions.muted_until_ms:
        held.append(server.Sanctioned(Sanction.MUTE, sanctions.muted_until_ms, ""))
    if now_ms < sanctions.banned_until_ms:
        held.append(server.Sanctioned(Sanction.BAN, sanctions.banned_until_ms, ""))
    return held


def reports_view(
    id_: str, moderation: Moderation, after: int | None, names: NameOf
) -> server.Moderation:
    """A page of the reports that wait, the oldest first."""
    page, next_ = page_of(tuple(moderation.reports.values()), after)
    return server.Moderation(id_, "reports", [_report(report, names) for report in page], [], next_)


def actions_view(
    id_: str, moderation: Moderation, after: int | None, names: NameOf
) -> server.Moderation:
    """A page of what operators did, the latest first."""
    page, next_ = page_of(moderation.actions[::-1], after)
    return server.Moderation(id_, "actions", [], [_action(action, names) for action in page], next_)


def _report(report: FiledReport, names: NameOf) -> parts.ReportInfo:
    by, about = player_ref(report.by, names), player_ref(report.about, names)
    return parts.ReportInfo(
        report.number, by, about, report.reason, report.room, report.text, report.at_ms
    )


def _action(action: Action, names: NameOf) -> parts.ActionInfo:
    by, about = player_ref(action.by, names), player_ref(action.about, names)
    return parts.ActionInfo(by, about, action.sanction, action.until_ms, action.text, action.at_ms)


def players_in_moderation(moderation: Moderation) -> set[str]:
    """Everybody named in reports and actions."""
    reported = {who for report in moderation.reports.values() for who in (report.by, report.about)}
    return reported | {who for action in moderation.actions for who in (action.by, action.about)}
