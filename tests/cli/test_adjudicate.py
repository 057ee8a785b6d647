import json

import pytest

from tests.support.command_line import run_command
from tests.support.rule_data import DATA, json_lines
from xiangqi_server.cli.adjudication.game_files import has_json_line, is_json
from xiangqi_server.game.records.record import MAX_PLIES

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w - - 0 1"
CHECK_AND_CHASE = "3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w - - 0 1"
CHECK_AND_CHASE_LAP = ["h6h9", "f9f8", "h9h6", "f8f9"]
DOUBTFUL = "1R1nka3/4ac3/b3b4/p1P1p3p/5n1rc/3R5/P2CP1P2/2N1BCr2/4A4/4KAB2 w - - 0 1"
DOUBTFUL_LAP = ["d4d5", "f5g7", "d5d4", "g7f5"]
LAP = ["b1a1", "a5b5", "a1b1", "b5a5"]


def answers(lines: list[object], *words: str) -> list[dict[str, object]]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    ran = run_command("adjudicate", *words, stdin=text.encode())
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_every_case_of_the_file_is_ruled_as_published() -> None:
    ran = run_command("adjudicate", "--occurrences", "3", str(DATA / "rules" / "cases.jsonl"))
    told = {answer["id"]: answer for answer in map(json.loads, ran.out.splitlines())}

    for row in json_lines("rules/cases.jsonl"):
        if not row["id"].startswith("ct-"):
            assert told[row["id"]]["verdict"] == row["verdict"], row["id"]
            assert set(row.get("expect", {}).get("forbidden", ())) <= set(
                told[row["id"]]["forbidden"]
            )


def test_several_rule_sets_are_compared() -> None:
    line = {"id": "x", "fen": CHECK_AND_CHASE, "moves": CHECK_AND_CHASE_LAP * 3}

    asian, chinese = answers([line], "--rules", "axf,cxa")

    assert "compared" not in asian
    compared = chinese["compared"]
    assert isinstance(compared, dict)
    plies = compared.pop("plies")
    assert compared == {
        "same_verdict": False,
        "rulings": {
            "axf": {"verdict": "draw", "reason": "repetition", "clause": "11-13"},
            "cxa": {"verdict": "red_loses", "reason": "perpetual_attack", "clause": "25.3"},
        },
    }
    assert plies[0] == {
        "ply": 2,
        "move": "h9h6",
        "classes": {"axf": {"kind": "idle"}, "cxa": {"kind": "chase", "article": "24.3"}},
    }


def test_the_chinese_rules_tell_of_every_ply_its_class_line_and_article() -> None:
    line = {"id": "x", "fen": CHECK_AND_CHASE, "moves": CHECK_AND_CHASE_LAP * 3}

    [answer] = answers([line], "--rules", "cxa")

    told = answer["told"]
    assert isinstance(told, list)
    assert [item["plies"] for item in told] == [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
    assert "(24.3)" in told[2]["text"]
    assert "Threat: " in told[2]["text"]


def test_in_doubt_the_full_reading_rules_and_a_cautious_answer_is_a_draw() -> None:
    line = {"id": "x", "fen": DOUBTFUL, "moves": DOUBTFUL_LAP * 3}

    [told] = answers([line], "--rules", "cxa")
    [cautious] = answers([line], "--rules", "cxa", "--cautious")

    assert (told["verdict"], told["clause"]) == ("black_loses", "26.9.2")
    assert (cautious["verdict"], cautious["clause"]) == ("draw", "R")
    assert told["doubts"] == cautious["doubts"] == [{"reading": "joint_at_all"}]
    assert "an arbiter would decide" in str(cautious["text"])


def test_a_ruling_has_its_reason_clause_plies_and_text() -> None:
    [answer] = answers([{"id": "x", "fen": CHASE, "moves": LAP * 2}], "--occurrences", "3")

    assert {key: answer[key] for key in ("id", "ruleset", "verdict", "winner", "reason")} == {
        "id": "x",
        "ruleset": "axf",
        "verdict": "red_loses",
        "winner": "black",
        "reason": "perpetual_chase",
    }
    assert (answer["clause"], answer["forbidden"]) == ("18", [])
    assert isinstance(answer["plies"], list)
    assert [ply["move"] for ply in answer["plies"]] == LAP * 2
    assert "unprotected black cannon" in str(answer["text"])


def test_moves_are_a_list_of_texts_or_one_text_with_gaps() -> None:
    listed, written, wrong = answers(
        [{"fen": CHASE, "moves": moves} for moves in (LAP * 3, " ".join(LAP * 3), [1])]
    )

    assert written == listed
    assert wrong["error"] == {
        "code": "bad_field",
        "text": "the line needs 'moves' as a list of texts, or as one text with gaps between them",
    }


def test_a_set_rules_at_its_own_occurrence_unless_told_otherwise() -> None:
    line = {"fen": CHASE, "moves": LAP * 2}

    assert answers([line])[0]["verdict"] == "none"
    assert answers([line], "--occurrences", "3")[0]["verdict"] == "red_loses"


def test_several_rule_sets_answer_one_line_each() -> None:
    told = answers(
        [{"fen": CHASE, "moves": LAP * 3}], "--rules", "axf,club,loop3", "--occurrences", "3"
    )

    assert [(answer["ruleset"], answer["verdict"], answer["forbidden"]) for answer in told] == [
        ("axf", "red_loses", []),
        ("club", "red_loses", []),
        ("loop3", "none", ["b1a1"]),
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("AXF+WXF", "axf"),
        ("wxf", "wxf"),
        ("ItsYourTurn", "itsyourturn"),
        ("cchess.rul", "loop3"),
        ("Club", "club"),
        ("chessvariants", "chessvariants"),
    ],
)
def test_a_line_names_its_rule_set_by_our_name_or_a_label(label: str, name: str) -> None:
    [answer] = answers([{"fen": CHASE, "moves": [], "ruleset": label}], "--rules", "wxf")

    assert answer["ruleset"] == name


