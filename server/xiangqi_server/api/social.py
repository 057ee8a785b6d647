"""What a message about other people becomes: a command; `by` is the player of the connection.

Texts are cleaned here, so whatever reaches an aggregate may be shown.
"""

from xiangqi_server.aggregates.direct_messages.messages import Send
from xiangqi_server.aggregates.moderation.messages import FileReport, Moderate
from xiangqi_server.aggregates.news.messages import Post
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.wire import client


def send_message_command(message: client.SendMessage, writer: Player, reader: Player) -> Send:
    """The command to the writer's mailbox.

    Raises:
        Refused: the text is empty, a player has no account, or the reader ignores the writer.
    """
    text = cleaned(message.text)
    require(bool(text), CommonRefusal.EMPTY_TEXT)
    require(writer.identity.has_account, CommonRefusal.NO_ACCOUNT)
    require(reader.identity.has_account, SharedRefusal.NO_SUCH_PLAYER)
    require(writer.id not in reader.friends.ignored, PlayerRefusal.IGNORED_BY_PLAYER)
    return Send(message.player, text)


def report_command(message: client.Report, by: Player, tag: str) -> FileReport:
    """The command that files a report; `tag` stands for the address from which it comes."""
    return FileReport(
        by.id,
        message.player,
        message.reason,
        message.room,
        cleaned(message.text),
        by_guest=not by.identity.has_account,
        tag=tag,
    )


def moderate_command(message: client.Moderate, by: str) -> Moderate:
    """The command of an operator."""
    sanction, text = message.sanction, cleaned(message.text)
    return Moderate(by, message.player, sanction, message.for_ms, text, list(message.reports))


def post_command(message: client.PostNews, by: str, fresh_id: str) -> Post:
    """The command of an operator; `fresh_id` becomes the id of the item.

    Raises:
        Refused: the item has no title.
    """
    title = cleaned(message.title)
    require(bool(title), CommonRefusal.EMPTY_TEXT)
    return Post(by, fresh_id, title, cleaned(message.text), message.language)
