"""What the notices of a player take, and what becomes of it. Moments are in store time, in ms."""

from msgspec import Struct

from xiangqi_server.aggregates.notices.channels import Channel
from xiangqi_server.aggregates.notices.news import Happening, Tell
from xiangqi_server.aggregates.notices.wishes import Wishes
from xiangqi_server.aggregates.room.messages import NotYours, YourMove


class CloseNotices(Struct, frozen=True, tag="close"):
    """Forget everything, because the player is gone for good: an effect of the player."""


class Subscribe(Struct, frozen=True, tag="subscribe"):
    """Send what waits to this channel as well, from now on; a known one is renewed."""

    channel: Channel


class Unsubscribe(Struct, frozen=True, tag="unsubscribe"):
    """Forget a channel; an unknown one changes nothing."""

    channel: str


class ForgetDevices(Struct, frozen=True, tag="forget_devices"):
    """Forget the channels of devices that are signed out: an effect of the player."""

    devices: tuple[str, ...]


class SetWishes(Struct, frozen=True, tag="wish"):
    """Notify the player from now on as wished."""

    wishes: Wishes


class WakeNotices(Struct, frozen=True, tag="wake_notices"):
    """Do what is due."""


class ClaimSending(Struct, frozen=True, tag="claim"):
    """A node is about to send; for a while no other one does."""

    number: int
    node: str


class PutOffSending(Struct, frozen=True, tag="put_off"):
    """The player is there: look again later."""

    number: int


class EndSending(Struct, frozen=True, tag="end_sending"):
    """What came of a sending: which channels are gone, and which did not take it yet."""

    number: int
    gone: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


class SendNotice(Struct, frozen=True, tag="send"):
    """Send what waits: an effect, carried out by the gateway, see `gateway.notices.delivery`."""

    number: int


ReportCommand = ClaimSending | PutOffSending | EndSending
"""What a node reports of a sending."""

NoticesCommand = (
    YourMove
    | NotYours
    | Tell
    | Subscribe
    | Unsubscribe
    | ForgetDevices
    | SetWishes
    | WakeNotices
    | ReportCommand
    | CloseNotices
)


class TurnCame(Struct, frozen=True, gc=False, tag="came"):
    """A game by days waits for the player's move; the fields are those of `YourMove`."""

    room: str
    at_ms: int
    version: int
    ply: int
    flag_at_ms: int


class TurnPassed(Struct, frozen=True, gc=False, tag="passed"):
    """It does not, or not any more; the fields are those of `NotYours`."""

    room: str
    at_ms: int
    version: int


class HappeningCame(Struct, frozen=True, tag="news"):
    """There is something else than a turn."""

    news: Happening


class Subscribed(Struct, frozen=True, tag="subscribed"):
    """There is a channel more, or a known one is renewed."""

    channel: Channel


class ChannelsGone(Struct, frozen=True, tag="unsubscribed"):
    """These channels are forgotten."""

    channels: tuple[str, ...]


class WishesSet(Struct, frozen=True, tag="wished"):
    """The player wishes for other notices, or at other times."""

    wishes: Wishes


class SendingBegan(Struct, frozen=True, tag="sending"):
    """What is due now is to be sent.

    Fields:
        number: of the sending; the next one has a higher number.
        rooms: the games that it is about.
        news: the other things, each as `Happening.key`.
    """

    number: int
    rooms: tuple[str, ...]
    news: tuple[str, ...]


class SendingClaimed(Struct, frozen=True, tag="claimed"):
    """A node sends it."""

    node: str


class SendingPutOff(Struct, frozen=True, tag="put_off"):
    """The player was there, so it waits."""


class SendingEnded(Struct, frozen=True, tag="sent"):
    """It was sent; the fields are those of `EndSending`."""

    gone: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


ReportEvent = SendingClaimed | SendingPutOff | SendingEnded
"""What became of a sending."""


class NoticesClosed(Struct, frozen=True, tag="closed"):
    """Everything is gone, and nothing is taken any more."""


class NoticesTrimmed(Struct, frozen=True, tag="shed"):
    """The addresses of a deleted account are gone from the log too."""


NoticesEvent = (
    TurnCame
    | TurnPassed
    | HappeningCame
    | Subscribed
    | ChannelsGone
    | WishesSet
    | SendingBegan
    | ReportEvent
    | NoticesClosed
    | NoticesTrimmed
)
