"""What pings say of a line: how late it is, and whether anybody is still there."""

from xiangqi_server.gateway.connection.round_trips import RoundTrips


def measured(*lasted_ms: int) -> RoundTrips:
    round_trips = RoundTrips()
    for number, ms in enumerate(lasted_ms, 1):
        round_trips.begin(number, 1_000, due_round=0)
        round_trips.heard()
        round_trips.answered(number, 1_000 + ms)
    return round_trips


def test_the_lag_is_the_best_of_the_last_five_and_the_latest_is_told() -> None:
    round_trips = measured(10, 300, 200, 90, 100, 400)

    assert (round_trips.lag_ms, round_trips.rtt_ms) == (90, 400)


def test_nothing_is_known_before_the_first_answer() -> None:
    round_trips = RoundTrips()
    round_trips.begin(1, 1_000, due_round=0)

    assert (round_trips.lag_ms, round_trips.rtt_ms) == (0, None)
    assert round_trips.is_new
    assert not round_trips.is_silent


def test_only_the_latest_ping_is_answered_and_once() -> None:
    round_trips = RoundTrips()
    round_trips.begin(1, 1_000, due_round=0)
    round_trips.begin(2, 3_500, due_round=0)

    answers = [round_trips.answered(number, 3_600) for number in (1, 0, 2, 2)]

    assert answers == [False, False, True, False]
    assert round_trips.rtt_ms == 100


def test_three_pings_without_a_message_are_a_silence_until_one_comes() -> None:
    round_trips = measured(50)
    silences = []
    for number in (2, 3, 4):
        round_trips.begin(number, 5_000, due_round=0)
        silences.append(round_trips.is_silent)
    round_trips.heard()
    silences.append(round_trips.is_silent)

    assert silences == [False, False, True, False]


def test_a_client_that_never_answers_is_new_for_three_pings_and_never_silent() -> None:
    round_trips = RoundTrips()
    was_new = []
    for number in (1, 2, 3):
        was_new.append(round_trips.is_new)
        round_trips.begin(number, 1_000, due_round=0)

    assert was_new == [True, True, True]
    assert (round_trips.is_new, round_trips.is_silent) == (False, False)
