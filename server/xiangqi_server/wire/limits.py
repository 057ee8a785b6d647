"""How large anything a client sends may be, and the shapes of ids. Each number once.

Patterns end in ``\\Z``, for ``$`` would let a line feed pass at the end.
"""

from typing import Annotated, Final

from msgspec import Meta

from xiangqi_server.aggregates.room.terms import NaturalLimit as NaturalLimit
from xiangqi_server.aggregates.room.terms import RulesName as RulesName
from xiangqi_server.aggregates.tournaments.actions import ENTRANT_ID, PLAYER_ID, ROOM_ID
from xiangqi_server.aggregates.tournaments.plan import MomentMs as MomentMs
from xiangqi_server.aggregates.tournaments.plan import RatingPoints
from xiangqi_server.kernel.aggregate.marks import MOMENT

MESSAGE_BYTES: Final = 4096
MAX_PLY: Final = 10_000
MOVE_TEXT_CHARS: Final = 16
ROOMS_PER_CONNECTION: Final = 8
BOARDS_AT_ONCE: Final = 16
FEATURES: Final = 16
NAME_CHARS: Final = 64
CHAT_CHARS: Final = 600
"""As sent, in code points; how long a line may be as people read it is decided by `api.chat`."""

NOTE_CHARS: Final = 500
CURSOR_CHARS: Final = 400
MESSAGE_CHARS: Final = 1_000
TITLE_CHARS: Final = 120
REPORTS_AT_ONCE: Final = 20
PASSWORD_CHARS: Final = 128
BIO_CHARS: Final = 600
"""As sent; 160 as people count them."""

PATTERN_WORDS: Final = {
    "^[A-Za-z0-9_-]+\\Z": "of letters, digits, - and _",
    "^[A-Za-z0-9_.-]+\\Z": "of letters, digits, -, _ and .",
    "^[a-i][0-9][a-i][0-9]\\Z": "that is a move such as h2e2",
    "^([a-i][0-9][a-i][0-9])*\\Z": "of moves such as h2e2h9g7",
    "^[a-i0-9()]*\\Z": "of moves such as h2e2h9g7, with variations in brackets",
    "^[a-z0-9]+(,[a-z0-9]+){0,2}\\Z": "of one to three names with commas between them",
    "^[a-z0-9]+\\Z": "of the characters a-z and 0-9",
    "^[a-z2-7]+\\Z": "of the characters a-z and 2-7",
    "^[a-z2-7]{16}\\Z": "of 16 of the characters a-z and 2-7",
    "^[1a-z2-7][a-z2-7]{15}\\Z": "of 16 of the characters a-z and 2-7, the first of which may be 1",
    "^https://[!-~]+\\Z": "that is an address with https",
    "^[A-Za-z0-9_-]+=*\\Z": "in base64url",
    "^([A-Z]{2})?\\Z": "that is empty or two of A-Z",
    "^(room:[a-z0-9]{4,32}|tv:[a-z]{3,16}|player:[a-z2-7]{16})\\Z": "that names a board",
}
"""What people read of each pattern."""

