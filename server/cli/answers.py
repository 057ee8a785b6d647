"""What is answered about a game, as fields of a JSON line: a ruling, or repeated passages."""

from collections.abc import Iterator

from server.rules.adjudication.adjudication import banned_moves
from server.rules.adjudication.records import doubt_record, ply_record
from server.rules.adjudication.repetitions_in import Passage
from server.rules.board.encoding import uci_of
from server.rules.game.game import Game
from server.rules.repetition.ruling import Ending, Ruling
from server.rules.rulesets import RuleTerms
from server.texts.rulings.telling import tell_plies, tell_ruling
from server.wire.terms import Language


def answer_to(
    content: dict[str, object],
    game: Game,
    ruling: Ruling | None,
    terms: RuleTerms,
    language: Language,
) -> dict[str, object]:
    """What a rule set says of a game."""
    head = {"id": content["id"]} if "id" in content else {}
    forbidden = [] if ruling else sorted(uci_of(move) for move in banned_moves(game, terms))
    fields = _ruling_fields(ruling, language, forbidden)
    return {**head, "ruleset": terms.name, **fields, **_told_fields(game, ruling, language)}


def _told_fields(game: Game, ruling: Ruling | None, language: Language) -> dict[str, object]:
    """Under the Chinese rules: what is said of each ply, and what speaks for an arbiter."""
    if ruling is None or ruling.evidence is None:
        return {}
    told = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
    fields: dict[str, object] = {}
    if told:
        fields["told"] = [{"plies": list(item.plies), "text": item.text} for item in told]
    if ruling.evidence.doubts:
        fields["doubts"] = [doubt_record(doubt) for doubt in ruling.evidence.doubts]
    return fields


def _ruling_fields(
    ruling: Ruling | None, language: Language, forbidden: list[str]
) -> dict[str, object]:
    """The fields of a ruling in an answer."""
    if ruling is None:
        return {
            "verdict": "none",
            "winner": None,
            "reason": "banned_moves" if forbidden else "game_goes_on",
            "clause": None,
            "forbidden": forbidden,
            "plies": [],
            "text": "",
        }
    is_ruled = ruling.ending is not Ending.CHECKMATE
    winner = ruling.winner if is_ruled else None
    return {
        "verdict": ruling.verdict if is_ruled else "none",
        "winner": None if winner is None else winner.name.lower(),
        "reason": ruling.ending.value,
        "clause": ruling.clause,
        "forbidden": forbidden,
        "plies": [] if ruling.evidence is None else [ply_record(p) for p in ruling.evidence.plies],
        "text": tell_ruling(ruling, language),
    }


def passage_fields(passages: list[Passage], language: Language) -> Iterator[dict[str, object]]:
    """The repeated passages with our ruling on each."""
    for passage in passages:
        span: dict[str, object] = {
            "first_ply": passage.first_ply,
            "ply": passage.ply,
            "last_ply": passage.last_ply,
            "occurrences": passage.occurrences,
        }
        fields = _ruling_fields(passage.ruling, language, [])
        yield span | {key: value for key, value in fields.items() if key != "plies"}
