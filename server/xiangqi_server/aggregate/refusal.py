"""Every reason why nothing happens, as a code that clients may rely on."""

from enum import StrEnum


class RefusalCode(StrEnum):
    """Why a message or a command was refused. The texts stand in `texts.refusals`."""

    # The message itself.
    BAD_MESSAGE = "bad_message"
    HELLO_REQUIRED = "hello_required"
    HELLO_REPEATED = "hello_repeated"
    BAD_TOKEN = "bad_token"  # noqa: S105 - a code, not a secret
    TOKEN_REQUIRED = "token_required"  # noqa: S105 - a code, not a secret
    NO_SUCH_ADDRESS = "no_such_address"
    NOT_ALLOWED = "not_allowed"
    TOO_FAST = "too_fast"
    UNAVAILABLE = "unavailable"
    TOO_MANY_ROOMS = "too_many_rooms"
    # Players.
    SIGNED_OUT = "signed_out"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code, not a secret
    WEAK_PASSWORD = "weak_password"  # noqa: S105 - a code, not a secret
    WRONG_CODE = "wrong_code"
    OPERATOR_CODE = "operator_code"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    NAME_RESERVED = "name_reserved"
    NAME_TOO_SOON = "name_too_soon"
    HAS_ACCOUNT = "has_account"
    NO_ACCOUNT = "no_account"
    NO_SUCH_PLAYER = "no_such_player"
    NO_SUCH_DEVICE = "no_such_device"
    NOT_YOURSELF = "not_yourself"
    IGNORED_BY_PLAYER = "ignored_by_player"
    MUTED = "muted"
    BANNED = "banned"
    LIMIT_REACHED = "limit_reached"
    TOKEN_SCOPE = "token_scope"  # noqa: S105 - a code, not a secret
    HAS_PLAYED = "has_played"
    NO_BOTS = "no_bots"
    # Rooms.
    NO_SUCH_ROOM = "no_such_room"
    ROOM_EXISTS = "room_exists"
    NOT_JOINED = "not_joined"
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    NOT_INVITED = "not_invited"
    NO_SEAT_KEY = "no_seat_key"
    NOT_STARTED = "not_started"
    GAME_OVER = "game_over"
    GAME_NOT_OVER = "game_not_over"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_PLY = "stale_ply"
    ILLEGAL_MOVE = "illegal_move"
    BANNED_MOVE = "banned_move"
    UNREADABLE_MOVE = "unreadable_move"
    AMBIGUOUS_MOVE = "ambiguous_move"
    FLAG_FELL = "flag_fell"
    SUSPENDED = "suspended"
    TOO_LATE_TO_ABORT = "too_late_to_abort"
    NO_SUCH_OFFER = "no_such_offer"
    ALREADY_OFFERED = "already_offered"
    OWN_OFFER = "own_offer"
    ANSWER_FIRST = "answer_first"
    OFFER_TOO_SOON = "offer_too_soon"
    LOG_FULL = "log_full"
    TAKEBACKS_OFF = "takebacks_off"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NO_TIME_TO_GIVE = "no_time_to_give"
    ENOUGH_TIME = "enough_time"
    NOT_DISCONNECTED = "not_disconnected"
    CLAIM_TOO_SOON = "claim_too_soon"
    CLAIM_ON_OWN_TURN = "claim_on_own_turn"
    PREMOVE_LOSES = "premove_loses"
    NO_BERSERK = "no_berserk"
    TOO_LATE_TO_BERSERK = "too_late_to_berserk"
    # Chat.
    CHAT_OFF = "chat_off"
    EMPTY_TEXT = "empty_text"
    TEXT_TOO_LONG = "text_too_long"
    # Terms.
    BAD_TERMS = "bad_terms"
    UNKNOWN_RULES = "unknown_rules"
    # The lobby.
    NO_SUCH_SEEK = "no_such_seek"
    OWN_SEEK = "own_seek"
    NO_SUCH_POOL = "no_such_pool"
    LOBBY_FULL = "lobby_full"
    RATING_OUT_OF_RANGE = "rating_out_of_range"
    IGNORED = "ignored"
    MISSED_GAMES = "missed_games"
    RATED_NEEDS_ACCOUNT = "rated_needs_account"
    ALREADY_PLAYING = "already_playing"
    NOT_ONLINE = "not_online"
    # The ladder.
    NOT_ON_LADDER = "not_on_ladder"
    RUNG_OUT_OF_REACH = "rung_out_of_reach"
    CHALLENGE_OPEN = "challenge_open"
    NOT_CHALLENGED = "not_challenged"
    # Lists and lessons.
    BAD_CURSOR = "bad_cursor"
    NO_SUCH_TASK = "no_such_task"
    # Tournaments.
    NO_SUCH_TOURNAMENT = "no_such_tournament"
    TOURNAMENT_OVER = "tournament_over"
    TOURNAMENT_NOT_RUNNING = "tournament_not_running"
    ENTRIES_CLOSED = "entries_closed"
    TOURNAMENT_FULL = "tournament_full"
    NOT_ENTERED = "not_entered"
    CONDITIONS_NOT_MET = "conditions_not_met"
    NO_SUCH_TEAM = "no_such_team"
    TOURNAMENT_PASSWORD = "tournament_password"  # noqa: S105 - a code, not a secret
    RETURN_TOO_SOON = "return_too_soon"
    ENTERED_TOO_OFTEN = "entered_too_often"
    OWN_INTEREST = "own_interest"


class Refused(Exception):
    """The rules say no: nothing happened. Raised by `decide`, answered by the host.

    Fields:
        code: for programs.
        detail: what the code cannot say, or "": one English sentence, or of `BANNED_MOVE` the
            record of the ban, which has a sentence in every language.
        retry_ms: how long to wait before trying again; None where waiting does not help.
    """

    def __init__(self, code: RefusalCode, detail: str = "", retry_ms: int | None = None) -> None:
        super().__init__(code, detail, retry_ms)
        self.code = code
        self.detail = detail
        self.retry_ms = retry_ms


def require(condition: bool, code: RefusalCode, detail: str = "") -> None:
    """Go on if `condition` holds.

    Raises:
        Refused: with `code`, if it does not.
    """
    if not condition:
        raise Refused(code, detail)
