"""What a player is shown of itself and of others."""

from collections.abc import Mapping
from typing import Final, cast

from msgspec.structs import asdict

from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.preferences import Preferences
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.naming import name_of
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.terms import SecurityChange, TokenScope


def settings_view(player: Player) -> parts.Settings:
    """The settings that are kept."""
    return parts.Settings(**asdict(player.preferences))


def preferences_of(settings: parts.Settings) -> Preferences:
    """The settings of a message, to be kept."""
    return Preferences(**asdict(settings))


def account_view(player: Player) -> server.Account:
    """What a player learns about itself."""
    name, guest, bot = name_of(player).told
    return server.Account(name, guest, settings_view(player), bot)


_SCOPES: Final[Mapping[Scope, TokenScope]] = {Scope.READ: "read", Scope.PLAY: "play"}


def scope_name(scope: Scope) -> TokenScope | None:
    """What a program may do by its token; None for a device, which may do everything."""
    return _SCOPES.get(scope)


def scope_of(name: TokenScope) -> Scope:
    """What a token of this kind lets a program do."""
    return Scope.READ if name == "read" else Scope.PLAY


def devices_view(id_: str, player: Player, this: str) -> server.Devices:
    """Where a player is signed in; `this` is the device that asks."""
    devices = [
        parts.DeviceInfo(
            device.id,
            device.label,
            device.since_ms,
            device.used_ms,
            device.id == this,
            scope_name(device.scope),
        )
        for device in player.identity.devices
    ]
    security = [
        parts.SecurityEvent(cast("SecurityChange", change.what), change.at_ms)
        for change in player.recovery.changes
    ]
    return server.Devices(id_, devices, bool(player.recovery.code_hash), security)


def profile_view(
    id_: str, player: Player, watch: list[str], *, online: bool, partial: bool
) -> server.Profile:
    """What anybody may know of a player."""
    return server.Profile(
        id=id_,
        player=parts.PlayerRef(player.id, *name_of(player).told),
        since_ms=player.identity.since_ms or None,
        country=player.profile.country,
        bio=player.profile.bio,
        online=online,
        playing=len(player.open_games.games),
        deleted=player.identity.is_deleted,
        watch=watch,
        partial=partial,
    )


def own_data(player: Player) -> dict[str, object]:
    """Everything a player's aggregate keeps about it, but what would let somebody in."""
    return {
        "player": player.id,
        "name": player.naming.name,
        "named_ms": player.naming.named_ms,
        "guest": not player.identity.has_account,
        "bot": player.identity.is_bot,
        "since_ms": player.identity.since_ms,
        "country": player.profile.country,
        "bio": player.profile.bio,
        "settings": asdict(settings_view(player)),
        "devices": [
            {
                "label": device.label,
                "since_ms": device.since_ms,
                "used_ms": device.used_ms,
                "scope": scope_name(device.scope),
            }
            for device in player.identity.devices
        ],
        "security": [
            {"what": change.what, "at_ms": change.at_ms} for change in player.recovery.changes
        ],
        "friends": list(player.friends.friends),
        "ignored": list(player.friends.ignored),
        "ratings": {
            speed: {
                "points": record.rating.points,
                "games": record.games,
                "last_ms": record.last_ms,
                "resets_ms": list(record.resets),
            }
            for speed, record in player.ratings.by_speed.items()
        },
        "ratings_hidden": player.ratings.is_hidden,
        "open_games": list(player.open_games.games),
        "latest_finished_games": list(player.open_games.released),
    }


def own_conversation(mailbox: Mailbox, other: str) -> dict[str, object]:
    """What a player and one other wrote to each other, as far as it is kept."""
    return {
        "with": other,
        "messages": [
            {"at_ms": message.at_ms, "mine": message.is_mine, "text": message.text}
            for message in mailbox.with_(other).messages
        ],
    }
