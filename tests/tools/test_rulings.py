"""The suite of rulings, put to an engine: what is asked, and how its answers are counted."""

import sys

from tests.tools.rulings import Said, asked, by_library, cases_of, main, started, table

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("uciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "position": last = line
    if word == "go":
        score = "mate 3" if "a5b5" in line else "cp -29999" if "b6" in line else "cp 7"
        print(f"info depth 6 score {score} nodes 1\\nbestmove a0a1", flush=True)
    if word == "quit": break
"""
CHASE = {
    "id": "x",
    "verdict": "red_loses",
    "fen": "5k3/9/9/9/c8/9/9/1R7/9/4K4 w",
    "moves": ["b2a2", "a5b5"],
}


def test_what_an_engine_says_of_the_last_move_is_a_verdict() -> None:
    with started([sys.executable, "-c", ENGINE], "xiangqi") as engine:
        told = asked(engine, CHASE, 0)
        from_one = asked(engine, CHASE, 1)

    assert told == Said("x", "red_loses", "red_loses")
    assert from_one == Said("x", "red_loses", "black_loses")


def test_the_library_knows_the_asian_rules() -> None:
    said = [by_library(case) for case in cases_of("axf")]

    assert len(said) == 152
    assert sum(one.published == one.engine for one in said) == 150
    assert table(said).endswith("150 of 152 the same.")


def test_the_chinese_cases_have_rules_of_their_own() -> None:
    said = [by_library(case) for case in cases_of("cxa")]

    assert (len(said), sum(one.published == one.engine for one in said)) == (55, 29)
    assert main(["--set", "cxa", "--library", "--markdown"]) == 0
