from xiangqi_server.gateway.room.broadcasting.news import RoomNews


def ticks(news: RoomNews, count: int) -> list[list[str]]:
    """What is due in each of the next ticks."""
    return [list(news.due()) for _ in range(count)]


def test_a_room_is_due_once_when_it_was_marked_however_often() -> None:
    news = RoomNews()
    news.again("a", 3)
    news.mark("a")
    news.mark("a")

    assert ticks(news, 4) == [["a"], [], [], []]


def test_of_two_moments_the_earlier_one_counts() -> None:
    news = RoomNews()
    news.again("a", 2)
    news.again("a", 4)

    assert ticks(news, 4) == [[], ["a"], [], []]


def test_a_room_that_was_looked_at_early_may_be_put_off_to_the_moment_it_had_before() -> None:
    news = RoomNews()
    news.again("a", 2)
    news.mark("a")
    early = ticks(news, 1)
    news.again("a", 1)

    assert (early, ticks(news, 2)) == ([["a"]], [["a"], []])


def test_who_reads_seldom_finds_every_room_that_was_marked_meanwhile() -> None:
    news = RoomNews()
    unread = news.reader()
    news.mark("a")
    news.again("b", 1)
    ticks(news, 2)

    assert unread == {"a"}


def test_a_player_marks_the_rooms_where_it_sits_and_no_others() -> None:
    news = RoomNews()
    news.seat("a", ["ann", "ben"])
    news.seat("b", ["ann"])
    news.seat("a", ["ben"])
    news.mark_player("ann")
    first = ticks(news, 1)
    news.seat("b", ())
    news.mark_player("ann")

    assert (first, ticks(news, 1)) == ([["b"]], [[]])
