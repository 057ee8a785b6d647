"""What a player has chosen about notices, as it travels."""

from msgspec.structs import asdict

from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.aggregates.notices.wishes import Wishes
from xiangqi_server.wire.parts import NoticeChannel, NoticeWishes
from xiangqi_server.wire.server import NoticeSettings


def notices_view(id_: str, notices: Notices, key: str | None, device: str) -> NoticeSettings:
    """The choices of a player, for one of its devices.

    Args:
        key: by which browsers subscribe; None if no notices are sent.
    """
    return NoticeSettings(
        id_,
        key,
        _wishes(notices),
        [
            NoticeChannel(channel.id, channel.renewed_ms, channel.device == device)
            for channel in notices.channels
        ],
    )


def own_notices(notices: Notices) -> dict[str, object]:
    """What is kept about a player's notices, but what would let somebody send them."""
    return {
        "notices": {
            "wishes": asdict(_wishes(notices)),
            "browsers": [
                {"endpoint": channel.endpoint, "renewed_ms": channel.renewed_ms}
                for channel in notices.channels
            ],
        }
    }


def _wishes(notices: Notices) -> NoticeWishes:
    wishes = notices.wishes
    return NoticeWishes(list(wishes.off), wishes.quiet_from, wishes.quiet_to, wishes.offset_minutes)


def wishes_of(sent: NoticeWishes) -> Wishes:
    """What a client has sent, as it is kept: each topic once."""
    off = tuple(dict.fromkeys(sent.off))
    return Wishes(off, sent.quiet_from, sent.quiet_to, sent.offset_minutes)
