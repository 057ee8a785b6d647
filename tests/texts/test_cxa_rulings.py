"""What is said under the Chinese rules, in every language, and its way through records."""

from tests.support.cxa_cases import diagrams
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import ruling_in, to_record, warning_in
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_plies, tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES

CASES = [diagram.case for diagram in diagrams()][::9]
READERS = (None, Side.RED, Side.BLACK)


def _stages(game: Game) -> list[Game]:
    return [game.back_to(ply) for ply in range(4, game.ply + 1, 3)] + [game]


def _texts_of(ruling: Ruling, game: Game) -> list[str]:
    texts = []
    for language in LANGUAGES:
        plies = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
        texts += [tell_ruling(ruling, language), *(each.text for each in plies)]
    return texts


def test_rulings_and_warnings_come_back_from_their_records_and_are_told() -> None:
    told = 0
    for case in CASES:
        for terms in (RuleOptions("cxa"), RuleOptions("cxa", strict=True, forbid=True)):
            for game in _stages(case.game()):
                ruling, danger = judge(game, terms), warning(game, terms)
                texts = []
                if ruling is not None:
                    assert ruling_in(to_record(ruling)) == ruling
                    texts += _texts_of(ruling, game)
                elif danger is not None:
                    assert warning_in(to_record(danger)) == danger
                    texts += [
                        tell_warning(danger, game.position, language, reader)
                        for language in LANGUAGES
                        for reader in READERS
                    ]
                told += len(texts)
                assert all(text and "{" not in text for text in texts)
    assert told > 400


def test_a_ply_is_told_with_its_class_its_line_and_what_was_rejected() -> None:
    [game] = [each.case.game() for each in diagrams() if each.case.id == "cxaref-20"]
    ruling = judge(game, RuleOptions("cxa"))
    assert ruling is not None

    told = tell_plies(ruling, lambda ply: game.position_at(ply).board, "zh-Hans")

    assert [each.plies for each in told] == [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
    assert told[1].text == "车3进8：将（24.1）。"
    assert told[3].text.startswith("车3退8：捉，8路黑炮捉九路红车，无根（24.3）。手段：炮8平1。")
    assert "3路黑车对六路红炮，吃后立即被将死（24.3）。" in told[3].text
