"""What is answered about a game, as fields of a JSON line: a ruling, or repeated passages."""

from collections.abc import Iterator
from typing import NamedTuple

from xiangqi_server.game.rules.adjudication.adjudication import banned_moves
from xiangqi_server.game.rules.adjudication.records import to_record
from xiangqi_server.game.rules.adjudication.repetitions_in import Passage
from xiangqi_server.game.rules.board.encoding import origin_of, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import BannedMove, Ending, Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ban, tell_plies, tell_ruling
from xiangqi_server.wire.terms import Language


def answer_to(
    content: dict[str, object],
    game: Game,
    ruling: Ruling | None,
    terms: RuleOptions,
    language: Language,
) -> dict[str, object]:
    """What a rule set says of a game."""
    head = {"id": content["id"]} if "id" in content else {}
    bans = () if ruling else told_bans(game, terms, language)
    fields = _ruling_fields(ruling, language, bans)
    return {**head, "ruleset": terms.name, **fields, **_told_fields(game, ruling, language)}


class ToldBan(NamedTuple):
    """A move that may not be played, as four characters, by which clause, and why."""

    move: str
    clause: str
    text: str


def told_bans(game: Game, terms: RuleOptions, language: Language) -> tuple[ToldBan, ...]:
    """What a rule set bans at the end of a game, in the order of the moves."""
    return tuple(
        sorted(
            ToldBan(
                uci_of(move),
                ban.clause,
                tell_ban(
                    BannedMove(move, game.board[origin_of(move)], ban.reason, ban.clause),
                    game.position,
                    terms.name,
                    language,
                ),
            )
            for move, ban in banned_moves(game, terms).items()
        )
    )


def _told_fields(game: Game, ruling: Ruling | None, language: Language) -> dict[str, object]:
    """Under the Chinese rules: what is said of each ply, and what speaks for an arbiter."""
    if ruling is None or ruling.evidence is None:
        return {}
    told = tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
    fields: dict[str, object] = {}
    if told:
        fields["told"] = [{"plies": item.plies, "text": item.text} for item in told]
    if ruling.evidence.doubts:
        fields["doubts"] = [to_record(doubt) for doubt in ruling.evidence.doubts]
    return fields


def _ruling_fields(
    ruling: Ruling | None, language: Language, bans: tuple[ToldBan, ...] = ()
) -> dict[str, object]:
    """The fields of a ruling in an answer, or of the bans where there is no ruling."""
    forbidden = [ban.move for ban in bans]
    if ruling is None:
        return {
            "verdict": "none",
            "winner": None,
            "reason": "banned_moves" if bans else "game_goes_on",
            "clause": bans[0].clause if bans else None,
            "forbidden": forbidden,
            "plies": [],
            "text": " ".join(ban.text for ban in bans),
        }
    is_ruled = ruling.ending is not Ending.CHECKMATE
    winner = ruling.winner if is_ruled else None
    return {
        "verdict": ruling.verdict if is_ruled else "none",
        "winner": None if winner is None else winner.name.lower(),
        "reason": ruling.ending.value,
        "clause": ruling.clause,
        "forbidden": forbidden,
        "plies": [] if ruling.evidence is None else [to_record(p) for p in ruling.evidence.plies],
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
        yield span | ruling_fields(passage.ruling, language)


def ruling_fields(ruling: Ruling | None, language: Language) -> dict[str, object]:
    """A ruling without its plies."""
    fields = _ruling_fields(ruling, language)
    return {key: value for key, value in fields.items() if key != "plies"}
