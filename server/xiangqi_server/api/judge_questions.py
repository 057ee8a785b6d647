"""What a message about a line asks of each rule set, once it is known to make sense."""

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_text import rules_in
from xiangqi_server.api.lines import JudgeQuestion
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES
from xiangqi_server.game.rules.rulesets.base import NATURAL_LIMITS
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.wire.client import JudgeLine
from xiangqi_server.wire.terms import Language


def judge_questions(message: JudgeLine, language: Language, asked_by: str) -> list[JudgeQuestion]:
    """A question for each rule set of a message, in its order.

    Raises:
        Refused: UNKNOWN_RULES or BAD_MESSAGE.
    """
    agreed = rules_in(message.terms)
    detail = f"There are no such terms as {message.terms!r}."
    is_known = agreed is not None or not message.terms
    require(is_known, CommonRefusal.BAD_MESSAGE, detail)
    own = agreed or RuleTerms()
    names = list(dict.fromkeys((message.rules or own.name).split(",")))
    for name in names:
        require(name in RULE_SET_NAMES, RoomRefusal.UNKNOWN_RULES, f"There are no {name!r}.")
    _require_counts(message)
    return [
        JudgeQuestion(
            message.fen,
            message.moves,
            name,
            message.occurrences,
            language,
            asked_by,
            entering=message.entering,
            limit=message.limit,
            agreed=agreed,
        )
        for name in names
    ]


def _require_counts(message: JudgeLine) -> None:
    detail = "The first occurrence is no repetition: 0, or 2 to 9."
    require(message.occurrences != 1, CommonRefusal.BAD_MESSAGE, detail)
    detail = f"There is no natural limit of {message.limit} moves."
    known = {None, *NATURAL_LIMITS}
    require(message.limit in known, CommonRefusal.BAD_MESSAGE, detail)
