"""Lines to engines and from engines, as Fairy-Stockfish, Pikafish and UCCI engines have them."""

import pytest

from xiangqi_server.computers.uci import (
    START_FEN,
    Dialect,
    EngineOutput,
    ScoredMove,
    Search,
    SearchLimits,
    SearchResult,
    option_name,
    search_lines,
    settings,
)

FAIRY = Dialect(options=frozenset({"UCI_Variant", "MultiPV", "Skill Level"}))
PIKAFISH = Dialect(options=frozenset({"MultiPV", "Hash"}))
UCCI = Dialect(is_ucci=True)
WHOLE_FEN = f"{START_FEN} w - - 0 1"


def a_search(excluded: tuple[str, ...] = (), fen: str = WHOLE_FEN) -> Search:
    limits = SearchLimits(1_000, depth=5, nodes=30_000)
    moves = ("h2e2", "h9g7")
    return Search(
        "g", fen, moves, ("h0g2", "a0a1"), limits, excluded, {"Skill Level": "3"}, lines=4
    )


@pytest.mark.parametrize(
    ("ours", "theirs"), [("a0a1", "a1a2"), ("h9g7", "h10g8"), ("i0i9", "i1i10")]
)
def test_an_engine_with_variants_counts_ranks_from_one(ours: str, theirs: str) -> None:
    assert FAIRY.written(ours) == theirs
    assert FAIRY.read(theirs) == ours


@pytest.mark.parametrize("dialect", [PIKAFISH, UCCI])
def test_every_other_engine_counts_them_as_we_do(dialect: Dialect) -> None:
    assert dialect.written("h9g7") == "h9g7"
    assert dialect.read("h9g7") == "h9g7"


@pytest.mark.parametrize("text", ["(none)", "0000", "resign", "h10g8", "", "a0a1q"])
def test_what_is_no_move_is_not_read_as_one(text: str) -> None:
    assert PIKAFISH.read(text) is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("option name Skill Level type spin default 20 min -20 max 20", "Skill Level"),
        ("option hashsize type spin min 0 max 1024 default 16", "hashsize"),
        ("id name An Engine", None),
    ],
)
def test_an_option_is_known_by_its_name(line: str, name: str | None) -> None:
    assert option_name(line) == name


def test_only_what_the_engine_has_is_set() -> None:
    assert settings(a_search(), FAIRY) == {"Skill Level": "3", "MultiPV": "4"}
    assert settings(a_search(), PIKAFISH) == {"MultiPV": "4"}
    assert FAIRY.setting("Skill Level", "3") == "setoption name Skill Level value 3"
    assert UCCI.setting("hashsize", "16") == "setoption hashsize 16"


def test_a_search_tells_the_whole_game_and_all_limits() -> None:
    assert list(search_lines(a_search(), FAIRY)) == [
        "position startpos moves h3e3 h10g8",
        "go depth 5 nodes 30000 movetime 1000",
    ]


def test_the_first_position_with_black_to_move_is_not_the_start() -> None:
    fen = f"{START_FEN} b - - 0 1"

    (line, _) = search_lines(a_search(fen=fen), PIKAFISH)

    assert line.startswith(f"position fen {fen} moves")


def test_a_game_from_another_position_tells_where_it_began() -> None:
    fen = "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"

    assert next(iter(search_lines(a_search(fen=fen), PIKAFISH))) == (
        f"position fen {fen} moves h2e2 h9g7"
    )


def test_excluded_moves_are_kept_from_the_engine() -> None:
    assert list(search_lines(a_search(("b0c2",)), FAIRY))[1].endswith(
        " movetime 1000 searchmoves h1g3 a1a2"
    )
    assert list(search_lines(a_search(("b0c2",)), UCCI)) == [
        f"position fen {WHOLE_FEN} moves h2e2 h9g7",
        "banmoves b0c2",
        "go nodes 30000",
    ]


def test_scores_are_read_from_what_was_said_last_of_each_line() -> None:
    output = EngineOutput(FAIRY)
    output.take("info depth 1 seldepth 1 multipv 1 score cp 5 nodes 90 nps 9 time 1 pv a1a2")
    output.take("info depth 2 multipv 1 score cp 31 upperbound nodes 99 pv h1g3 h10g8")
    output.take("info depth 2 multipv 2 score mate -1 nodes 99 pv a1a2")
    output.take("info depth 2 currmove a1a2 currmovenumber 2")
    output.take("info string nothing")

    best = (
        ScoredMove("h0g2", 31, ("h0g2", "h9g7"), 2),
        ScoredMove("a0a1", -29_999, ("a0a1",), 2),
    )
    assert output.result("bestmove h1g3 ponder h10g8") == SearchResult("h0g2", best)


@pytest.mark.parametrize(("told", "score"), [("mate 3", 29_997), ("mate 0", -30_000), ("-7", -7)])
def test_a_mate_is_a_great_score_and_ucci_says_no_unit(told: str, score: int) -> None:
    output = EngineOutput(PIKAFISH)
    output.take(f"info depth 2 score {told} pv h0g2")

    result = output.result("bestmove h0g2")

    assert result is not None
    assert result.score_cp == score


@pytest.mark.parametrize("line", ["bestmove (none)", "bestmove", "nobestmove"])
def test_no_move_is_no_result(line: str) -> None:
    assert EngineOutput(FAIRY).result(line) is None


LONG = "9" * 5_000


@pytest.mark.parametrize(
    "line",
    [
        f"info depth 1 score cp {LONG} pv h0g2",
        f"info depth 1 score mate -{LONG} pv h0g2",
        f"info depth 1 score {LONG} pv h0g2",
        f"info depth 1 multipv {LONG} score cp 1 pv h0g2",
        f"info depth 1 score cp 1 pv h{LONG}g2",
        "info depth 1 score cp 1.5 pv h0g2",
        "info depth 1 score cp \u0661\u0662 pv h0g2",
        "info depth 1 score cp pv h0g2",
        "info score",
        "info pv",
        "info",
        f"info {'score 1 ' * 8_000}",
        f"info {'multipv score cp pv ' * 3_000}",
        "",
    ],
)
def test_what_no_engine_would_say_says_nothing(line: str) -> None:
    output = EngineOutput(PIKAFISH)
    output.take(line)

    assert output.result("bestmove h0g2") == SearchResult("h0g2")


@pytest.mark.parametrize(
    ("told", "score"),
    [("cp 999999999", 30_000), ("mate 999999999", 0), ("mate -999999999", 0), ("-99999", -30_000)],
)
def test_no_score_is_greater_than_a_mate(told: str, score: int) -> None:
    output = EngineOutput(PIKAFISH)
    output.take(f"info score {told} pv h0g2")

    assert output.result("bestmove h0g2") == SearchResult(
        "h0g2", (ScoredMove("h0g2", score, ("h0g2",)),)
    )
