"""Why the ladder refuses a challenge."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class LadderRefusal(RefusalCode):
    """Codes about rungs and the challenges between them."""

    NOT_ON_LADDER = "not_on_ladder"
    RUNG_OUT_OF_REACH = "rung_out_of_reach"
    CHALLENGE_OPEN = "challenge_open"
    NOT_CHALLENGED = "not_challenged"
