"""Why a message is refused before its topic has seen it."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class MessageRefusal(RefusalCode):
    """Codes about the message itself, its sender's connection or its token."""

    HELLO_REQUIRED = "hello_required"
    HELLO_REPEATED = "hello_repeated"
    TOKEN_REQUIRED = "token_required"  # noqa: S105 - a code, not a secret
    TOKEN_SCOPE = "token_scope"  # noqa: S105 - a code, not a secret
    NO_SUCH_ADDRESS = "no_such_address"
    TOO_FAST = "too_fast"
    NOT_JOINED = "not_joined"
    NOT_WATCHING = "not_watching"
    BAD_CURSOR = "bad_cursor"
    NO_SUCH_TASK = "no_such_task"
