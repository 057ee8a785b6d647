from xiangqi_server.aggregates.lobby.absence import ABSENT_MS, away_since, who_gave_up

T0_MS = 1_000_000


def test_who_is_away_without_a_break_gives_up_after_a_while() -> None:
    first = away_since({}, ["ann", "ben"], T0_MS)
    then = away_since(first, ["ann", "eve"], T0_MS + 20_000)

    assert then == {"ann": T0_MS, "eve": T0_MS + 20_000}
    assert who_gave_up(then, T0_MS + ABSENT_MS - 1) == []
    assert who_gave_up(then, T0_MS + ABSENT_MS) == ["ann"]


def test_who_was_back_in_between_begins_anew() -> None:
    first = away_since({}, ["ann"], T0_MS)
    back = away_since(first, [], T0_MS + 20_000)
    again = away_since(back, ["ann"], T0_MS + 25_000)

    assert who_gave_up(again, T0_MS + ABSENT_MS) == []
