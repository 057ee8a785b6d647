"""Ratings that begin anew or are hidden: who may have it so, when, and what of them stays."""

import msgspec
import pytest
from msgspec.structs import replace

from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.decide import decide
from xiangqi_server.aggregates.players.deletion import Deleted, LogTrimmed
from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.messages import PlayerCommand
from xiangqi_server.aggregates.players.open_games import Engaged, OpenGames
from xiangqi_server.aggregates.players.own_ratings import RESET_DAYS, HideRating, ResetRating
from xiangqi_server.aggregates.players.rating import Rating
from xiangqi_server.aggregates.players.ratings import KEPT_RESETS, RatingRecord, Ratings
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import Engage, RatePlayer, Release
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.row_effects import PutRow
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

NOW_MS = 1_700_000_000_000
AGAIN_MS = NOW_MS + RESET_DAYS * DAY_MS
RESET = ResetRating(Speed.BLITZ)
RECORD = RatingRecord(Rating(1900.0, 60.0, 0.07), games=40, last_ms=NOW_MS - DAY_MS, won=21)
OWNER = Identity(b"hash", password="secret")
ANN = Player("annan", OWNER, ratings=Ratings({"blitz": RECORD, "rapid": RECORD}))


def after(player: Player, *commands: PlayerCommand, now_ms: int = NOW_MS) -> Player:
    """The player once all commands took effect."""
    for command in commands:
        for event in decide(player, command, now_ms).events:
            player = apply(player, Stamped(1, now_ms, event))
    return player


def refused(player: Player, command: PlayerCommand = RESET, now_ms: int = NOW_MS) -> object:
    """The code with which a reset is refused."""
    with pytest.raises(Refused) as refusal:
        decide(player, command, now_ms)
    return refusal.value.code


@pytest.mark.parametrize(("points", "anew"), [(1100.0, 1500.0), (1500.0, 1500.0), (2300.5, 2300.5)])
def test_a_reset_makes_a_rating_uncertain_and_lowers_none(points: float, anew: float) -> None:
    before = replace(RECORD, rating=Rating(points, 60.0, 0.07))
    player = replace(ANN, ratings=Ratings({"blitz": before, "rapid": before}))

    ratings = after(player, RESET).ratings

    assert ratings.at("blitz") == replace(before, rating=Rating(anew), resets=(NOW_MS,))
    assert ratings.at("rapid") == before


def test_a_reset_leaves_the_leaderboard_of_its_speed_until_the_rating_is_certain() -> None:
    (effect,) = decide(ANN, RESET, NOW_MS).effects

    assert isinstance(effect.command, PutRow)
    assert set(effect.command.places) == {"rapid", "rapid.last"}


def test_a_rating_is_reset_once_in_180_days_and_games_in_between_keep_the_date() -> None:
    player = after(ANN, RESET, RatePlayer("room1", "blitz", 1600.0, 80.0, 1.0))

    assert refused(player) is PlayerRefusal.RESET_TOO_SOON
    assert refused(player, now_ms=AGAIN_MS - 1) is PlayerRefusal.RESET_TOO_SOON
    assert after(player, ResetRating(Speed.RAPID)).ratings.at("rapid").resets == (NOW_MS,)
    again = after(player, RESET, now_ms=AGAIN_MS)
    assert again.ratings.at("blitz").resets == (NOW_MS, AGAIN_MS)


def test_of_many_resets_the_latest_are_remembered() -> None:
    player = ANN
    for number in range(KEPT_RESETS + 1):
        player = after(player, RESET, now_ms=NOW_MS + number * RESET_DAYS * DAY_MS)

    resets = player.ratings.at("blitz").resets
    assert (len(resets), resets[0]) == (KEPT_RESETS, AGAIN_MS)


def test_no_rating_is_reset_during_a_rated_game_or_a_tournament() -> None:
    casual = after(ANN, Engage("casual", Side.RED))
    both = after(casual, Engage("rated", Side.BLACK, "blitz"))

    assert refused(both) is PlayerRefusal.RATING_IN_USE
    assert refused(ANN, replace(RESET, is_entered=True)) is PlayerRefusal.RATING_IN_USE
    assert decide(casual, RESET, NOW_MS).events
    over = after(both, Release("rated"))
    assert decide(over, RESET, NOW_MS).events
    assert after(over, Release("casual")).open_games.casual == ()


def test_a_game_of_a_log_that_does_not_say_whether_it_is_rated_may_be_rated() -> None:
    old = msgspec.convert({"type": "engaged", "room": "old", "side": 0}, Engaged)
    snapshot = msgspec.convert({"games": {"old": 0}}, OpenGames)

    assert apply(ANN, Stamped(1, NOW_MS, old)).open_games.has_rated
    assert snapshot.has_rated


def test_a_guest_and_a_bot_reset_nothing_and_a_speed_of_no_games_stays_as_it_is() -> None:
    guest = replace(ANN, identity=Identity(b"hash"))
    bot = replace(ANN, identity=replace(OWNER, is_bot=True))

    assert refused(guest) is CommonRefusal.NO_ACCOUNT
    assert refused(bot) is PlayerRefusal.NO_BOTS
    assert refused(guest, HideRating(hidden=True)) is CommonRefusal.NO_ACCOUNT
    assert decide(ANN, ResetRating(Speed.BULLET), NOW_MS).events == ()


def test_hidden_ratings_stand_in_no_list_and_stay_as_they_are() -> None:
    (effect,) = decide(ANN, HideRating(hidden=True), NOW_MS).effects[:1]
    hidden = after(ANN, HideRating(hidden=True))

    assert isinstance(effect.command, PutRow)
    assert effect.command.places == {}
    assert hidden.ratings == replace(ANN.ratings, is_hidden=True)
    assert decide(hidden, HideRating(hidden=True), NOW_MS).events == ()
    assert after(hidden, HideRating(hidden=False)) == ANN


def test_old_games_of_a_deleted_account_do_not_show_the_ratings_that_it_hid() -> None:
    hidden = after(ANN, HideRating(hidden=True))

    for gone in (
        apply(hidden, Stamped(9, NOW_MS, Deleted())),
        apply(hidden, Stamped(9, NOW_MS, LogTrimmed())),
    ):
        assert gone.ratings == Ratings(is_hidden=True)
