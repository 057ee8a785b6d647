"""What a room has worked out off the loop, and how that is answered.

A room decides on terms that allow no search. What cannot be decided so is asked about: the
question is the game as it would be, and its rules, so the answer is the same wherever it is
found. Whether a command is of that sort is not guessed from the game: it is tried, and the
rules say so (`NeedsSearch`).
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.decisions.playing import read_text
from xiangqi_server.aggregates.room.decisions.rulings import consequence, on_loop, verdict
from xiangqi_server.aggregates.room.decisions.takebacks import plies_back
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    OfferKind,
    PlayMove,
    RoomCommand,
    WithRuling,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import DOUBTING, NeedsSearch
from xiangqi_server.kernel.aggregate.refusal import Refused


class RulingRequest(Struct, frozen=True):
    """What follows from the last of these moves.

    Fields:
        fen: the start.
        moves: the game so far and the move asked about; of a takeback the shorter game.
        is_takeback: the last move was played before, and is allowed.
        premove: it must not lose by repetition.
        asked_by: the players of the game, the one whose command it is first; the answer does
            not depend on them.
    """

    fen: str
    moves: tuple[int, ...]
    rules: RuleTerms
    is_takeback: bool = False
    premove: bool = False
    asked_by: tuple[str, ...] = ()

    def by_nobody(self) -> "RulingRequest":
        """The same question without its asker."""
        return replace(self, asked_by=())


def may_ask(room: Room) -> bool:
    """Whether something may have to be worked out for a room: of a repetition, under any rules."""
    return room.status is Status.PLAYING


def asks(command: RoomCommand) -> bool:
    """Whether a command may need that."""
    return isinstance(command, PlayMove | AcceptOffer)


def question(room: Room, command: RoomCommand) -> RulingRequest | None:
    """What has to be worked out before a command is decided; None if nothing has."""
    if not may_ask(room):
        return None
    match command:
        case PlayMove():
            return _of_move(room, command)
        case AcceptOffer(what=OfferKind.TAKEBACK):
            return _of_takeback(room, command)
        case _:
            return None


def with_answer(command: RoomCommand, ruling: WithRuling) -> RoomCommand:
    """The command with the answer to its question."""
    if isinstance(command, PlayMove | AcceptOffer):
        return replace(command, ruling=ruling)
    return command


def answer(asked: RulingRequest) -> WithRuling:
    """What the rules say."""
    terms = rule_terms(asked.rules)
    game = Game.start(asked.fen)
    for move in asked.moves[: None if asked.is_takeback else -1]:
        game = game.play(Move(move))
    if asked.is_takeback:
        return WithRuling(verdict(game, terms))
    last = Move(asked.moves[-1])
    try:
        follows = consequence(game, terms, last, premove=asked.premove)
    except Refused as refused:
        return WithRuling(refusal=refused.code, detail=refused.detail)
    return WithRuling(follows)


def if_away(asked: RulingRequest) -> WithRuling | None:
    """The answer while no process can give it; None for rules that search: it is asked again."""
    return None if asked.rules.name in DOUBTING else answer(asked)


def _of_move(room: Room, command: PlayMove) -> RulingRequest | None:
    """The question about a move that may be played now; None for one that will be refused."""
    game, rules = room.game, room.terms.rules
    if command.ply != game.ply or room.seats.side_of(command.by) is not game.to_move:
        return None
    try:
        move = read_text(game, command.text)
    except Refused:
        return None
    terms = on_loop(rules)
    if not _needs_search(lambda: consequence(game, terms, move, premove=command.premove)):
        return None
    moves = (*game.moves, move)
    return RulingRequest(
        game.start_fen, moves, rules, premove=command.premove, asked_by=_players(room, command.by)
    )


def _of_takeback(room: Room, command: AcceptOffer) -> RulingRequest | None:
    """The question about the game that a takeback leads to."""
    offer, rules = room.offers.of(OfferKind.TAKEBACK), room.terms.rules
    if offer is None or room.game.ply < plies_back(room, offer.side):
        return None
    shorter, terms = room.game.back_to(room.game.ply - plies_back(room, offer.side)), on_loop(rules)
    if not _needs_search(lambda: verdict(shorter, terms)):
        return None
    by = _players(room, command.by)
    return RulingRequest(shorter.start_fen, shorter.moves, rules, is_takeback=True, asked_by=by)


def _players(room: Room, first: str) -> tuple[str, ...]:
    """The players of a room, that one first."""
    return (first, *(player for player in room.seats.taken() if player != first))


def _needs_search(ask: Callable[[], object]) -> bool:
    """Whether an answer of the rules needs a search; a refusal is one that needs none."""
    try:
        ask()
    except NeedsSearch:
        return True
    except Refused:
        pass
    return False
