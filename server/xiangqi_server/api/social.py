"""What a message about other people becomes: a command; `by` is the player of the connection.

Texts are cleaned here, so whatever reaches an aggregate may be shown.
"""

from xiangqi_server.aggregate.refusal import CommonRefusal, require
from xiangqi_server.direct_messages.messages import Forget, Read, Send
from xiangqi_server.moderation.messages import CloseReport, FileReport, Moderate
from xiangqi_server.news.messages import Post, WithdrawNews
from xiangqi_server.players.friends import Befriend, FriendsCommand, Ignore
from xiangqi_server.players.plain_text import cleaned
from xiangqi_server.players.refusals import PlayerRefusal
from xiangqi_server.players.state import Player
from xiangqi_server.wire import client

FriendMessage = client.Friend | client.Unfriend | client.Ignore | client.Unignore
"""Messages that change a player's own lists of players."""


def friends_command(message: FriendMessage) -> FriendsCommand:
    """The command to the aggregate of the sender."""
    kind = Befriend if isinstance(message, client.Friend | client.Unfriend) else Ignore
    return kind(message.player, on=isinstance(message, client.Friend | client.Ignore))


def send_message_command(message: client.SendMessage, writer: Player, reader: Player) -> Send:
    """The command to the writer's mailbox.

    Raises:
        Refused: the text is empty, a player has no account, or the reader ignores the writer.
    """
    text = cleaned(message.text)
    require(bool(text), CommonRefusal.EMPTY_TEXT)
    require(writer.identity.has_account, CommonRefusal.NO_ACCOUNT)
    require(reader.identity.has_account, CommonRefusal.NO_SUCH_PLAYER)
    require(writer.id not in reader.friends.ignored, PlayerRefusal.IGNORED_BY_PLAYER)
    return Send(message.player, text)


def reading(message: client.MarkRead | client.DeleteConversation) -> Read | Forget:
    """The command to the sender's mailbox."""
    if isinstance(message, client.MarkRead):
        return Read(message.player, message.number)
    return Forget(message.player)


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


def moderation_command(
    message: client.Moderate | client.CloseReport, by: str
) -> Moderate | CloseReport:
    """The command of an operator."""
    if isinstance(message, client.CloseReport):
        return CloseReport(by, message.report, message.like)
    sanction, text = message.sanction, cleaned(message.text)
    return Moderate(by, message.player, sanction, message.for_ms, text, list(message.reports))


def news_command(
    message: client.PostNews | client.WithdrawNews, by: str, fresh_id: str
) -> Post | WithdrawNews:
    """The command of an operator; `fresh_id` becomes the id of a new item.

    Raises:
        Refused: the item has no title.
    """
    if isinstance(message, client.WithdrawNews):
        return WithdrawNews(by, message.item)
    title = cleaned(message.title)
    require(bool(title), CommonRefusal.EMPTY_TEXT)
    return Post(by, fresh_id, title, cleaned(message.text), message.language)
