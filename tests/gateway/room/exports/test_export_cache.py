"""Texts of games are kept in a bounded number of bytes, and never stale."""

from xiangqi_server.gateway.room.exports.export_cache import (
    CACHE_BYTES,
    ENTRY_BYTES,
    ExportCache,
    Kept,
)


def test_a_text_is_found_while_its_log_stands_where_it_stood() -> None:
    cache = ExportCache()
    kept = Kept(b"digest", "text")

    cache.keep("room", "wxf", kept)

    assert cache.find("room", "wxf", b"digest") is kept
    assert cache.find("room", "wxf", b"other") is None
    assert cache.find("room", "iccs", b"digest") is None


def test_what_was_not_used_for_longest_gives_way() -> None:
    cache = ExportCache()
    text = "x" * (ENTRY_BYTES - 1)
    for number in range(8):
        cache.keep(f"room{number}", "wxf", Kept(b"", text))
    cache.find("room0", "wxf", b"")

    cache.keep("late", "wxf", Kept(b"", text))

    assert cache.find("room0", "wxf", b"") is not None
    assert cache.find("room1", "wxf", b"") is None
    assert cache.size_bytes <= CACHE_BYTES


def test_a_text_that_is_too_long_is_not_kept_and_one_kept_again_counts_once() -> None:
    cache = ExportCache()

    cache.keep("room", "wxf", Kept(b"", "x" * (ENTRY_BYTES + 1)))
    cache.keep("other", "wxf", Kept(b"", "abc"))
    cache.keep("other", "wxf", Kept(b"", "炮"))

    assert (len(cache), cache.size_bytes) == (1, 4)
