"""What the pairing of a round and the results of its games do to a tournament."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from server.rules.board.encoding import Side
from server.tournaments.messages import GameSettled, RoundPaired
from server.tournaments.rounds import is_at_once
from server.tournaments.sheet import SheetGame, with_game
from server.tournaments.state import (
    Entrant,
    GameResult,
    OpenPair,
    Round,
    Tournament,
    TournamentGame,
    performance_in,
)

BYE_POINTS: Final = 2


def paired(tournament: Tournament, event: RoundPaired) -> Tournament:
    """The tournament once a round is paired; where pairs are free, its games are still to come."""
    if tournament.is_free:
        pairs = ((game.room, OpenPair(game.red, game.black)) for game in event.games)
        rounds = (*tournament.rounds, Round(event.games))
        return replace(tournament, open_pairs=tournament.open_pairs.set_all(pairs), rounds=rounds)
    games = tournament.games.set_all(
        (game.room, TournamentGame(game.red, game.black)) for game in event.games
    )
    changed: dict[str, Entrant] = {}
    for game in event.games:
        for player in (game.red, game.black):
            changed[player] = tournament.entrants[player]._replace(room=game.room)
    for player in event.byes:
        changed[player] = _with_bye(tournament.entrants[player])
    after = tournament.with_entrants(*changed.values())
    done = (*tournament.rounds, Round(event.games, event.byes))
    return replace(after, games=games, rounds=done, byes=(), tick_at_ms=None)


def _with_bye(entrant: Entrant) -> Entrant:
    bye = SheetGame(0, Side.RED, 2, BYE_POINTS, unplayed=True)
    sheet = with_game(entrant.sheet, bye)
    return entrant._replace(score=entrant.score + BYE_POINTS, sheet=sheet)


def settled(tournament: Tournament, event: GameSettled) -> Tournament:
    """The tournament once a game of a round is over, or one that never began is ruled."""
    room, left, open_pairs = event.room, tournament.games, tournament.open_pairs
    game: TournamentGame | OpenPair
    if room in left:
        game, left = left[room], left.without([room])
    else:
        game, open_pairs = open_pairs[room], open_pairs.without([room])
    result = result_of(game, event)
    others = left if is_at_once(tournament) else {}
    red, black = tournament.entrants[game.red], tournament.entrants[game.black]
    after = tournament.with_entrants(
        _scored(red, black, Side.RED, result, _other_room(others, red, room)),
        _scored(black, red, Side.BLACK, result, _other_room(others, black, room)),
    )
    results = tournament.results.set(room, result)
    return replace(after, games=left, open_pairs=open_pairs, results=results)


def result_of(game: TournamentGame | OpenPair, event: GameSettled) -> GameResult:
    """How a game ended for the table: a player who did not come has lost to one who did.

    A game that neither came to brings nobody a point; one that both agreed to call off, or to draw
    before it was played, is a draw.
    """
    absent = tuple(player for player in (game.red, game.black) if player in event.absent)
    if len(absent) == 1:
        winner = game.black if absent == (game.red,) else game.red
        return GameResult(winner, absent, event.opened)
    return GameResult(None if absent else event.winner, absent, event.opened)


def _other_room(others: Mapping[str, TournamentGame], entrant: Entrant, over: str) -> str:
    """The room in which an entrant still plays, of `others` if there are many; "" for none."""
    if entrant.room != over:
        return entrant.room
    rooms = (room for room, game in others.items() if entrant.player in (game.red, game.black))
    return next(rooms, "")


def _scored(
    entrant: Entrant, opponent: Entrant, side: Side, result: GameResult, room: str
) -> Entrant:
    points = result.points_of(entrant.player)
    played = not result.absent
    game = SheetGame(opponent.number, side, points, points, unplayed=not played)
    return entrant._replace(
        room=room,
        score=entrant.score + points,
        sheet=with_game(entrant.sheet, game),
        played=entrant.played + played,
        performance_sum=entrant.performance_sum + performance_in(opponent, points) * played,
    )


def recounted(tournament: Tournament) -> Tournament:
    """The tournament with what all results brought each player counted anew, by round."""
    counted = {
        entrant.player: entrant._replace(score=0, sheet=b"", played=0, performance_sum=0)
        for entrant in tournament.entrants.values()
    }
    for round_ in tournament.rounds:
        for player in round_.byes:
            counted[player] = _with_bye(counted[player])
        for game in round_.games:
            result = tournament.results.get(game.room)
            if result is None:
                continue
            red, black = counted[game.red], counted[game.black]
            counted[game.red] = _scored(red, black, Side.RED, result, red.room)
            counted[game.black] = _scored(black, red, Side.BLACK, result, black.room)
    return tournament.with_entrants(*counted.values())