def test_bad_lines_are_answered_by_number_and_the_rest_is_ruled() -> None:
    told = answers(
        [
            {"id": 1, "fen": CHASE, "moves": ["b1b1"]},
            "nonsense",
            {"id": 3, "fen": "9/9 w", "moves": []},
            {"id": 4, "fen": CHASE, "moves": "b1a1 zz"},
            {"id": 5, "fen": CHASE, "moves": [1]},
            {"id": 6, "fen": CHASE, "moves": [], "ruleset": "chess"},
            {"id": 7, "fen": "3kk4/9/9/9/9/9/9/9/9/4K4 w", "moves": []},
            {"id": 8, "moves": []},
            {"id": 9, "fen": CHASE, "moves": LAP},
        ]
    )

    assert [(answer.get("id"), answer.get("line")) for answer in told] == [
        (1, 1),
        (None, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (6, 6),
        (7, 7),
        (8, 8),
        (9, None),
    ]
    assert all("error" in answer for answer in told[:-1])
    assert told[-1]["verdict"] == "none"


def test_a_checkmate_on_the_board_is_no_ruling() -> None:
    [answer] = answers([{"fen": "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b", "moves": []}])

    assert (answer["verdict"], answer["winner"], answer["reason"]) == ("none", None, "checkmate")


def test_the_explanation_draws_the_board_and_the_cycle() -> None:
    line = json.dumps({"id": "case", "fen": CHASE, "moves": LAP * 2})
    ran = run_command("adjudicate", "--occurrences", "3", "--explain", stdin=line.encode())

    assert ran.out.startswith("== case (axf) ==\n\n9  . . . . k . . . .\n")
    assert "   0  red    b1a1   chase  Ra1 x ca5 (direct, unprotected)\n" in ran.out
    assert "red: direct chase (c on a5-b5)\n" in ran.out
    assert "Red had to deviate and did not: Black wins." in ran.out


def test_the_title_of_a_drawing_cannot_act_on_the_terminal_or_end_the_run() -> None:
    ids = ["\x1b[2Jcase\n\u202e", "\ud800"]
    lines = [json.dumps({"id": id_, "fen": CHASE, "moves": LAP * 2}) for id_ in ids]

    ran = run_command("adjudicate", "--explain", stdin="\n".join(lines).encode())

    assert (ran.code, ran.err) == (0, "")
    assert [line for line in ran.out.splitlines() if "==" in line] == [
        "== [2Jcase (axf) ==",
        "==  (axf) ==",
    ]


def test_texts_come_in_the_language_asked_for() -> None:
    line = {"fen": CHASE, "moves": LAP * 2}
    [answer] = answers([line], "--occurrences", "3", "--language", "zh-Hans")

    assert "红车在九路和八路之间长捉无根炮" in str(answer["text"])


def test_the_repeated_passages_of_played_games_are_listed() -> None:
    """Of 2,401 master games 2.2 % have a perpetual check, 1.7 % a perpetual chase, 6 % neither."""
    ran = run_command("adjudicate", str(DATA / "games" / "masters.pgn"))
    games = [json.loads(line) for line in ran.out.splitlines()]

    passages = [
        {
            "line": game["line"],
            **{key: passage[key] for key in ("ply", "occurrences", "verdict", "reason", "clause")},
        }
        for game in games
        for passage in game["passages"]
    ]

    assert len(games) == 500
    assert not any("error" in game for game in games)
    assert passages == json_lines("rules/master_passages.jsonl")


def test_the_same_game_is_ruled_however_it_is_printed() -> None:
    told = []
    for name in ("sample-uci.pgn", "sample-wxf.pgn", "sample-chinese.pgn"):
        ran = run_command("adjudicate", str(DATA / "games" / name))
        told.append([json.loads(line)["passages"] for line in ran.out.splitlines()])

    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 15


def test_a_file_that_is_not_there_is_named() -> None:
    ran = run_command("adjudicate", "no-such-file")

    assert ran.code == 2
    assert ran.err.startswith("xiangqi-server adjudicate: no-such-file: ")


@pytest.mark.parametrize(
    "words", [["--rules", "nonsense"], ["--occurrences", "1"], ["--encoding", "x"]]
)
def test_wrong_arguments_are_told_in_one_line(words: list[str]) -> None:
    ran = run_command("adjudicate", *words)

    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_a_number_that_json_cannot_say_is_refused_not_echoed() -> None:
    lines: list[object] = ['{"id": 1e999}', '{"id": NaN}', '{"id": -Infinity}', '{"id": 1.5e3}']

    told = answers(lines)

    codes = [answer["error"]["code"] for answer in told]  # type: ignore[index]
    assert codes == ["not_json", "not_json", "not_json", "bad_field"]
    assert ["id" in answer for answer in told] == [False, False, False, True]


@pytest.mark.parametrize("form", ["json", "pgn"])
def test_a_game_that_would_take_longer_than_anybody_waits_is_refused(form: str) -> None:
    moves = (LAP * (MAX_PLIES // 4 + 1))[: MAX_PLIES + 1]
    pgn = f'[FEN "{CHASE}"]\n\n{" ".join(moves)} *\n'

    if form == "json":
        told = answers([{"id": "x", "fen": CHASE, "moves": moves}])
    else:
        ran = run_command("adjudicate", stdin=pgn.encode())
        told = [json.loads(line) for line in ran.out.splitlines()]

    (answer,) = told
    codes = {"json": "bad_field", "pgn": "pgn_too_long"}
    assert answer["error"]["code"] == codes[form]  # type: ignore[index]
    assert str(MAX_PLIES) in answer["error"]["text"]  # type: ignore[index]


ODD = '[Event "x"]\n\n1. C2=9 *\n'
GOOD = '[Event "y"]\n[Odd] \n\n1. C2=5 *\n'


def test_a_file_of_which_no_game_is_read_has_failed_and_one_game_is_enough() -> None:
    failed, done = (run_command("adjudicate", stdin=text.encode()) for text in (ODD, ODD + GOOD))

    assert (failed.code, done.code) == (1, 0)
    told = [json.loads(line)["notes"] for line in done.out.splitlines()]
    assert [[note["code"] for note in notes] for notes in told] == [
        ["move_illegal"],
        ["header_skipped"],
    ]
    assert told[1][0] == {
        "code": "header_skipped",
        "line": 5,
        "quoted": "[Odd]",
        "text": "This header was skipped: [Odd]",
    }


@pytest.mark.parametrize("name", ["game1_v18.xqf", "game1.cbr", "game1_gbk.ubb"])
def test_games_of_other_programs_are_judged_as_pgn_is(name: str) -> None:
    path = str(DATA / "formats" / name)

    ran = run_command("adjudicate", "--encoding", "gb18030", path)

    [answer] = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, answer["moves"], "notes" in answer) == (0, 127, False)


def test_a_format_that_is_not_read_is_named_in_one_line() -> None:
    ran = run_command("adjudicate", str(DATA / "formats" / "three.cbl.z"))

    [line] = ran.out.splitlines()
    error = json.loads(line)["error"]
    assert (ran.code, error["code"], "packed" in error["text"]) == (1, "format_not_read", True)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"", (True, False)),
        (b"\n \n", (True, False)),
        (b'\xef\xbb\xbf{"id": 1}\n', (True, False)),
        (b"{}", (True, True)),
        (b"{ a remark }", (False, False)),
        (b'{"text": "[Event "}', (True, True)),
        (b'nonsense\n{"id": 1}\n', (False, True)),
    ],
)
def test_json_lines_are_told_from_game_files(head: bytes, expected: tuple[bool, bool]) -> None:
    assert (is_json(head), has_json_line(head)) == expected


