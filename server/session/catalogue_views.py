"""What rows of games, ratings and the ladder look like to a reader: names stand for ids."""

from typing import cast

from server.catalogue.rows import GameRow
from server.ladder.state import Ladder, OpenChallenge, Step
from server.players.standing import Standings, Strength
from server.room.speed import speed_of
from server.room.state import Room, Status
from server.rules.board import Side
from server.rules.fen import write_fen
from server.session.naming import NameOf, player_ref
from server.session.part_views import move_line, outcome_view, side_name
from server.wire import parts
from server.wire.terms import Language, SpeedName


def game_info(room: str, row: GameRow, watchers: int, names: NameOf) -> parts.GameInfo:
    """A game in a list."""
    is_live = row.is_live
    return parts.GameInfo(
        room=room,
        red=player_ref(row.red, names),
        black=player_ref(row.black, names),
        red_points=row.red_points,
        black_points=row.black_points,
        red_change=row.red_change,
        black_change=row.black_change,
        rules=row.rules,
        speed=speed_name(row.speed),
        rated=row.rated,
        opened_at_ms=row.opened_ms,
        ended_at_ms=None if is_live else row.ended_ms,
        winner=None if row.winner is None else side_name(row.winner),
        ending=None if is_live else row.ending,
        plies=row.plies,
        opening=row.opening,
        fen=row.fen,
        watchers=watchers,
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
    face = faces.red if mover is Side.RED else faces.black
    is_playing = room.status is Status.PLAYING
    is_timed = is_playing and faces.flag_at_ms is not None
    return parts.MyGame(
        room=room.id,
        you=side_name(you),
        opponent=None if opponent is None else player_ref(opponent, names),
        status="over" if room.status is Status.OVER else "playing" if is_playing else "waiting",
        your_turn=is_playing and mover is you,
        speed=speed_name(speed_of(room.terms.clock).value),
        rated=room.terms.rated,
        plies=room.game.ply,
        last=move_line(room.score[room.game.ply - 1]) if room.game.ply else None,
        fen=write_fen(room.game.position),
        left_ms=face.left_ms if is_timed else None,
        flag_at_ms=faces.flag_at_ms if is_playing else None,
        at_ms=now_ms,
        outcome=None if room.outcome is None else outcome_view(room.outcome, language),
    )


def urgency(game: parts.MyGame) -> tuple[bool, bool, int, str]:
    """By what one's games are sorted: one's own turn first, and there the least time left."""
    return (not game.your_turn, game.flag_at_ms is None, game.flag_at_ms or 0, game.room)


def speed_ratings(standings: Standings, now_ms: int) -> list[parts.SpeedRating]:
    """A player's ratings, by speed."""
    return [
        parts.SpeedRating(
            speed=speed_name(speed),
            points=round(standing.rating.points),
            deviation=round(standings.rating_now(speed, now_ms).deviation),
            provisional=standings.rating_now(speed, now_ms).is_provisional,
            games=standing.games,
            last_at_ms=standing.last_ms,
            won=standing.won,
            drawn=standing.drawn,
            lost=standing.lost,
        )
        for speed, standing in sorted(standings.by_speed.items())
    ]


def ranked(rank: int, player: str, strength: Strength, names: NameOf) -> parts.Ranked:
    """A player in a leaderboard; `rank` from 0."""
    return parts.Ranked(rank + 1, player_ref(player, names), round(strength.points), strength.games)


def rung_view(ladder: Ladder, number: int, names: NameOf) -> parts.LadderRung:
    """A place on the ladder; `number` from 0."""
    rung = ladder.rungs[number]
    is_challenged = ladder.challenge_of(rung.player) is not None
    return parts.LadderRung(
        number + 1, player_ref(rung.player, names), is_challenged, rung.played_ms
    )


def challenge_view(one: OpenChallenge, names: NameOf) -> parts.LadderChallenge:
    """A challenge on the ladder."""
    return parts.LadderChallenge(
        by=player_ref(one.player, names),
        to=player_ref(one.opponent, names),
        until_ms=one.until_ms or None,
        room=None if one.until_ms else one.id,
    )


def step_view(step: Step, names: NameOf) -> parts.LadderChange:
    """What happened on the ladder."""
    other = None if step.other is None else player_ref(step.other, names)
    return parts.LadderChange(
        step.at_ms, step.what, player_ref(step.player, names), other, step.rung + 1
    )


def speed_name(speed: str) -> SpeedName:
    """A speed as it travels: a value of `room.speed.Speed`."""
    return cast("SpeedName", speed)