CommandId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+\\Z")]
RoomId = Annotated[str, ROOM_ID.meta]
SeekId = RoomId
BoardSource = Annotated[
    str, Meta(pattern="^(room:[a-z0-9]{4,32}|tv:[a-z]{3,16}|player:[a-z2-7]{16})\\Z")
]
"""What a board shows: a game, a channel of the TV, or what a player plays."""
Rating = RatingPoints
WaitHours = Annotated[int, Meta(ge=1, le=336)]
PoolName = Annotated[str, Meta(min_length=1, max_length=16)]
Ply = Annotated[int, Meta(ge=0, le=MAX_PLY)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
MoveText = Annotated[str, Meta(min_length=2, max_length=MOVE_TEXT_CHARS)]
Token = Annotated[str, Meta(min_length=20, max_length=128, pattern="^[A-Za-z0-9_.-]+\\Z")]
ShortText = Annotated[str, Meta(max_length=NAME_CHARS)]
ChatText = Annotated[str, Meta(min_length=1, max_length=CHAT_CHARS)]
MessageText = Annotated[str, Meta(min_length=1, max_length=MESSAGE_CHARS)]
NoteText = Annotated[str, Meta(max_length=NOTE_CHARS)]
LongText = Annotated[str, Meta(max_length=MESSAGE_CHARS)]
TitleText = Annotated[str, Meta(min_length=1, max_length=TITLE_CHARS)]
PlayerId = Annotated[str, PLAYER_ID.meta]
EntrantId = Annotated[str, ENTRANT_ID.meta]
"""The id of a player, or of a person listed for a tournament at real boards."""
SeatKey = Annotated[str, Meta(min_length=16, max_length=16, pattern="^[a-z2-7]+\\Z")]
ItemId = RoomId
Cursor = Annotated[str, Meta(min_length=1, max_length=CURSOR_CHARS, pattern="^[A-Za-z0-9_-]+\\Z")]
"""Where a page of a list ended; opaque."""
Position = Annotated[int, Meta(ge=0, le=2**53)]
TOURNAMENT_NAME_CHARS: Final = 60
TournamentName = Annotated[str, Meta(min_length=3, max_length=TOURNAMENT_NAME_CHARS)]
TournamentId = RoomId
ENTRANT_NAME_CHARS: Final = 40
CLUB_CHARS: Final = 30
FEDERATION_CHARS: Final = 12
LISTED_AT_ONCE: Final = 30
RESULTS_AT_ONCE: Final = 30
EntrantText = Annotated[str, Meta(max_length=ENTRANT_NAME_CHARS)]
ClubText = Annotated[str, Meta(max_length=CLUB_CHARS)]
FederationText = Annotated[str, Meta(max_length=FEDERATION_CHARS)]
NameText = Annotated[str, Meta(min_length=1, max_length=NAME_CHARS)]
NamePrefix = Annotated[str, Meta(max_length=NAME_CHARS)]
PasswordText = Annotated[str, Meta(min_length=1, max_length=PASSWORD_CHARS)]
CODE_CHARS: Final = 64
CodeText = Annotated[str, Meta(max_length=CODE_CHARS)]
"""A code as people write it down, with spaces or without."""
DeviceId = Annotated[str, Meta(min_length=8, max_length=8, pattern="^[a-z2-7]+\\Z")]
ChannelId = DeviceId
"""The id of a browser that gets notices."""
PushEndpoint = Annotated[str, Meta(min_length=16, max_length=1_000, pattern="^https://[!-~]+\\Z")]
"""Where a push service takes messages for a browser; only that of a known one is accepted."""
DeviceLabel = Annotated[str, Meta(max_length=NAME_CHARS)]
Country = Annotated[str, Meta(max_length=2, pattern="^([A-Z]{2})?\\Z")]
Bio = Annotated[str, Meta(max_length=BIO_CHARS)]
PAGE_ROWS: Final = 20
"""Rows of one answer to a query, at most."""
LESSON_MOVES: Final = 24
TaskNumber = Annotated[int, Meta(ge=0, le=99)]
LessonMoves = Annotated[
    list[Annotated[str, Meta(pattern="^[a-i][0-9][a-i][0-9]\\Z")]], Meta(max_length=LESSON_MOVES)
]
OpeningText = Annotated[str, Meta(max_length=48, pattern="^([a-i][0-9][a-i][0-9])*\\Z")]
LINE_CHARS: Final = 3_600
"""The moves of a line with their brackets; a message has little more."""
FenText = Annotated[str, Meta(max_length=160)]
LineText = Annotated[str, Meta(max_length=LINE_CHARS, pattern="^[a-i0-9()]*\\Z")]
LoneLine = Annotated[str, Meta(max_length=LINE_CHARS, pattern="^([a-i][0-9][a-i][0-9])*\\Z")]
RuleSets = Annotated[str, Meta(max_length=48, pattern="^([a-z0-9]+(,[a-z0-9]+){0,2})?\\Z")]
"""Names of rule sets, with commas."""
RulesText = Annotated[str, Meta(max_length=120)]
"""The rules of a game, as its PGN has them."""
Moves = Annotated[str, Meta(max_length=400, pattern="^([a-i][0-9][a-i][0-9])*\\Z")]
PartScores = Annotated[
    list[Annotated[int, Meta(ge=-30_000, le=30_000)]], Meta(min_length=1, max_length=64)
]
EngineName = Annotated[str, Meta(max_length=60)]
OccurrenceCount = Annotated[int, Meta(ge=0, le=9)]
MovesText = Annotated[str, Meta(max_length=256)]
Moment = Annotated[int, MOMENT]
"""A moment that the server names, in its own time."""
