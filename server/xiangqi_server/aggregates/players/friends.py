"""The players that a player lists as friends, and those that it ignores.

Both lists are the player's own: the others neither decide nor hear of it.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

MAX_LISTED: Final = 200


class Friends(Struct, frozen=True, gc=False):
    """The two lists, the latest entry last; no player is on both."""

    friends: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


class Befriend(Struct, frozen=True, tag="befriend"):
    """List a player as a friend, or (`on` False) no longer."""

    other: str
    on: bool


class Ignore(Struct, frozen=True, tag="ignore"):
    """Ignore a player, or (`on` False) no longer."""

    other: str
    on: bool


class Befriended(Struct, frozen=True, tag="befriended"):
    """A player is listed as a friend and not ignored, or (`on` False) not a friend any more."""

    other: str
    on: bool


class Ignored(Struct, frozen=True, tag="ignored"):
    """A player is ignored and not a friend, or (`on` False) not ignored any more."""

    other: str
    on: bool


FriendsCommand = Befriend | Ignore
FriendsEvent = Befriended | Ignored


def decide(player: str, part: Friends, command: FriendsCommand) -> Decision[FriendsEvent]:
    """What a command does to the lists; a repeat changes nothing.

    Raises:
        Refused: it would list itself, or more than `MAX_LISTED`.
    """
    require(command.other != player, CommonRefusal.NOT_YOURSELF)
    is_friend = isinstance(command, Befriend)
    listed = part.friends if is_friend else part.ignored
    if (command.other in listed) == command.on:
        return Decision()
    require(not command.on or len(listed) < MAX_LISTED, CommonRefusal.LIMIT_REACHED)
    event = Befriended if is_friend else Ignored
    return Decision((event(command.other, command.on),))


def apply(part: Friends, event: FriendsEvent) -> Friends:
    """The lists after an event."""
    friends = tuple(friend for friend in part.friends if friend != event.other)
    ignored = tuple(
        ignored_player for ignored_player in part.ignored if ignored_player != event.other
    )
    if isinstance(event, Befriended):
        if event.on:
            return Friends((*friends, event.other), ignored)
        return replace(part, friends=friends)
    if event.on:
        return Friends(friends, (*ignored, event.other))
    return replace(part, ignored=ignored)
