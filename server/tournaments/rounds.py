"""Tournaments of rounds: how a round is paired, what its results bring, and when the next begins.

The format says who plays whom (`robin`, `swiss`); here is what they have in common. A round is
over with its last game; then, after a break, the next one is paired, or the tournament is over. A
game of somebody who has left is never opened: the other one has won it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final, NamedTuple

from server.room.terms import ClockTerms, Correspondence
from server.room.time_limits import allotted_ms
from server.rules.board.encoding import Side
from server.tournaments import knockout, swiss, teams
from server.tournaments.arena import room_id
from server.tournaments.crosstable import UNDECIDED, crosstable, numbers_of
from server.tournaments.messages import (
    FoundPairing,
    GameSettled,
    MatchesPaired,
    PairedGame,
    RoundPaired,
)
from server.tournaments.plan import Arena, Format, Knockout, Robin, Swiss, TeamRobin
from server.tournaments.robin import pairs_of, round_count
from server.tournaments.sheet import SheetGame, with_game
from server.tournaments.state import (
    Entrant,
    GameResult,
    OpenPair,
    Phase,
    Round,
    Tournament,
    TournamentGame,
    performance_in,
)

LEAST_ENTRANTS: Final = 2
BYE_POINTS: Final = 2
_READY_PART: Final = 3
_LEAST_READY_MS: Final = 60_000
_MOST_READY_MS: Final = 600_000


def show_up_ms(clock: ClockTerms) -> int:
    """How long both may take to come to a game of a round: a third of a side's time, 1 to 10 min.

    By days nobody need come: 0.
    """
    whole_ms = allotted_ms(clock)
    if whole_ms is None:
        return 0
    return max(_LEAST_READY_MS, min(whole_ms // _READY_PART, _MOST_READY_MS))


def round_count_of(tournament: Tournament) -> int:
    """How many rounds there will be, as far as is known; 0 in an arena."""
    match tournament.the_plan.format:
        case Arena():
            return 0
        case Robin(double):
            size = len(tournament.field) or tournament.taking_part
            return round_count(size, double=double)
        case Swiss(rounds):
            return min(rounds, max(1, len(tournament.entrants) - 1))
        case TeamRobin(double=double):
            return teams.round_count_of(tournament, double=double)
        case Knockout():
            size = len(tournament.field) or tournament.taking_part
            return knockout.round_count(size) if size > 1 else 0


def round_of(tournament: Tournament) -> int:
    """The latest round in which games were paired, from 1; 0 before the first."""
    rounds = (
        knockout.round_of(number, len(tournament.field))
        for number, match in tournament.matches.items()
        if match.games
    )
    return max(rounds, default=0) if tournament.is_knockout else len(tournament.rounds)


def are_enough(tournament: Tournament) -> bool:
    """Whether there is anybody to play against."""
    if isinstance(tournament.the_plan.format, TeamRobin):
        return len(teams.field_of(tournament)) >= LEAST_ENTRANTS
    return tournament.taking_part >= LEAST_ENTRANTS


def round_text(tournament: Tournament, room: str) -> str:
    """The round of a game as PGN writes it: `2.1` is the first game of a match; `-` in an arena."""
    for number, match in tournament.matches.items():
        for game_number, game in enumerate(match.games, start=1):
            if game.room == room:
                return f"{knockout.round_of(number, len(tournament.field))}.{game_number}"
    for number, round_ in enumerate(tournament.rounds, start=1):
        if any(game.room == room for game in round_.games):
            return str(number)
    return "-"


def break_ms(tournament: Tournament) -> int:
    """How long it takes from the end of a round to the next."""
    format_ = tournament.the_plan.format
    return 0 if isinstance(format_, Arena | Knockout) else format_.break_s * 1_000


def is_at_once(tournament: Tournament) -> bool:
    """All rounds are paired at the start: a round robin by days, or one whose pairs are free."""
    plan = tournament.the_plan
    is_by_days = isinstance(plan.terms.clock, Correspondence)
    return tournament.is_free or (isinstance(plan.format, Robin) and is_by_days)


def takes_late(tournament: Tournament) -> bool:
    """Whether a running tournament may still be entered: a Swiss one, up to half its rounds."""
    is_swiss = isinstance(tournament.the_plan.format, Swiss)
    return is_swiss and 2 * len(tournament.rounds) <= round_count_of(tournament)


def pairing(tournament: Tournament, found: FoundPairing | None = None) -> tuple[RoundPaired, ...]:
    """The next round, or all of them; none if there is no pairing any more.

    Args:
        found: what was found for a Swiss round as it is to be paired now.
    """
    first = len(tournament.rounds) + 1
    if isinstance(tournament.the_plan.format, Robin):
        last = round_count_of(tournament) if is_at_once(tournament) else first
        return tuple(_robin_round(tournament, number) for number in range(first, last + 1))
    if isinstance(tournament.the_plan.format, TeamRobin):
        line_up = teams.line_up(tournament, first, tournament.the_plan.format.boards)
        games = _games(tournament, first, list(line_up.pairs))
        return (RoundPaired(first, games, line_up.byes),)
    return _swiss_round(tournament, first, found)


def _robin_round(tournament: Tournament, number: int) -> RoundPaired:
    pairs, byes = pairs_of(tournament.field, number)
    byes = () if tournament.is_free else byes  # everybody would have one
    return RoundPaired(number, _games(tournament, number, pairs), byes)


class SwissQuestion(NamedTuple):
    """What the pairing of the next Swiss round depends on.

    Fields:
        players: those who can be paired.
        free: who was given a bye.
        last_points, to_come: see `swiss.paired`.
    """

    players: list[swiss.SwissPlayer]
    free: tuple[str, ...]
    last_points: int | None
    to_come: int


def swiss_question(tournament: Tournament) -> SwissQuestion:
    """Who is to be paired with whom."""
    present = {
        entrant.player
        for entrant in tournament.entrants.values()
        if not entrant.has_left and not entrant.is_paused
    }
    free = sorted(present.intersection(tournament.byes))
    here = present.difference(free)
    numbers = {who: own for who, own in numbers_of(tournament).items() if who in here}
    players = swiss.players_of(crosstable(tournament), numbers)
    number = len(tournament.rounds) + 1
    to_come = round_count_of(tournament) - number
    return SwissQuestion(players, tuple(free), None if to_come else number - 1, to_come)


def _swiss_round(
    tournament: Tournament, number: int, known: FoundPairing | None
) -> tuple[RoundPaired, ...]:
    asked = swiss_question(tournament)
    if len(asked.players) < LEAST_ENTRANTS:
        return ()
    found: swiss.SwissRound | None
    if known is None:
        found = swiss.paired(asked.players, tournament.apart, asked.last_points, asked.to_come)
    else:
        is_none = not known.is_possible
        found = None if is_none else swiss.SwissRound(list(known.pairs), known.byes)
    if found is None:
        return ()
    byes = (*found.byes, *asked.free)
    return (RoundPaired(number, _games(tournament, number, found.pairs), byes),)


def _games(
    tournament: Tournament, number: int, pairs: list[tuple[str, str]]
) -> tuple[PairedGame, ...]:
    """The games of pairs; the id of a room follows from where the log stands."""
    seeds = (
        sha256(f"{tournament.id}:{tournament.version}:{number}:{board}".encode()).digest()
        for board in range(len(pairs))
    )
    return tuple(
        PairedGame(room_id(seed), red, black)
        for seed, (red, black) in zip(seeds, pairs, strict=True)
    )


def walkovers(
    tournament: Tournament, paired: RoundPaired | MatchesPaired
) -> tuple[GameSettled, ...]:
    """The results of games of those who have left, which are never opened."""
    found = []
    for game in paired.games:
        gone = tuple(
            player for player in (game.red, game.black) if tournament.entrants[player].has_left
        )
        if gone:
            found.append(GameSettled(game.room, None, counts=False, absent=gone, opened=False))
    return tuple(found)


# What events do.


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
    """How a game ended for the table: who did not come has lost it, to whoever did.

    One that was called off by both, or given up as a draw before it was played, is a draw.
    """
    absent = tuple(player for player in (game.red, game.black) if player in event.absent)
    if len(absent) == 1:
        winner = game.black if absent == (game.red,) else game.red
        return GameResult(winner, absent, event.opened)
    return GameResult(None if absent else event.winner, absent, event.opened)


def game_of(tournament: Tournament, room: str) -> PairedGame | TournamentGame | None:
    """The game in a room, be it played or of a round that was paired; None for none."""
    playing = tournament.games.get(room)
    if playing is not None:
        return playing
    rounds = (game for round_ in tournament.rounds for game in round_.games)
    return next((game for game in rounds if game.room == room), None)


def opponents_of(tournament: Tournament, player: str) -> frozenset[str]:
    """Whom a player meets now, or next as far as that is known."""
    games = (game for game in tournament.games.values() if player in (game.red, game.black))
    now = {who for game in games for who in (game.red, game.black)}
    return frozenset(now | knockout.next_opponents_of(tournament, player)) - {player}


def rivals_of(tournament: Tournament, player: str) -> frozenset[str]:
    """Whom a player meets now or is still to meet: in a round robin all it has no result with."""
    format_ = tournament.the_plan.format
    found = opponents_of(tournament, player)
    is_all = isinstance(format_, Robin | TeamRobin) and tournament.phase is Phase.RUNNING
    if not is_all or player not in tournament.entrants:
        return found
    own = tournament.entrants[player]
    met = Counter(
        one.opponent for one in crosstable(tournament)[player] if one.how not in UNDECIDED
    )
    meetings = rounds_of_all(format_)
    return found.union(
        one.player
        for one in tournament.entrants.values()
        if one.player != player
        and met[one.player] < meetings
        and (own.team is None or one.team != own.team)
    )


def rounds_of_all(format_: Format) -> int:
    """How often everybody meets everybody else; 0 where they do not."""
    return 1 + format_.double if isinstance(format_, Robin | TeamRobin) else 0


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
