"""What a program does about a refusal, by its code: wait, change something, or give up.

A test holds `WAIT` against the code: every code that the server sends with a `retry_ms` is in it.
"""

from enum import StrEnum
from typing import Final


class Remedy(StrEnum):
    """What helps against a refusal."""

    WAIT = "wait"
    CHANGE = "change"
    NEVER = "never"


WAIT: Final = frozenset(
    {
        "too_fast",
        "unavailable",
        "name_too_soon",
        "muted",
        "banned",
        "not_started",
        "game_not_over",
        "not_your_turn",
        "suspended",
        "offer_too_soon",
        "already_offered",
        "not_disconnected",
        "enough_time",
        "claim_too_soon",
        "claim_on_own_turn",
        "nothing_to_take_back",
        "lobby_full",
        "missed_games",
        "already_playing",
        "not_online",
        "on_vacation",
        "no_vacation_left",
        "rating_in_use",
        "reset_too_soon",
        "challenge_open",
        "tournament_not_running",
        "return_too_soon",
        "limit_reached",
    }
)
"""The same message may succeed later: when `retry_ms` has passed, or the state has changed."""

NEVER: Final = frozenset(
    {
        "hello_repeated",
        "not_allowed",
        "has_account",
        "not_yourself",
        "ignored_by_player",
        "has_played",
        "no_bots",
        "token_scope",
        "room_exists",
        "not_seated",
        "seat_taken",
        "not_invited",
        "game_over",
        "rating_hidden",
        "flag_fell",
        "too_late_to_abort",
        "own_offer",
        "log_full",
        "takebacks_off",
        "no_time_to_give",
        "no_berserk",
        "too_late_to_berserk",
        "chat_off",
        "own_seek",
        "ignored",
        "not_challenged",
        "no_such_offer",
        "tournament_over",
        "entries_closed",
        "tournament_full",
        "conditions_not_met",
        "entered_too_often",
        "own_interest",
    }
)
"""This message cannot succeed in this game, tournament or account: forget it."""


def remedy(code: str) -> Remedy:
    """What helps against a refusal with this code."""
    if code in WAIT:
        return Remedy.WAIT
    return Remedy.NEVER if code in NEVER else Remedy.CHANGE
