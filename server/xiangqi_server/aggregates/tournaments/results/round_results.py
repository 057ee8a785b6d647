"""What the pairing of a round and the results of its games do to a tournament."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

from xiangqi_server.aggregates.tournaments.actions import Conduct, RuleGameAction
from xiangqi_server.aggregates.tournaments.messages import GameSettled, PairedGame, RoundPaired
from xiangqi_server.aggregates.tournaments.sheet import SheetGame, with_game
from xiangqi_server.aggregates.tournaments.state import (
    AskedBye,
    Entrant,
    GameResult,
    GivenBye,
    OpenPair,
    Round,
    Tournament,
    TournamentGame,
    performance_in,
)
from xiangqi_server.game.rules.board.encoding import Side

BYE_POINTS: Final = 2


def paired(tournament: Tournament, event: RoundPaired) -> Tournament:
    """The tournament once a round is paired."""
    games = tournament.games.set_all(
        (game.room, TournamentGame(game.red, game.black)) for game in event.games
    )
    changed: dict[str, Entrant] = {}
    for game in event.games:
        for player in (game.red, game.black):
            changed[player] = tournament.entrants[player]._replace(room=game.room)
    given = tuple(bye for bye in tournament.next_byes if bye.player in event.byes)
    left_over = set(event.byes).difference(bye.player for bye in given)
    round_ = Round(event.games, tuple(who for who in event.byes if who in left_over), given)
    for player, points in byes_of(round_):
        changed[player] = _with_bye(tournament.entrants[player], points)
    after = tournament.with_entrants(*changed.values())
    done = (*tournament.rounds, round_)
    asked = tuple(bye for bye in tournament.asked_byes if bye.round > len(done))
    return replace(
        after,
        games=games,
        rounds=done,
        byes=(),
        asked_byes=asked,
        tick_at_ms=None,
        round_starts_ms=0,
    )


def byes_of(round_: Round) -> tuple[GivenBye, ...]:
    """The byes of a round, with the points of each."""
    return (*(GivenBye(player, BYE_POINTS) for player in round_.byes), *round_.given)


def _with_bye(entrant: Entrant, points: int) -> Entrant:
    if not points:
        return entrant
    bye = SheetGame(0, Side.RED, points, points, unplayed=True)
    return entrant._replace(score=entrant.score + points, sheet=with_game(entrant.sheet, bye))


def with_missed_rounds(
    tournament: Tournament, entrant: Entrant, points: int
) -> tuple[Tournament, Entrant]:
    """A tournament and a new entrant, with some points for each round missed."""
    if not points:
        return tournament, entrant
    missed = GivenBye(entrant.player, points)
    rounds = tuple(round_._replace(given=(*round_.given, missed)) for round_ in tournament.rounds)
    for _ in rounds:
        entrant = _with_bye(entrant, points)
    return replace(tournament, rounds=rounds), entrant


def with_bye_in(tournament: Tournament, number: int, bye: GivenBye, *, on: bool) -> Tournament:
    """A tournament in which a round that was paired brings a player a bye, or none."""
    round_ = tournament.rounds[number - 1]
    others = tuple(known for known in round_.given if known.player != bye.player)
    changed = round_._replace(given=(*others, bye) if on else others)
    rounds = (*tournament.rounds[: number - 1], changed, *tournament.rounds[number:])
    return recounted(replace(tournament, rounds=rounds), {bye.player})


def settled(
    tournament: Tournament, event: GameSettled, at_ms: int = 0, *, is_at_once: bool = False
) -> Tournament:
    """The tournament once a game of a round is over, or one that never began is ruled.

    Args:
        at_ms: when that was; it is kept where an arbiter wrote the result down.
        is_at_once: a player may have other games at the same time.
    """
    room, left, open_pairs = event.room, tournament.games, tournament.open_pairs
    game: TournamentGame | OpenPair
    if room in left:
        game, left = left[room], left.without([room])
    else:
        game, open_pairs = open_pairs[room], open_pairs.without([room])
    result = result_of(game, event)
    if event.by:
        result = result._replace(by=event.by, at_ms=at_ms)
    others = left if is_at_once else {}
    red, black = tournament.entrants[game.red], tournament.entrants[game.black]
    after = tournament.with_entrants(
        _scored(red, black, Side.RED, result, _other_room(others, red, room)),
        _scored(black, red, Side.BLACK, result, _other_room(others, black, room)),
    )
    results = tournament.results.set(room, result)
    return replace(after, games=left, open_pairs=open_pairs, results=results)


def result_of(game: PairedGame | TournamentGame | OpenPair, event: GameSettled) -> GameResult:
    """How a game ended for the table: a missing player has lost to one that came.

    A game to which neither came brings no points. One that both agreed to call off, or to draw
    before it was played, is a draw.
    """
    absent = tuple(player for player in (game.red, game.black) if player in event.absent)
    if len(absent) == 1:
        winner = game.black if absent == (game.red,) else game.red
        return GameResult(winner, absent, event.opened)
    return GameResult(None if absent else event.winner, absent, event.opened, event.lost)


def conduct_of(result: GameResult | None, winner: str | None) -> Conduct:
    """What a ruling is that names a winner alone: as the game stands, where that can be."""
    if result is None:
        return "played"
    if result.absent and (winner is not None or result.winner is None):
        return "forfeit"
    return "lost" if result.lost and winner is None else "played"


def ruled(
    game: PairedGame | TournamentGame | OpenPair,
    action: RuleGameAction,
    *,
    opened: bool = True,
    by: str = "",
) -> GameSettled:
    """The end of a game by a ruling; a forfeit without a winner is one of both.

    Args:
        by: at a real board, the player that writes it down.
    """
    is_forfeit = action.how == "forfeit"
    losers = tuple(who for who in (game.red, game.black) if is_forfeit and who != action.winner)
    return GameSettled(
        action.room,
        action.winner,
        counts=not is_forfeit,
        absent=losers,
        opened=opened,
        lost=action.how == "lost",
        by=by,
    )


def with_ruling(tournament: Tournament, action: RuleGameAction) -> Tournament:
    """The tournament with another result of a game of a round that is over."""
    before = tournament.results[action.room]
    after = result_ruled(_game_in(tournament, action.room), action, before)
    corrected = replace(tournament, results=tournament.results.set(action.room, after))
    return recounted(corrected, players_of(corrected, action.room))


def players_of(tournament: Tournament, room: str) -> frozenset[str]:
    """The two players of a game of a round."""
    game = _game_in(tournament, room)
    return frozenset((game.red, game.black))


def _game_in(tournament: Tournament, room: str) -> PairedGame:
    games = (game for round_ in reversed(tournament.rounds) for game in round_.games)
    return next(game for game in games if game.room == room)


def taken_back(tournament: Tournament, room: str) -> Tournament:
    """The tournament in which a game of the latest round has no result yet."""
    game = _game_in(tournament, room)
    both = (game.red, game.black)
    playing = [tournament.entrants[player]._replace(room=room) for player in both]
    after = replace(
        tournament.with_entrants(*playing),
        results=tournament.results.without([room]),
        games=tournament.games.set(room, TournamentGame(*both)),
        tick_at_ms=None,
    )
    return recounted(after, both)


def unpaired(tournament: Tournament) -> Tournament:
    """The tournament without its latest round, whose given byes are asked for again."""
    number, last = len(tournament.rounds), tournament.rounds[-1]
    rooms = [game.room for game in last.games]
    players = {who for game in last.games for who in (game.red, game.black)}
    free = [tournament.entrants[player]._replace(room="") for player in players]
    asked = (AskedBye(number, bye.player, bye.points) for bye in last.given)
    after = replace(
        tournament.with_entrants(*free),
        rounds=tournament.rounds[:-1],
        games=tournament.games.without(room for room in rooms if room in tournament.games),
        results=tournament.results.without(room for room in rooms if room in tournament.results),
        asked_byes=(*tournament.asked_byes, *asked),
        tick_at_ms=None,
        round_starts_ms=0,
    )
    return recounted(after, players.union(bye.player for bye in byes_of(last)))


def result_ruled(
    game: PairedGame | TournamentGame, action: RuleGameAction, before: GameResult
) -> GameResult:
    """The result that a ruling makes of the one before."""
    after = result_of(game, ruled(game, action, opened=before.opened))
    return after._replace(rulings=before.rulings + 1, by=before.by, at_ms=before.at_ms)


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


def recounted(
    tournament: Tournament, players: Collection[str], rounds: Iterable[Round] | None = None
) -> Tournament:
    """The tournament with what all results brought some players counted anew, by round.

    Args:
        rounds: the games in their order; None for the rounds of the tournament.
    """
    counted = {
        player: tournament.entrants[player]._replace(
            score=0, sheet=b"", played=0, performance_sum=0
        )
        for player in players
    }
    for round_ in tournament.rounds if rounds is None else rounds:
        for player, points in byes_of(round_):
            if player in counted:
                counted[player] = _with_bye(counted[player], points)
        for game in round_.games:
            for player, other, side in (
                (game.red, game.black, Side.RED),
                (game.black, game.red, Side.BLACK),
            ):
                result = tournament.results.get(game.room) if player in counted else None
                if result is not None:
                    own, opponent = counted[player], tournament.entrants[other]
                    counted[player] = _scored(own, opponent, side, result, own.room)
    return tournament.with_entrants(*counted.values())
