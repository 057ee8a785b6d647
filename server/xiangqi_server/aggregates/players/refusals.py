"""Why an account, a name or a player is refused something."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class PlayerRefusal(RefusalCode):
    """Codes about players: signing in, names, and what one player may do to another."""

    BAD_TOKEN = "bad_token"  # noqa: S105 - a code, not a secret
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
    NO_SUCH_DEVICE = "no_such_device"
    IGNORED_BY_PLAYER = "ignored_by_player"
    MUTED = "muted"
    HAS_PLAYED = "has_played"
    NO_BOTS = "no_bots"
    NOT_ONLINE = "not_online"
    TOO_MANY_ROOMS = "too_many_rooms"
    ON_VACATION = "on_vacation"
    NO_VACATION_LEFT = "no_vacation_left"
    RATING_IN_USE = "rating_in_use"
    RESET_TOO_SOON = "reset_too_soon"
