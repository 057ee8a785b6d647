"""What stands in every store: the names of the kinds, the formats of their records."""

from xiangqi_server.aggregates.kinds import KINDS


def test_what_is_stored_is_called_and_written_as_it_always_was() -> None:
    assert {kind.name: kind.records.format for kind in KINDS} == {
        "room": 1,
        "lobby": 1,
        "player": 2,
        "name": 1,
        "mailbox": 1,
        "office": 1,
        "news": 1,
        "ladder": 1,
        "tv": 1,
        "notices": 1,
        "review": 1,
        "game_feed": 1,
        "tournament": 1,
        "tournament_lock": 1,
        "tournament_names": 1,
    }


def test_only_the_logs_of_games_and_tournaments_are_kept_whole() -> None:
    whole = [kind.name for kind in KINDS if not kind.records.is_trimmed]

    assert whole == ["room", "tournament"]
