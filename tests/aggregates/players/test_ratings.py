"""What a player does about rated games: it tells its rating, and counts each game once."""

import msgspec
import pytest

from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.decide import decide
from xiangqi_server.aggregates.players.identity import BecomeBot, Identity
from xiangqi_server.aggregates.players.messages import PlayerCommand
from xiangqi_server.aggregates.players.open_games import MAX_OPEN_GAMES, Engaged, OpenGames
from xiangqi_server.aggregates.players.rating import PERIOD_MS, Rating, Result, rated
from xiangqi_server.aggregates.players.ratings import (
    BoardRow,
    Introduced,
    Rated,
    RatingRecord,
    Ratings,
    Strength,
    active_since_ms,
    read_board,
)
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import ChangeRating, Engage, Introduce, RatePlayer
from xiangqi_server.aggregates.row_effects import PutRow
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

NOW_MS = 1_700_000_000_000
WON = RatePlayer("room1", "blitz", 1600.0, 80.0, 1.0)


def after(player: Player, *commands: PlayerCommand, now_ms: int = NOW_MS) -> Player:
    """The player once all commands took effect."""
    for command in commands:
        for event in decide(player, command, now_ms).events:
            player = apply(player, Stamped(1, now_ms, event))
    return player


def test_a_newcomer_comes_to_a_rated_game_with_the_rating_of_all_newcomers() -> None:
    decision = decide(Player("annan"), Engage("room1", Side.RED, "blitz"), NOW_MS)

    assert decision == Decision(
        (Engaged("room1", Side.RED),), (Effect("room", "room1", Introduce("annan", 1500.0, 350.0)),)
    )


def test_a_bot_whose_strength_is_known_begins_with_it_at_every_speed() -> None:
    account = Player("annan", Identity(token_hash=b"h", password="hash"))

    bot = after(account, BecomeBot("hash", 700.0), BecomeBot("hash", 900.0))
    engaged = decide(bot, Engage("room1", Side.RED, "blitz"), NOW_MS)
    played = after(bot, WON)

    assert engaged.effects == (Effect("room", "room1", Introduce("annan", 700.0, 350.0)),)
    won = rated(Rating(700.0), Result(1600.0, 80.0, 1.0), 0)
    assert played.ratings.at("blitz").rating == won
    assert played.ratings.at("rapid").rating == Rating(700.0)


def test_a_game_that_is_over_or_one_too_many_still_learns_the_rating() -> None:
    over = Player("annan", open_games=OpenGames(released=("room1",)))
    games = {f"r{n}": Side.RED for n in range(MAX_OPEN_GAMES)}
    busy = Player("annan", open_games=OpenGames(games))

    for player in (over, busy):
        decision = decide(player, Engage("room1", Side.RED, "blitz"), NOW_MS)

        assert decision.events == (Introduced("room1"),)
        assert len(decision.effects) == 1
    with pytest.raises(Refused):
        decide(busy, Engage("room1", Side.RED), NOW_MS)


def test_a_rated_game_counts_once() -> None:
    new = rated(Rating(), Result(1600.0, 80.0, 1.0), 0)

    decision = decide(Player("annan"), WON, NOW_MS)
    player = after(Player("annan"), WON)

    assert decision.events == (
        Rated("room1", "blitz", 1.0, 1500.0, new.points, new.deviation, new.volatility),
    )
    assert decision.effects[0] == Effect(
        "room", "room1", ChangeRating("annan", new.points, new.deviation, before=1500.0)
    )
    assert player.ratings == Ratings(
        {"blitz": RatingRecord(new, 1, NOW_MS, won=1, recent=(round(new.points),))}, ("room1",)
    )
    assert decide(player, WON, NOW_MS) == Decision()


def test_only_the_latest_points_are_remembered() -> None:
    record = RatingRecord()

    for points in range(1500, 1520):
        record = record.after(Rating(points + 0.4, 60, 0.06), 1, NOW_MS)

    assert record.recent == tuple(range(1504, 1520))


def test_a_row_of_a_leaderboard_from_before_recent_points_is_read() -> None:
    old = msgspec.msgpack.encode({"strengths": {"blitz": [1700.0, 60.0, 40, NOW_MS]}})

    assert read_board(old).strengths["blitz"] == Strength(1700.0, 60.0, 40, NOW_MS)


def test_time_away_counts_from_the_last_game_of_that_speed() -> None:
    blitz_player = RatingRecord(Rating(1700, 60, 0.06), 40, NOW_MS)
    settled = Player("annan", ratings=Ratings({"blitz": blitz_player}))
    later_ms = NOW_MS + 20 * PERIOD_MS

    blitz = decide(settled, Engage("room1", Side.RED, "blitz"), later_ms).effects[0].command
    rapid = decide(settled, Engage("room1", Side.RED, "rapid"), later_ms).effects[0].command

    assert isinstance(blitz, Introduce)
    assert 70 < blitz.deviation < 90
    assert rapid == Introduce("annan", 1500.0, 350.0)


def test_a_guest_is_rated_but_on_no_leaderboard() -> None:
    guest = decide(Player("annan"), WON, NOW_MS)

    assert [effect.id for effect in guest.effects if effect.kind == "shelf"] == ["rating_days"]


def test_a_bot_is_rated_but_on_no_leaderboard() -> None:
    bot = Player("annan", Identity(b"hash", password="secret", is_bot=True))

    decision = decide(bot, WON, NOW_MS)

    assert [type(event).__name__ for event in decision.events] == ["Rated"]
    assert [effect.id for effect in decision.effects if effect.kind == "shelf"] == ["rating_days"]


def test_the_row_of_a_player_stands_in_the_lists_of_its_certain_ratings_only() -> None:
    ratings = {
        "blitz": RatingRecord(Rating(1700, 60, 0.06), 40, NOW_MS),
        "rapid": RatingRecord(Rating(1900, 300, 0.06), 1, NOW_MS),
    }
    player = Player("annan", Identity(b"hash", password="secret"), ratings=Ratings(ratings))

    (_, board, _) = decide(player, RatePlayer("r", "blitz", 1500.0, 60.0, 0.5), NOW_MS + 1).effects

    assert (board.kind, board.id) == ("shelf", "board")
    assert isinstance(board.command, PutRow)
    strengths = msgspec.msgpack.decode(board.command.body, type=BoardRow).strengths
    blitz = strengths["blitz"]
    assert strengths["rapid"] == Strength(1900, 300, 1, NOW_MS)
    assert blitz.recent == (round(blitz.points),)
    assert board.command.places == {"blitz": round(blitz.points * 100), "blitz.last": NOW_MS + 1}


def test_a_speed_has_to_be_played_now_and_then_to_stay_on_its_leaderboard() -> None:
    assert active_since_ms("blitz", NOW_MS) == NOW_MS - 30 * DAY_MS
    assert active_since_ms("correspondence", NOW_MS) == NOW_MS - 90 * DAY_MS
