"""A player's events are stored: their form is kept."""

import msgspec

from tests.support.golden import golden, still_says
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.identity import BecameBot, TokenCreated
from xiangqi_server.aggregates.players.messages import (
    Engaged,
    PlayerEvent,
    Rated,
    Registered,
    Released,
)
from xiangqi_server.aggregates.players.ratings import (
    Introduced,
    RatingHidden,
    RatingReset,
    RatingsStarted,
)
from xiangqi_server.aggregates.players.recovery import (
    PasswordChanged,
    Recovered,
    RecoveryCodeCreated,
    ResetCodeCreated,
)
from xiangqi_server.game.rules.board.encoding import Side

EVENTS: dict[str, PlayerEvent] = {
    "registered": Registered(b"\x00hash\xff"),
    "engaged": Engaged("room1", Side.BLACK),
    "released": Released("room1"),
    "introduced": Introduced("room1"),
    "recovery_code_created": RecoveryCodeCreated("c0de"),
    "reset_code_created": ResetCodeCreated("c0de"),
    "recovered": Recovered("reset"),
    "password_changed": PasswordChanged(),
    "token_created": TokenCreated(b"\x00hash\xff", "My engine", Scope.PLAY),
    "became_bot": BecameBot(),
    "ratings_started": RatingsStarted(700.0),
    "rating_reset": RatingReset("blitz", 1512.25, 350.0, 0.06),
    "rating_hidden": RatingHidden(is_hidden=True),
    "rated": Rated("room1", "blitz", 0.5, 1500.0, 1512.25, 200.5, 0.06),
}


def test_events_are_written_as_they_always_were() -> None:
    written = {name: msgspec.to_builtins(event) for name, event in EVENTS.items()}

    assert still_says(written, golden("player_events"))


def test_events_of_any_age_are_read() -> None:
    bodies = golden("player_events")
    read = {name: msgspec.convert(body, PlayerEvent) for name, body in bodies.items()}

    assert read == EVENTS
