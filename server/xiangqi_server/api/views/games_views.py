"""What games in lists look like to a reader: names stand for ids."""

from typing import Final, cast

from xiangqi_server.aggregates.room.speed import Speed, speed_of
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import clock_name
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.room.rulings import outcome_view
from xiangqi_server.api.views.boards import position_of
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.read_model.game_rows import GameRow
from xiangqi_server.wire import parts
from xiangqi_server.wire.server import Board
from xiangqi_server.wire.terms import ClockName, Language

_HIDDEN: Final = (None, None)


def game_info(
    room: str, row: GameRow, watchers: int, names: NameOf, board: Board | None = None
) -> parts.GameInfo:
    """A game in a list; of one that is played, with its board if that is known."""
    is_live = row.is_live
    red = shown_rating((row.red_points, row.red_change), row.red, names)
    black = shown_rating((row.black_points, row.black_change), row.black, names)
    (red_points, red_change), (black_points, black_change) = red or _HIDDEN, black or _HIDDEN
    return parts.GameInfo(
        room=room,
        red=player_ref(row.red, names),
        black=player_ref(row.black, names),
        red_points=red_points,
        black_points=black_points,
        red_change=red_change,
        black_change=black_change,
        rules=row.rules,
        speed=Speed(row.speed),
        rated=row.rated,
        opened_at_ms=row.opened_ms,
        ended_at_ms=None if is_live else row.ended_ms,
        winner=None if row.winner is None else side_name(row.winner),
        ending=None if is_live else row.ending,
        plies=None if is_live else row.plies,
        opening=row.opening,
        fen=row.fen,
        watchers=watchers,
        clock=cast("ClockName", row.clock) if row.clock else None,
        tournament=row.tournament,
        result=row.result,
        delay_ms=row.delay_ms if is_live else 0,
        now=None if board is None else position_of(board),
    )


def my_game(
    room: Room, player: str, now_ms: int, names: NameOf, language: Language
) -> parts.MyGame | None:
    """A game as one of its players finds it among all of them; None if it is not the player's."""
    you = room.seats.side_of(player)
    if you is None:
        return None
    opponent = room.seats.of(you.opponent)
    mover, faces = room.game.to_move, room.faces(now_ms)
    is_playing = room.status is Status.PLAYING
    is_timed = is_playing and faces.flag_at_ms is not None
    return parts.MyGame(
        room=room.id,
        you=side_name(you),
        opponent=None if opponent is None else player_ref(opponent, names),
        status="over" if room.status is Status.OVER else "playing" if is_playing else "waiting",
        your_turn=is_playing and mover is you,
        speed=speed_of(room.terms.clock),
        rated=room.terms.rated,
        plies=room.game.ply,
        last=room.score[room.game.ply - 1] if room.game.ply else None,
        fen=write_fen(room.game.position),
        left_ms=faces.sides[mover].left_ms if is_timed else None,
        flag_at_ms=faces.flag_at_ms if is_playing else None,
        at_ms=now_ms,
        outcome=None if room.outcome is None else outcome_view(room, room.outcome, language),
        clock=cast("ClockName", clock_name(room.terms.clock)),
    )


def urgency(game: parts.MyGame) -> tuple[bool, bool, int, str]:
    """The order of a player's games: their turn first, and there the least time left."""
    return (not game.your_turn, game.flag_at_ms is None, game.flag_at_ms or 0, game.room)
