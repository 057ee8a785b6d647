"""Every message the server may send. Clients ignore types and fields they do not know.

Squares are `a0` to `i9`, moves four characters, times integer milliseconds; `at_ms` and
every moment are the store's time since the Unix epoch (compare with `now_ms` of `welcome`
and `beat`). `version` numbers the events of a room without gaps from 1; `digest` is the
hash of the whole log up to that event, 64 hexadecimal digits: compare it, never compute it.
Every field is always written.
"""

from server.wire.server.answers import Beat, Bye, ByeCode, Done, Paused, Refused, Resumed, Welcome
from server.wire.server.base import ServerMessage
from server.wire.server.lobby import Challenged, ChallengeOver, Game, Lobby, LobbyChanged
from server.wire.server.players import (
    Account,
    Devices,
    MyData,
    NameChecked,
    Players,
    Profile,
    SignedIn,
)
from server.wire.server.room_events import (
    Back,
    Continued,
    Credited,
    Declined,
    Ended,
    Gone,
    Moved,
    Offered,
    Rated,
    RatingKnown,
    Readied,
    RematchOpened,
    RoomEvent,
    Seated,
    Suspended,
    TimeGiven,
    TookBack,
    Warned,
)
from server.wire.server.rooms import (
    Chat,
    ChatHistory,
    Crowd,
    Legal,
    Log,
    Pgn,
    Premove,
    Renamed,
    Room,
)
from server.wire.server.social import (
    Conversations,
    Letter,
    Letters,
    News,
    Notice,
    Office,
    People,
    Unread,
)
from server.wire.server.standing import (
    Games,
    LadderChanged,
    LadderShown,
    Leaderboard,
    LiveGames,
    MyGameChanged,
    MyGames,
    Pgns,
    RatingHistory,
    Ratings,
    TvChanged,
    TvOn,
)

AnyServerMessage = (
    Welcome
    | Done
    | Refused
    | Beat
    | Bye
    | Paused
    | Resumed
    | Room
    | Seated
    | Readied
    | Moved
    | TookBack
    | TimeGiven
    | Gone
    | Back
    | Credited
    | Suspended
    | Continued
    | Offered
    | Declined
    | Warned
    | Ended
    | RematchOpened
    | RatingKnown
    | Rated
    | Legal
    | Premove
    | Chat
    | ChatHistory
    | Pgn
    | Log
    | Crowd
    | Renamed
    | Lobby
    | LobbyChanged
    | Game
    | People
    | Conversations
    | Letters
    | Letter
    | Unread
    | Notice
    | Office
    | News
    | Account
    | SignedIn
    | Devices
    | NameChecked
    | Profile
    | Players
    | MyData
    | Games
    | LadderShown
    | Leaderboard
    | LiveGames
    | MyGameChanged
    | MyGames
    | Pgns
    | RatingHistory
    | Ratings
    | TvChanged
    | LadderChanged
    | TvOn
    | Challenged
    | ChallengeOver
)

__all__ = [
    "Account",
    "AnyServerMessage",
    "Back",
    "Beat",
    "Bye",
    "ByeCode",
    "ChallengeOver",
    "Challenged",
    "Chat",
    "ChatHistory",
    "Continued",
    "Conversations",
    "Credited",
    "Crowd",
    "Declined",
    "Devices",
    "Done",
    "Ended",
    "Game",
    "Games",
    "Gone",
    "LadderChanged",
    "LadderShown",
    "Leaderboard",
    "Legal",
    "Letter",
    "Letters",
    "LiveGames",
    "Lobby",
    "LobbyChanged",
    "Log",
    "Moved",
    "MyData",
    "MyGameChanged",
    "MyGames",
    "NameChecked",
    "News",
    "Notice",
    "Offered",
    "Office",
    "Paused",
    "People",
    "Pgn",
    "Pgns",
    "Players",
    "Premove",
    "Profile",
    "Rated",
    "RatingHistory",
    "RatingKnown",
    "Ratings",
    "Readied",
    "Refused",
    "RematchOpened",
    "Renamed",
    "Resumed",
    "Room",
    "RoomEvent",
    "Seated",
    "ServerMessage",
    "SignedIn",
    "Suspended",
    "TimeGiven",
    "TookBack",
    "TvChanged",
    "TvOn",
    "Unread",
    "Warned",
    "Welcome",
]
