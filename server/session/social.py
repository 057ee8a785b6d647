"""What a message about other people asks of the aggregates; `by` is whoever the connection is.

Texts are cleaned here: what reaches an aggregate may be shown.
"""

from server.aggregate.refusal import RefusalCode, require
from server.mail.messages import Forget, Read, Send
from server.news.messages import Post, Withdraw
from server.office.messages import Act, CloseReport, FileReport, Measure, Reason
from server.players.circle import Befriend, CircleCommand, Ignore
from server.players.state import Player
from server.session.plain_text import cleaned
from server.wire import client


def circle_command(message: client.Befriend | client.Ignore) -> CircleCommand:
    """The command to one's own player."""
    kind = Befriend if isinstance(message, client.Befriend) else Ignore
    return kind(message.player, message.on)


def letter_command(message: client.Write, writer: Player, reader: Player) -> Send:
    """The command to the writer's mailbox.

    Raises:
        Refused: it says nothing, one of the two has no account, or the reader ignores the writer.
    """
    text = cleaned(message.text)
    require(bool(text), RefusalCode.EMPTY_TEXT)
    require(writer.identity.has_account, RefusalCode.NO_ACCOUNT)
    require(reader.identity.has_account, RefusalCode.NO_SUCH_PLAYER)
    require(writer.id not in reader.circle.ignored, RefusalCode.NOT_WELCOME)
    return Send(message.player, text)


def reading(message: client.ReadLetters | client.DropLetters) -> Read | Forget:
    """The command to one's own mailbox."""
    if isinstance(message, client.ReadLetters):
        return Read(message.player, message.number)
    return Forget(message.player)


def report_command(message: client.Report, by: str) -> FileReport:
    """The command that files a report."""
    text = cleaned(message.text)
    return FileReport(by, message.player, Reason(message.reason), message.room, text)


def office_command(message: client.Act | client.CloseReport, by: str) -> Act | CloseReport:
    """The command of an operator."""
    if isinstance(message, client.CloseReport):
        return CloseReport(by, message.report)
    measure, text = Measure(message.measure), cleaned(message.text)
    return Act(by, message.player, measure, message.for_ms, text, list(message.reports))


def news_command(
    message: client.PostNews | client.WithdrawNews, by: str, fresh_id: str
) -> Post | Withdraw:
    """The command of an operator; `fresh_id` becomes the id of a new item.

    Raises:
        Refused: the item has no title.
    """
    if isinstance(message, client.WithdrawNews):
        return Withdraw(by, message.item)
    title = cleaned(message.title)
    require(bool(title), RefusalCode.EMPTY_TEXT)
    return Post(by, fresh_id, title, cleaned(message.text), message.language)
