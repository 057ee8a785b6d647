"""Why the lobby refuses an offer to play, or the answer to one."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class LobbyRefusal(RefusalCode):
    """Codes about seeks, pools and challenges."""

    NO_SUCH_SEEK = "no_such_seek"
    OWN_SEEK = "own_seek"
    NO_SUCH_POOL = "no_such_pool"
    IGNORED = "ignored"
    MISSED_GAMES = "missed_games"
    ALREADY_PLAYING = "already_playing"
    USE_OFFER_BY_DAYS = "use_offer_by_days"