def test_nine_rounds_are_asked_for_by_name() -> None:
    [case] = [row for row in json_lines("rules/cases.jsonl") if row["id"] == "cxaref-08"]
    line = {"id": "x", "fen": case["fen"], "moves": case["moves"][:18]}

    [told] = answers([line], "--rules", "cxa", "--nine-rounds")
    [left_out] = answers([line], "--rules", "cxa")

    assert (told["verdict"], told["clause"]) == ("red_loses", "L")
    assert left_out["verdict"] == "none"


DRIVEN = "3k5/9/9/9/r3c4/5R3/9/3A5/9/3K5 w"
DRIVEN_LAP = ["f4e4", "e5f5", "e4f4", "f5e5"]


def test_bans_come_with_their_clause_and_their_words() -> None:
    line = {"id": "x", "fen": DRIVEN, "moves": DRIVEN_LAP * 2, "ruleset": "chessvariants"}

    [answer] = answers([line])
    [chinese] = answers([line], "--language", "zh-Hans")
    explained = run_command("adjudicate", "--explain", stdin=json.dumps(line).encode()).out

    told = (
        "R4=5 is banned: a piece may not be driven to and fro between the same two points for "
        "ever (clause 4)."
    )
    assert (answer["reason"], answer["forbidden"]) == ("banned_moves", ["f4e4"])
    assert (answer["clause"], answer["text"]) == ("4", told)
    assert (chinese["clause"], chinese["text"]) == (
        "4",
        "车四平五为禁着：不得迫使一子在两点之间无休止地往返（第4条）。",
    )
    assert f"Banned: f4e4.\n\n{told}\n" in explained


