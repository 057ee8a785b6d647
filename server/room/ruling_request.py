"""What a room has worked out off the loop, and how that is answered.

Under rules that search (`DOUBTING`) these are the moves and takebacks after which a position
has recurred. The question is the game as it would be, and its rules, so the
answer is the same wherever it is found.
"""

from msgspec import Struct
from msgspec.structs import replace

from server.aggregate.refusal import Refused
from server.room.messages import AcceptOffer, OfferKind, PlayMove, RoomCommand, WithRuling
from server.room.playing import read_text
from server.room.rulings import consequence, verdict
from server.room.state import Room, Status
from server.room.takebacks import plies_back
from server.room.terms import Rules
from server.rules.board.encoding import Move
from server.rules.game.game import Game
from server.rules.rulesets import DOUBTING


class RulingRequest(Struct, frozen=True):
    """What follows from the last of these moves.

    Fields:
        fen: the start.
        moves: the game so far and the move asked about; of a takeback the shorter game.
        is_takeback: the last move was played before, and is allowed.
        premove: it must not lose by repetition.
        asked_by: the player whose command it is; the answer does not depend on it.
    """

    fen: str
    moves: tuple[int, ...]
    rules: Rules
    is_takeback: bool = False
    premove: bool = False
    asked_by: str = ""


def may_ask(room: Room) -> bool:
    """Whether the rules of a room may need long to work something out."""
    return room.terms.rules.name in DOUBTING and room.status is Status.PLAYING


def question(room: Room, command: RoomCommand) -> RulingRequest | None:
    """What has to be worked out before a command is decided; None if nothing has."""
    if not may_ask(room):
        return None
    match command:
        case PlayMove():
            after = _after(room, command)
            return None if after is None else _asked(room, after, command, premove=command.premove)
        case AcceptOffer(what=OfferKind.TAKEBACK):
            offer = room.offers.of(OfferKind.TAKEBACK)
            if offer is None or room.game.ply < plies_back(room, offer.side):
                return None
            shorter = room.game.back_to(room.game.ply - plies_back(room, offer.side))
            return _asked(room, shorter, command, is_takeback=True)
        case _:
            return None


def with_answer(command: RoomCommand, ruling: WithRuling) -> RoomCommand:
    """The command with the answer to its question."""
    if isinstance(command, PlayMove | AcceptOffer):
        return replace(command, ruling=ruling)
    return command


def answer(asked: RulingRequest) -> WithRuling:
    """What the rules say."""
    game = Game.start(asked.fen)
    for move in asked.moves[: None if asked.is_takeback else -1]:
        game = game.play(Move(move))
    if asked.is_takeback:
        return WithRuling(verdict(game, asked.rules))
    last = Move(asked.moves[-1])
    try:
        follows = consequence(game, asked.rules, last, premove=asked.premove)
    except Refused as refused:
        return WithRuling(refusal=refused.code, detail=refused.detail)
    return WithRuling(follows)


def _after(room: Room, command: PlayMove) -> Game | None:
    """The game after a move that may be played now; None for one that will be refused."""
    game = room.game
    if command.ply != game.ply or room.seats.side_of(command.by) is not game.to_move:
        return None
    try:
        return game.play(read_text(game, command.text))
    except Refused:
        return None


def _asked(
    room: Room,
    game: Game,
    command: PlayMove | AcceptOffer,
    *,
    is_takeback: bool = False,
    premove: bool = False,
) -> RulingRequest | None:
    """The question about a game, if a position has recurred in it.

    If moves are forbidden, a move that cannot be undone may be forbidden too.
    """
    if not (_recurs(game) or (room.terms.rules.forbid and _recurs(room.game))):
        return None
    rules, by = room.terms.rules, command.by
    return RulingRequest(game.start_fen, game.moves, rules, is_takeback, premove, by)


def _recurs(game: Game) -> bool:
    """Whether a position has recurred since the last move that cannot be undone."""
    positions = game.positions_since(game.reversible_since)
    return len(set(positions)) < len(positions)
