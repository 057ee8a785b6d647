"""Pieces, files and moves by their names in a language.

Players name a piece by its side, and a file by the count from the right of the side whose piece
it is.
"""

from collections import Counter
from collections.abc import Iterable

from xiangqi_server.game.rules.board.encoding import FILES, Move, Piece, Side, Square, side_of
from xiangqi_server.game.rules.board.geometry import file_of
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.repetition.evidence import Placed
from xiangqi_server.texts.rulings import sentences as said
from xiangqi_server.texts.rulings.grammar import Grammar


def file_name(square: Square, side: Side, words: Grammar) -> str:
    """A file as the players of a side count it: from their own right."""
    number = FILES - file_of(square) if side is Side.RED else file_of(square) + 1
    return words.say(said.FILE, n=words.numerals[side][number])


def placed_name(placed: Placed, words: Grammar) -> str:
    """A piece with its file."""
    file = file_name(placed.square, side_of(placed.piece), words)
    return words.say(said.PLACED, piece=piece_name(placed.piece, words), file=file)


def piece_name(piece: Piece, words: Grammar) -> str:
    """A piece with its side."""
    side = side_of(piece)
    return words.piece.format(side=words.adjectives[side], piece=role_name(piece, words))


def pieces_named(pieces: Iterable[Piece], words: Grammar) -> str:
    """Some pieces as a list; like ones stand once, with their number."""
    numbers = Counter(pieces)
    return words.listed([_piece_or_several(piece, numbers[piece], words) for piece in numbers])


def _piece_or_several(piece: Piece, number: int, words: Grammar) -> str:
    if number == 1:
        return piece_name(piece, words)
    side, count = words.adjectives[side_of(piece)], words.counts[number - 2]
    return words.several.format(count=count, side=side, piece=role_name(piece, words))


def role_name(piece: Piece, words: Grammar) -> str:
    """A piece without its side."""
    return words.pieces[side_of(piece)][piece & 7]


def line_told(position: Position, line: Iterable[Move], words: Grammar) -> str:
    """A line of moves from a position, as the readers of a language write moves."""
    told = []
    for move in line:
        told.append(words.move(position, move))
        position = position.after(move)
    return words.comma.join(told)
