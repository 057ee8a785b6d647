"""A season: tournaments of every format, in which anything happens, held against their laws.

Decisions only, without store or sockets. Players come late, leave, pause, stay away and come back;
arbiters rule games, keep pairs apart and remove players; nodes are away. After every event a
snapshot gives the same tournament again; at the end the log alone leads to the order that was told.
"""

import random
from typing import Final

from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, announced, thought_about
from xiangqi_server.aggregates.room.messages import Open, Settle
from xiangqi_server.aggregates.tournaments.actions import (
    AppointArbiterAction,
    Conduct,
    ForbidPairAction,
    GiveBye,
    RemovePlayerAction,
    RuleGameAction,
    TournamentAction,
)
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.colours import MAX_STREAK
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    EnterTournament,
    GameSettled,
    LeaveTournament,
    ManageTournament,
    MatchesPaired,
    OfferGame,
    PauseEntrant,
    ReturnEntrant,
    RoundPaired,
    SeePlayers,
    TakeTournamentOutage,
    TournamentCommand,
    TournamentEvent,
    TournamentFinished,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    KnockoutFormat,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
    TournamentFormat,
)
from xiangqi_server.aggregates.tournaments.results.crosstable import crosstable
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.teams import matches_of
from xiangqi_server.aggregates.tournaments.waking import due_at_ms
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MOST_STEPS: Final = 4_000
TEAMS: Final = ("East", "West", "North")


