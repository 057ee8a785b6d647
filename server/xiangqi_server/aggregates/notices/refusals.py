"""Why a browser gets no notices."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class NoticeRefusal(RefusalCode):
    """Codes about notices outside of the page."""

    PUSH_OFF = "push_off"
    BAD_SUBSCRIPTION = "bad_subscription"
