"""Why nothing happens, where several aggregates say the same of a player or a place."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class SharedRefusal(RefusalCode):
    """Codes that several aggregates use."""

    NO_SUCH_PLAYER = "no_such_player"
    LOBBY_FULL = "lobby_full"
    RATING_HIDDEN = "rating_hidden"
