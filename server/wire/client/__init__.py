"""Every message a client may send. Decoding, limits and `PROTOCOL.md` are made from these types.

`id` is the client's own: the answer (`done` or `refused`) echoes it, and a repeat of an
accepted command is answered, not done again.
"""

from server.wire.client.base import ClientMessage, Request
from server.wire.client.challenges import (
    AcceptChallenge,
    ChallengePlayer,
    DeclineChallenge,
    Invite,
    Withdraw,
)
from server.wire.client.greeting import Beat, Hello
from server.wire.client.lobby import (
    LeaveLobby,
    Match,
    Seek,
    Take,
    Unmatch,
    Unseek,
    WatchLobby,
)
from server.wire.client.players import (
    ChangePassword,
    CheckName,
    DeleteAccount,
    Devices,
    FindPlayers,
    MyData,
    Profile,
    Rename,
    SetAbout,
    SetSettings,
    SignIn,
    SignOut,
    SignUp,
)
from server.wire.client.rooms import (
    Abort,
    Accept,
    CancelPremove,
    Chat,
    Claim,
    Decline,
    Export,
    GiveTime,
    Join,
    Leave,
    Log,
    Move,
    Offer,
    Premove,
    Ready,
    Resign,
    Sit,
)
from server.wire.client.social import (
    Act,
    Befriend,
    CloseReport,
    Conversations,
    DropLetters,
    Ignore,
    Letters,
    News,
    Office,
    People,
    PostNews,
    ReadLetters,
    Report,
    WithdrawNews,
    Write,
)
from server.wire.client.standing import (
    AnswerChallenge,
    ChallengeUp,
    ExportGames,
    Games,
    JoinLadder,
    LadderPage,
    Leaderboard,
    LeaveLadder,
    LeaveTv,
    LiveGames,
    MyGames,
    RatingHistory,
    Ratings,
    WatchTv,
    WithdrawChallenge,
)

AnyClientMessage = (
    Hello
    | Beat
    | Join
    | Leave
    | Sit
    | Ready
    | Move
    | Resign
    | Abort
    | Offer
    | Accept
    | Decline
    | GiveTime
    | Claim
    | Premove
    | CancelPremove
    | Chat
    | Export
    | Log
    | WatchLobby
    | LeaveLobby
    | Seek
    | Unseek
    | Take
    | Match
    | Unmatch
    | Invite
    | Befriend
    | Ignore
    | People
    | Write
    | Conversations
    | Letters
    | ReadLetters
    | DropLetters
    | Report
    | Office
    | Act
    | CloseReport
    | News
    | PostNews
    | WithdrawNews
    | SignUp
    | SignIn
    | SignOut
    | Devices
    | ChangePassword
    | Rename
    | CheckName
    | SetAbout
    | SetSettings
    | Profile
    | FindPlayers
    | MyData
    | DeleteAccount
    | AnswerChallenge
    | ChallengeUp
    | ExportGames
    | Games
    | JoinLadder
    | LadderPage
    | Leaderboard
    | LeaveLadder
    | LeaveTv
    | LiveGames
    | MyGames
    | RatingHistory
    | Ratings
    | WatchTv
    | WithdrawChallenge
    | ChallengePlayer
    | AcceptChallenge
    | DeclineChallenge
    | Withdraw
)

__all__ = [
    "Abort",
    "Accept",
    "AcceptChallenge",
    "Act",
    "AnswerChallenge",
    "AnyClientMessage",
    "Beat",
    "Befriend",
    "CancelPremove",
    "ChallengePlayer",
    "ChallengeUp",
    "ChangePassword",
    "Chat",
    "CheckName",
    "Claim",
    "ClientMessage",
    "CloseReport",
    "Conversations",
    "Decline",
    "DeclineChallenge",
    "DeleteAccount",
    "Devices",
    "DropLetters",
    "Export",
    "ExportGames",
    "FindPlayers",
    "Games",
    "GiveTime",
    "Hello",
    "Ignore",
    "Invite",
    "Join",
    "JoinLadder",
    "LadderPage",
    "Leaderboard",
    "Leave",
    "LeaveLadder",
    "LeaveLobby",
    "LeaveTv",
    "Letters",
    "LiveGames",
    "Log",
    "Match",
    "Move",
    "MyData",
    "MyGames",
    "News",
    "Offer",
    "Office",
    "People",
    "PostNews",
    "Premove",
    "Profile",
    "RatingHistory",
    "Ratings",
    "ReadLetters",
    "Ready",
    "Rename",
    "Report",
    "Request",
    "Resign",
    "Seek",
    "SetAbout",
    "SetSettings",
    "SignIn",
    "SignOut",
    "SignUp",
    "Sit",
    "Take",
    "Unmatch",
    "Unseek",
    "WatchLobby",
    "WatchTv",
    "Withdraw",
    "WithdrawChallenge",
    "WithdrawNews",
    "Write",
]