@pytest.mark.parametrize("name", ["itsyourturn", "chessvariants", "loop3"])
def test_every_ban_of_every_case_has_a_clause_and_a_text(name: str) -> None:
    rows = [row | {"ruleset": name} for row in json_lines("rules/cases.jsonl")]

    told = answers([{key: row[key] for key in ("id", "fen", "moves", "ruleset")} for row in rows])

    banned = [answer for answer in told if answer["reason"] == "banned_moves"]
    assert banned
    assert all(answer["clause"] and answer["text"] for answer in banned)


def test_what_nobody_can_win_is_drawn_under_the_rules_that_say_so() -> None:
    line = {"fen": "3k5/9/9/9/9/9/9/9/9/C3K4 w", "moves": []}

    told = answers([line], "--rules", "chessvariants,axf")

    assert [(answer["verdict"], answer["clause"]) for answer in told] == [
        ("draw", "5"),
        ("none", None),
    ]
    assert "Neither side can win with what is left on the board" in str(told[0]["text"])


def test_a_line_whose_start_tells_quiet_plies_is_drawn_when_the_limit_is_full() -> None:
    fen = "3k5/R8/9/9/9/9/9/9/8r/4K4 w - - 119 60"
    pgn = f'[FEN "{fen}"]\n\n1. a8b8 *\n'

    [before, after] = answers([{"fen": fen, "moves": moves} for moves in ([], ["a8b8"])])
    ran = run_command("adjudicate", stdin=pgn.encode())

    assert (before["verdict"], after["verdict"]) == ("none", "draw")
    assert (after["reason"], after["clause"]) == ("natural_limit", "N")
    assert ran.code == 0


def test_a_game_that_was_played_here_is_judged_as_it_was_judged_here() -> None:
    [case] = [row for row in json_lines("rules/cases.jsonl") if row["id"] == "cxaref-08"]
    pgn = f"""[RuleSet "cxa 1"]
[FEN "{case["fen"]}"]

{" ".join(case["moves"][:18])} *

[RuleSet "cxa 1"]
[FEN "{DOUBTFUL}"]

{" ".join(DOUBTFUL_LAP * 3)} *
"""

    def rulings(text: str, *words: str) -> list[object]:
        ran = run_command("adjudicate", *words, stdin=text.encode())
        rows = [json.loads(line) for line in ran.out.splitlines()]
        return [row.get("ruling", {}).get("clause") for row in rows]

    assert rulings(pgn) == [None, "R"]
    agreed = pgn.replace('"]\n[FEN', '"]\n[RuleTerms "always nine_rounds"]\n[FEN')
    assert rulings(agreed) == ["L", "26.9.2"]
    assert rulings(agreed, "--cautious") == ["L", "R"]
    assert rulings(agreed, "--rules", "axf") == [None, None]
