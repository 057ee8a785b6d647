"""Knock-outs: the loser of a match is out, and the winner meets that of the match beside it.

Theory of operation. The matches are numbered like a heap: 1 is the final, and the players of match
`n` come from the matches `2n` and `2n + 1`. The match for the third place is 0. The first round is
drawn by rating, 1 against 16, 8 against 9 and so on. Where a field is no power of two, the
strongest have no opponent there. No round is waited for: a match begins when both of its players
are known.

A match is a number of games, with the sides changed each time. If it is level then, a game with
half the time follows, and if that is drawn one with a quarter, in which a draw wins for Black. A
missing player has lost that game. Where neither came, or it was ruled that both have lost, neither
goes on; the player that waits for the winner goes on instead.

Source: the tie-break follows the Chinese practice (games that become quicker, and at last one in
which a draw is enough for Black), without its unequal clocks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import ClassVar, Final, Literal

from msgspec.structs import replace as with_fields

from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    FischerClock,
    GameTerms,
    ThreePartClock,
)
from xiangqi_server.aggregates.tournaments.actions import RuleGameAction
from xiangqi_server.aggregates.tournaments.arena import room_id
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder
from xiangqi_server.aggregates.tournaments.format import BaseFormat, SummedOrder, without_sums
from xiangqi_server.aggregates.tournaments.messages import (
    FoundPairing,
    GameSettled,
    MatchesPaired,
    MatchGame,
    PairedGame,
)
from xiangqi_server.aggregates.tournaments.pairing.round_pairing import without_walkovers
from xiangqi_server.aggregates.tournaments.plan import KnockoutFormat
from xiangqi_server.aggregates.tournaments.results import round_results
from xiangqi_server.aggregates.tournaments.results.crosstable import by_rating
from xiangqi_server.aggregates.tournaments.state import (
    Entrant,
    GameResult,
    KnockoutMatch,
    Round,
    Tournament,
    TournamentGame,
)
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap
from xiangqi_server.kernel.aggregate.steps import Steps

FINAL, THIRD = 1, 0
LEAST_MAIN_MS: Final = 30_000
"""No game is quicker than this, unless all are."""
Stage = Literal["main", "quick", "decider"]
_PARTS: Final[Mapping[Stage, int]] = {"main": 1, "quick": 2, "decider": 4}


@dataclass(frozen=True)
class Knockout(BaseFormat):
    """A knock-out, in which online no round is waited for."""

    options: KnockoutFormat

    has_matches: ClassVar[bool] = True
    may_pause: ClassVar[bool] = False

    def begun(self, tournament: Tournament) -> Tournament:
        return drawn(tournament, third_place=self.options.third_place)

    def settled(self, tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
        number = tournament.games[event.room].match
        after = round_results.settled(tournament, event, at_ms)
        return match_settled(after, number, self.options.games)

    def boards(self, tournament: Tournament, number: int) -> tuple[PairedGame, ...]:
        """The latest game of each match of a round, from the top; the third place comes last."""
        size = len(tournament.field)
        matches = sorted(tournament.matches.items(), key=lambda item: item[0] or size)
        return tuple(
            match.games[-1] for at, match in matches if match.games and round_of(at, size) == number
        )

    def taken_back(self, tournament: Tournament, room: str) -> Tournament:
        """The game is played again; what its result led to is not known any more."""
        at, game = game_in(tournament, room)
        both = (game.red, game.black)
        playing = [tournament.entrants[player]._replace(room=room) for player in both]
        after = replace(
            reopened(tournament, at).with_entrants(*playing),
            results=tournament.results.without([room]),
            games=tournament.games.set(room, TournamentGame(*both, at)),
        )
        return round_results.recounted(after, both, games_in_order(after))

    def corrected(self, tournament: Tournament, action: RuleGameAction) -> Tournament:
        at, game = game_in(tournament, action.room)
        before = tournament.results[action.room]
        result = round_results.result_ruled(game, action, before)
        results = tournament.results.set(action.room, result)
        after = replace(reopened(tournament, at), results=results)
        after = round_results.recounted(after, (game.red, game.black), games_in_order(after))
        return match_settled(after, at, self.options.games)

    def may_correct(self, tournament: Tournament, room: str) -> bool:
        """Only the latest game of a match, until a match that follows has begun."""
        at, game = game_in(tournament, room)
        follow = [tournament.matches[number] for number in following(tournament, at)]
        is_free = not any(match.games or match.is_over for match in follow)
        is_latest = tournament.matches[at].games[-1] == game
        return is_latest and is_free

    def go_on(self, builder: EventBuilder, found: FoundPairing | None) -> tuple[Effect, ...]:
        """Pair the games that can begin; after the last match the tournament is over."""
        effects: list[Effect] = []
        while (event := pairing(builder.tournament)) is not None:
            builder.add(event)
            stages = stages_of(builder.tournament, event, self.options.games)
            for game in without_walkovers(builder, event.games):
                opened = PairedGame(game.room, game.red, game.black)
                terms = terms_of(self.plan.terms, stages[game.room])
                effects += self.opening(builder.tournament, (opened,), terms)
        if is_decided(builder.tournament):
            self.finish(builder)
        return tuple(effects)

    def settle(
        self, builder: EventBuilder, settled: GameSettled, absent: tuple[str, ...] = ()
    ) -> tuple[Effect, ...]:
        """Pair the next game of the match, or of the next one; a missing player stays in."""
        builder.add(settled)
        if not self.plan.at_boards:
            return self.go_on(builder, None)
        if is_decided(builder.tournament):
            self.finish(builder)
        return ()

    def round_count(self, tournament: Tournament) -> int:
        size = len(tournament.field) or tournament.taking_part
        return round_count(size) if size > 1 else 0

    def round_of(self, tournament: Tournament) -> int:
        size = len(tournament.field)
        begun = (number for number, match in tournament.matches.items() if match.games)
        return max((round_of(number, size) for number in begun), default=0)

    def order_in_steps(self, tournament: Tournament) -> Steps[SummedOrder]:
        return without_sums(order(tournament))

    def leaders(self, tournament: Tournament, count: int) -> Sequence[Entrant]:
        return order(tournament)


# Rounds and their matches.


def size_of(entrants: int) -> int:
    """How many places the first round has: the next power of two."""
    return 1 << max(1, (entrants - 1).bit_length())


def round_count(entrants: int) -> int:
    """How many rounds that many players play."""
    return size_of(entrants).bit_length() - 1


def round_of(match: int, entrants: int) -> int:
    """The round of a match, from 1; the third place is played in that of the final."""
    return round_count(entrants) + 1 - max(match, FINAL).bit_length()


def _places(size: int) -> list[int]:
    """The seeds in the order of the first round: 1 and 2 can meet in the final alone."""
    seeds = [1]
    while len(seeds) < size:
        last = 2 * len(seeds) + 1
        seeds = [place for seed in seeds for place in (seed, last - seed)]
    return seeds


def drawn(tournament: Tournament, *, third_place: bool) -> Tournament:
    """The tournament with its field seeded and the matches of all rounds, as far as known."""
    field = tuple(entrant.player for entrant in sorted(tournament.entrants.values(), key=by_rating))
    size = size_of(len(field))
    seeded = [field[seed - 1] if seed <= len(field) else "" for seed in _places(size)]
    matches = {
        size // 2 + place: KnockoutMatch(seeded[2 * place], seeded[2 * place + 1])
        for place in range(size // 2)
    }
    matches |= {match: KnockoutMatch() for match in range(FINAL, size // 2)}
    if third_place and size > 2:
        matches[THIRD] = KnockoutMatch()
    known: PersistentMap[int, KnockoutMatch] = PersistentMap()
    begun = replace(tournament, field=field, matches=known.set_all(matches.items()))
    for match in range(size - 1, size // 2 - 1, -1):
        begun = _advanced(begun, match)
    return begun


# Games of a match.


def stage_of(number: int, games: int) -> Stage:
    """What the game of a match is, by its number from 0."""
    return "main" if number < games else "quick" if number == games else "decider"


def terms_of(terms: GameTerms, stage: Stage) -> GameTerms:
    """The terms of a game: those announced, with half or a quarter of the main time."""
    part, clock = _PARTS[stage], terms.clock
    if part == 1:
        return terms
    if isinstance(clock, FischerClock | ByoyomiClock):
        main_ms = max(clock.main_ms // part, min(clock.main_ms, LEAST_MAIN_MS))
        return with_fields(terms, clock=with_fields(clock, main_ms=main_ms))
    if isinstance(clock, ThreePartClock):
        game_ms = max(clock.game_ms // part, min(clock.game_ms, LEAST_MAIN_MS))
        return with_fields(terms, clock=with_fields(clock, game_ms=game_ms))
    return terms


def points_in(match: KnockoutMatch, results: Mapping[str, GameResult]) -> tuple[int, int]:
    """What the games of a match that are over brought both players."""
    over = [results[game.room] for game in match.games if game.room in results]
    first = sum(result.points_of(match.one or "") for result in over)
    return first, sum(result.points_of(match.other or "") for result in over)


def _winner(match: KnockoutMatch, results: Mapping[str, GameResult], games: int) -> str | None:
    """The winner of a match whose games are over; "" if both have lost, None if it goes on."""
    one, other = match.one or "", match.other or ""
    last_game, last = match.games[-1], results[match.games[-1].room]
    if last.is_for_nobody:
        return ""
    points, other_points = points_in(match, results)
    left = max(0, games - len(match.games))
    if abs(points - other_points) > 2 * left:
        return one if points > other_points else other
    is_decider = stage_of(len(match.games) - 1, games) == "decider"
    return last_game.black if is_decider else None


# What is to be played.


def pairing(tournament: Tournament) -> MatchesPaired | None:
    """The next game of each match that both players are known of, and none is played."""
    games = tuple(_next_game(tournament, number) for number in _ready(tournament))
    return MatchesPaired(games) if games else None


def _ready(tournament: Tournament) -> Iterator[int]:
    """At real boards a round begins once the one before is over: its boards are one list."""
    size = len(tournament.field)
    open_ = [number for number, match in sorted(tournament.matches.items()) if not match.is_over]
    if tournament.the_plan.at_boards and open_:
        first = min(round_of(number, size) for number in open_)
        open_ = [number for number in open_ if round_of(number, size) == first]
    for number in open_:
        match = tournament.matches[number]
        is_on = any(game.room in tournament.games for game in match.games)
        if match.one and match.other and not is_on:
            yield number


def _next_game(tournament: Tournament, number: int) -> MatchGame:
    """The room and the toss follow from where the log stands, the later sides from the first."""
    match = tournament.matches[number]
    seed = sha256(f"{tournament.id}:{tournament.version}:match:{number}".encode()).digest()
    one, other = match.one or "", match.other or ""
    red = match.games[-1].black if match.games else (one, other)[seed[-1] & 1]
    return MatchGame(number, room_id(seed), red, other if red == one else one)


def stages_of(tournament: Tournament, paired: MatchesPaired, games: int) -> dict[str, Stage]:
    """What each game is, by its room, once they were paired; a match is of so many games."""
    return {
        game.room: stage_of(len(tournament.matches[game.match].games) - 1, games)
        for game in paired.games
    }


def is_decided(tournament: Tournament) -> bool:
    """All matches are over."""
    return all(match.is_over for match in tournament.matches.values())


def next_opponents_of(tournament: Tournament, player: str) -> set[str]:
    """The opponents of a player in its match; until known, those of the matches that feed it."""
    found: set[str] = set()
    for number, match in tournament.matches.items():
        if match.is_over or player not in (match.one, match.other):
            continue
        found |= {match.one or "", match.other or ""}
        for feeder in (2 * number, 2 * number + 1) if number != THIRD else (2, 3):
            feeding = tournament.matches.get(feeder)
            if feeding is not None and not feeding.is_over:
                found |= {feeding.one or "", feeding.other or ""}
    return found - {"", player}


# What events do.


def paired(tournament: Tournament, event: MatchesPaired) -> Tournament:
    """The tournament once games of matches were paired."""
    matches: list[tuple[int, KnockoutMatch]] = []
    entrants: list[Entrant] = []
    for game in event.games:
        match = tournament.matches[game.match]
        paired_game = PairedGame(game.room, game.red, game.black)
        matches.append((game.match, match._replace(games=(*match.games, paired_game))))
        players = (tournament.entrants[player] for player in (game.red, game.black))
        entrants += [player._replace(room=game.room) for player in players]
    games = tournament.games.set_all(
        (game.room, TournamentGame(game.red, game.black, game.match)) for game in event.games
    )
    after = tournament.with_entrants(*entrants)
    matches_now = tournament.matches.set_all(matches)
    return replace(after, games=games, matches=matches_now, tick_at_ms=None, round_starts_ms=0)


def match_settled(tournament: Tournament, number: int, games: int) -> Tournament:
    """The tournament once the result of a game of a match is known.

    Args:
        number: of the match.
        games: how many a match has.
    """
    match = tournament.matches[number]
    winner = _winner(match, tournament.results, games)
    if winner is None:
        return tournament
    over = match._replace(winner=winner, is_over=True)
    return _advanced(replace(tournament, matches=tournament.matches.set(number, over)), number)


def game_in(tournament: Tournament, room: str) -> tuple[int, PairedGame]:
    """A game of a match, and the number of the match."""
    return next(
        (number, game)
        for number, match in tournament.matches.items()
        for game in match.games
        if game.room == room
    )


def games_in_order(tournament: Tournament) -> list[Round]:
    """The games of all matches, in the order in which any player played them."""
    return [Round(match.games) for _, match in sorted(tournament.matches.items(), reverse=True)]


def following(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The matches to which the players of a match go on."""
    third = (THIRD,) if number in (2, 3) and THIRD in tournament.matches else ()
    return () if number in (FINAL, THIRD) else (number // 2, *third)


def reopened(tournament: Tournament, number: int) -> Tournament:
    """The tournament in which it is not known how a match ended."""
    matches = tournament.matches.set(
        number, tournament.matches[number]._replace(winner="", is_over=False)
    )
    for at in following(tournament, number):
        match = matches[at]
        fed = match._replace(other=None) if number % 2 else match._replace(one=None)
        matches = matches.set(at, fed)
    return replace(tournament, matches=matches)


def _advanced(tournament: Tournament, number: int) -> Tournament:
    """With what the players of a match mean for it, and its end for the matches that follow."""
    match = tournament.matches[number]
    if match.one is None or match.other is None:
        return tournament
    if not match.is_over and "" in (match.one, match.other):
        match = match._replace(winner=match.one or match.other, is_over=True)
        tournament = replace(tournament, matches=tournament.matches.set(number, match))
    if not match.is_over or number in (FINAL, THIRD):
        return tournament
    tournament = _fed(tournament, number // 2, number % 2, match.winner or "")
    if number in (2, 3) and THIRD in tournament.matches:
        tournament = _fed(tournament, THIRD, number % 2, loser_of(match))
    return tournament


def loser_of(match: KnockoutMatch) -> str:
    """The loser of a match that is over; "" if there is no such player."""
    players = {match.one, match.other} - {match.winner, None, ""}
    return next((who for who in players if match.winner and who), "")


def _fed(tournament: Tournament, number: int, place: int, player: str) -> Tournament:
    match = tournament.matches[number]
    match = match._replace(other=player) if place else match._replace(one=player)
    fed = replace(tournament, matches=tournament.matches.set(number, match))
    return _advanced(fed, number)


# The order of the players.


def order(tournament: Tournament) -> list[Entrant]:
    """All players, the first first: by how far they came, then by rating."""
    reached = dict.fromkeys(tournament.entrants, 0)
    for number, match in tournament.matches.items():
        if match.winner and number != THIRD:
            reached[match.winner] += 2
        elif match.winner:
            reached[match.winner] += 1
    return sorted(
        tournament.entrants.values(),
        key=lambda entrant: (-reached[entrant.player], by_rating(entrant)),
    )
