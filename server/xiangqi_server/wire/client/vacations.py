"""Your vacation, in which no clock by days runs against you."""

from xiangqi_server.aggregates.players.leave import LeaveDays
from xiangqi_server.wire.client.base import Request


class Vacation(Request, tag="vacation", frozen=True):
    """See what you have of vacation. Answer: `vacation`."""


class TakeVacation(Request, tag="take_vacation", frozen=True):
    """Go on vacation at once. Answer: `done`; your games by days get `away_until`.

    Your clock stands in each of them while it is your turn, unless its terms rule that out. You may
    move meanwhile. It needs an account that is no bot, and as many days as you have (`vacation`).

    Fields:
        days: how many, from now on.
    """

    days: LeaveDays


class EndVacation(Request, tag="end_vacation", frozen=True):
    """Come back before it is over. Answer: `done`; whole days that were not begun come back.

    The answer is the same if you are on none.
    """