class SeasonEvent:
    """One tournament of a season.

    Attributes:
        opened: how often each room was ordered.
        settled: rooms whose results counted.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.format = self._format()
        self.tournament = announced(replace(a_plan(), format=self.format))
        self.log: list[Stamped[TournamentEvent]] = []
        self.now_ms = T0_MS
        self.names = [f"p{number:02}" for number in range(self.chance.randint(2, 20))]
        self.opened: dict[str, int] = {}
        self.settled: set[str] = set()

    def _format(self) -> TournamentFormat:
        formats: list[TournamentFormat] = [
            ArenaFormat(self.chance.randint(5, 20), berserk=True),
            ArenaFormat(10, teams=TEAMS, leaders=2),
            RobinFormat(double=self.chance.random() < 0.3),
            RobinFormat(double=self.chance.random() < 0.3, until_ms=START_MS + DAY_MS),
            SwissFormat(self.chance.randint(1, 7), late_points=self.chance.randint(0, 1)),
            KnockoutFormat(self.chance.randint(1, 3), third_place=self.chance.random() < 0.5),
            TeamRobinFormat(TEAMS, self.chance.randint(1, 3)),
        ]
        return self.chance.choice(formats)

    def play(self) -> Tournament:
        """Play it to its end."""
        for name in self.names:
            self.enter(name)
        for _ in range(MOST_STEPS):
            if self.tournament.phase not in (Phase.ANNOUNCED, Phase.RUNNING):
                self._hold_the_end()
                return self.tournament
            self._step()
        raise AssertionError("it does not end")

    def enter(self, name: str) -> None:
        """A player enters, for a team where there are any."""
        teams = self.format.teams
        team = self.chance.randrange(len(teams)) if teams else None
        rating = self.chance.randint(1_000, 2_400)
        self.tell(EnterTournament(name, rating, 1_000, account_ms=0, team=team))

    def tell(self, command: TournamentCommand) -> None:
        """Have a command decided; a refusal is an answer like any other."""
        try:
            asked = thought_about(self.tournament, command)
            decision = decide(self.tournament, asked, self.now_ms)
        except Refused:
            return
        assert decision.not_before_ms <= self.now_ms
        for event in decision.events:
            self._hold_before(event)
            stamped = Stamped(self.tournament.version + 1, self.now_ms, event)
            self.tournament = apply(self.tournament, stamped)
            self.log.append(stamped)
        for effect in decision.effects:
            if isinstance(effect.command, Open):
                self.opened[effect.id] = self.opened.get(effect.id, 0) + 1
        if decision.events:
            self._hold_now()

    # What happens.

    def _step(self) -> None:
        """Mostly a game ends or the alarm rings; sometimes somebody does something."""
        draw, name = self.chance.random(), self.chance.choice([*self.names, "late"])
        games = sorted(self.tournament.games)
        if draw < 0.1:
            self._do_something(name)
        elif self.tournament.open_pairs and draw < 0.6:
            self.now_ms += self.chance.randint(100, 600_000)
            room = self.chance.choice(sorted(self.tournament.open_pairs))
            by = self.chance.choice(self.tournament.open_pairs[room][:2])
            self.tell(OfferGame(by, room, on=self.chance.random() < 0.9))
        elif games and draw < 0.75:
            self.now_ms += self.chance.randint(100, 20_000)
            self.tell(self._end_of(self.chance.choice(games)))
        else:
            due_ms = due_at_ms(self.tournament)
            if due_ms is not None:
                self.now_ms = max(self.now_ms, due_ms)
            self.tell(WakeTournament())

    def _end_of(self, room: str) -> Settle:
        game = self.tournament.games[room]
        players = (game.red, game.black)
        if self.chance.random() < 0.1:
            absent = self.chance.choice([players, players[:1], players[1:]])
            return Settle(room, None, counts=False, absent=absent)
        winner = self.chance.choice([*players, None])
        berserk = tuple(who for who in players if self.chance.random() < 0.1)
        return Settle(room, winner, True, self.chance.randint(2, 90), berserk=berserk)  # noqa: FBT003

    def _do_something(self, name: str) -> None:
        other = self.chance.choice(self.names)
        cup = self.tournament
        rooms = [*cup.games, *cup.open_pairs, *cup.results]
        actions: list[TournamentAction] = [
            ForbidPairAction(name, other, on=self.chance.random() < 0.7),
            GiveBye(name, points=self.chance.randint(0, 2)),
            GiveBye(name, points=1, round=self.chance.randint(1, 3)),
            RemovePlayerAction(name, on=self.chance.random() < 0.5),
            AppointArbiterAction(name),
        ]
        if rooms:
            room, winner = self.chance.choice(rooms), self.chance.choice([name, None])
            how: Conduct | None = self.chance.choice([None, "played", "forfeit", "lost"])
            actions += [RuleGameAction(room, winner, how)] * 3
        downtime = TakeTournamentOutage(self.now_ms - 5_000, self.now_ms)
        commands: list[TournamentCommand] = [
            LeaveTournament(name),
            PauseEntrant(name),
            ReturnEntrant(name),
            SeePlayers(away=(name,)),
            SeePlayers(present=(name,)),
            downtime,
            ManageTournament("org", self.chance.choice(actions)),
        ]
        if self.chance.random() < 0.3:
            self.enter(name)
        else:
            self.tell(self.chance.choice(commands))

    # The laws.

    def _hold_before(self, event: TournamentEvent) -> None:
        """Nobody is paired twice, or with whom one may not meet; no result comes twice."""
        if isinstance(event, GameSettled):
            assert event.room not in self.settled
            is_played = event.room in self.tournament.games
            assert is_played is not (event.room in self.tournament.open_pairs)
            self.settled.add(event.room)
        if not isinstance(event, ArenaPaired | RoundPaired | MatchesPaired):
            return
        paired = [who for game in event.games for who in (game.red, game.black)]
        paired += event.byes if isinstance(event, RoundPaired) else ()
        assert len(paired) == len(set(paired))
        entrants = self.tournament.entrants
        for game in event.games:
            assert game.room not in self.opened
            red, black = entrants[game.red], entrants[game.black]
            assert red.team is None or red.team != black.team
            if isinstance(event, ArenaPaired):
                assert red.since_ms
                assert black.since_ms
                are_two = self.tournament.active == 2
                assert are_two or (red.last != black.player and black.last != red.player)
                assert are_two or red.colours.streak < MAX_STREAK
                assert are_two or black.colours.streak > -MAX_STREAK
            if isinstance(self.format, ArenaFormat | SwissFormat):
                assert frozenset((game.red, game.black)) not in self.tournament.apart

    def _hold_now(self) -> None:
        """A snapshot is the tournament; what is counted is what there is."""
        cup, records = self.tournament, TOURNAMENT.records
        assert records.from_record(cup.id, records.to_record(cup)) == cup
        entrants_of, entrants = cup.entrants, cup.entrants.values()
        assert cup.active == sum(one.is_active for one in entrants)
        assert cup.waiting == sum(one.since_ms > 0 for one in entrants)
        assert cup.taking_part == sum(not one.has_left for one in entrants)
        playing = [who for game in cup.games.values() for who in (game.red, game.black)]
        assert len(playing) == len(set(playing))
        pairs = cup.open_pairs.values()
        assert (
            not pairs
            or playing
            or any(
                not (entrants_of[red].has_left or entrants_of[black].has_left)
                for red, black, *_ in pairs
            )
        )
        waiting = [pair for pair in cup.open_pairs.values() if pair.offered_by]
        assert all(entrants_of[pair.offered_by].is_active for pair in waiting)
        assert not any(entrants_of[pair.offered_by].room for pair in waiting)
        if isinstance(self.format, RobinFormat | SwissFormat | TeamRobinFormat) and cup.rounds:
            points = {who: sum(one.points for one in row) for who, row in crosstable(cup).items()}
            assert points == {one.player: one.score for one in entrants}

    def _hold_the_end(self) -> None:
        """Every room was ordered once; the log alone leads here, and to the order that was told."""
        assert set(self.opened.values()) <= {1}
        again = announced(replace(a_plan(), format=self.format))
        for stamped in self.log:
            if isinstance(stamped.event, TournamentFinished):
                order = [one.player for one in standings_of(again).order]
                assert tuple(order[: len(stamped.event.order)]) == stamped.event.order
            again = apply(again, stamped)
        assert again == self.tournament
        assert not again.games
        assert not again.open_pairs
        if again.phase is not Phase.FINISHED or isinstance(self.format, ArenaFormat):
            return
        if isinstance(self.format, KnockoutFormat):
            assert all(match.is_over for match in again.matches.values())
        elif isinstance(self.format, RobinFormat):
            assert len(again.rounds) == format_of(again.the_plan).round_count(again)
        elif isinstance(self.format, TeamRobinFormat):
            rows = format_of(again.the_plan).team_rows(again)
            assert sum(row.board_points for row in rows) == sum(
                sum(one.points) for one in matches_of(again)
            )


def play_season(seeds: range) -> dict[str, int]:
    """Play so many tournaments; how many there were of each format, and games in all."""
    counts: dict[str, int] = {}
    for seed in seeds:
        event = SeasonEvent(seed)
        try:
            event.play()
        except AssertionError as error:
            error.add_note(f"seed {seed}, {type(event.format).__name__}")
            raise
        kind = type(format_of(event.tournament.the_plan)).__name__.removesuffix("Format")
        counts[kind] = counts.get(kind, 0) + 1
        counts["games"] = counts.get("games", 0) + len(event.settled)
    return counts
